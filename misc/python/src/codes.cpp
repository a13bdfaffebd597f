// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See codes.hpp.

#include "codes.hpp"

#include <cstring>
#include <utility>
#include <vector>

#include "../../../src/model/color_codes.hpp"
#include "../../../src/model/yuv/codes.hpp"
#include "../../../src/op/color/yuv444/op.hpp"

namespace cudastripe_python {
namespace {

using namespace cv::cudastripe;

template <class Rows>
void addCodes(std::map<std::string, int>& names, const Rows& rows)
{
    for (const auto& row : rows)
        names[row.name + std::strlen("COLOR_")] = row.code;
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const size_t at = text.find(from);
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// With red and blue exchanged in source and result, a code is the same.
void addExchanged(std::map<std::string, int>& names)
{
    for (const ColorCode& row : colorCodes()) {
        const std::string name = row.name + std::strlen("COLOR_");
        if (row.from == ColorSpace::Colors && row.to == ColorSpace::Colors) {
            std::string other = name;
            for (size_t at = 0; at + 3 <= name.size(); ++at) {
                const std::string colors = name.substr(at, 3);
                if (colors == "BGR" || colors == "RGB")
                    other.replace(at, 3, colors == "BGR" ? "RGB" : "BGR");
            }
            names[other] = row.code;
        } else if (row.from == ColorSpace::Gray && row.to == ColorSpace::Colors) {
            names[replaced(name, "BGR", "RGB")] = row.code;
        }
    }
    const std::map<std::string, std::pair<const char*, const char*>> patterns = {
        {"BG", {"RG", "RGGB"}}, {"GB", {"GR", "GRBG"}}, {"RG", {"BG", "BGGR"}}, {"GR", {"GB", "GBRG"}}};
    for (const BayerCode& row : bayerCodes()) {
        const std::string name = row.name + std::strlen("COLOR_"), pattern = name.substr(5, 2), rest = name.substr(7);
        const auto& others = patterns.at(pattern);
        names["Bayer" + std::string(others.second) + rest] = row.code;
        if (row.method != BayerMethod::Gray) {
            const std::string red = replaced(rest, "BGR", "RGB");
            names["Bayer" + std::string(others.first) + red] = row.code;
            names["Bayer" + std::string(patterns.at(others.first).second) + red] = row.code;
        }
    }
}

// The other names that OpenCV has for the same numbers.
void addSynonyms(std::map<std::string, int>& names)
{
    const std::pair<const char*, std::vector<const char*>> synonyms[] = {
        {"_I420", {"_IYUV"}}, {"_UYVY", {"_Y422", "_UYNV"}}, {"_YUY2", {"_YUYV", "_YUNV"}}};
    const std::map<std::string, int> rows = names;
    for (const auto& row : rows) {
        for (const auto& synonym : synonyms) {
            const size_t at = row.first.find(synonym.first);
            for (const char* other : synonym.second) {
                if (at != std::string::npos)
                    names[row.first.substr(0, at) + other] = row.second;
            }
        }
    }
    for (const char* layout : {"NV12", "NV21", "YV12", "IYUV", "I420"})
        names[std::string("YUV2GRAY_") + layout] = names["YUV2GRAY_420"];
}

}  // namespace

const std::map<std::string, int>& codeNames()
{
    static const std::map<std::string, int> all = [] {
        std::map<std::string, int> names;
        addCodes(names, packedYuvConversions());
        addCodes(names, colorCodes());
        addCodes(names, bayerCodes());
        addExchanged(names);
        addCodes(names, yuvCodes());
        addCodes(names, yuvDecodeCodes());
        addSynonyms(names);
        return names;
    }();
    return all;
}

}  // namespace cudastripe_python
