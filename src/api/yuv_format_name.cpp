// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>
#include <cctype>
#include <sstream>

#include "../op/yuv_coefficients.hpp"
#include "../op/yuv_packing.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr const char* kRanges[] = {"limited", "full"};
constexpr const char* kSitings[] = {"topleft", "left", "center"};

struct Preset
{
    const char* name;
    YuvFormat format;
};

const std::vector<Preset>& presets()
{
    static const std::vector<Preset> table = {{"sd", YuvFormat::sd()},
                                              {"hd", YuvFormat::hd()},
                                              {"uhd", YuvFormat::uhd()},
                                              {"jpeg", YuvFormat::jpeg()},
                                              {"opencv420", YuvFormat::opencv420()},
                                              {"opencv422", YuvFormat::opencv422()},
                                              {"tutorial", YuvFormat::tutorial()}};
    return table;
}

std::vector<std::string> fieldsOf(const String& name)
{
    std::string lower = name;
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    std::vector<std::string> fields;
    std::istringstream stream(lower);
    for (std::string field; std::getline(stream, field, ':');)
        fields.push_back(field);
    if (!lower.empty() && lower.back() == ':')
        fields.push_back("");
    return fields;
}

// Where a field is in a list of names; -1 if it is not.
template <class List>
int indexIn(const List& names, const std::string& field)
{
    const auto found = std::find(std::begin(names), std::end(names), field);
    return found == std::end(names) ? -1 : static_cast<int>(found - std::begin(names));
}

std::vector<std::string> layoutNames()
{
    std::vector<std::string> names;
    for (const LayoutRow& row : kLayoutRows)
        names.push_back(row.name);
    return names;
}

std::vector<std::string> matrixNames()
{
    std::vector<std::string> names;
    for (int i = 0; i < kMatrixCount; ++i)
        names.push_back(matrixRow(static_cast<YuvMatrix>(i)).name);
    return names;
}

// How many letters must be put in, left out or changed to make one text of the other.
int editDistance(const std::string& a, const std::string& b)
{
    std::vector<int> row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j)
        row[j] = static_cast<int>(j);
    for (size_t i = 1; i <= a.size(); ++i) {
        int diagonal = row[0]++;
        for (size_t j = 1; j <= b.size(); ++j) {
            const int above = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
            diagonal = above;
        }
    }
    return row.back();
}

String nearestNames(const String& name)
{
    constexpr size_t listed = 3;
    std::vector<std::pair<int, std::string>> ranked;
    const auto add = [&](const std::string& known) { ranked.emplace_back(editDistance(name, known), known); };
    for (const Preset& preset : presets())
        add(preset.name);
    for (const YuvFormat& format : YuvFormat::all())
        add(format.name());
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    String list;
    for (size_t i = 0; i < listed; ++i)
        list += (i ? ", " : "") + ranked[i].second;
    return list;
}

[[noreturn]] void refuse(const String& name, const String& why)
{
    CV_Error_(Error::StsParseError, ("cudastripe::YuvFormat::fromName: name is \"%s\"%s; the nearest are %s",
                                     name.c_str(), why.c_str(), nearestNames(name).c_str()));
}

}  // namespace

YuvFormat YuvFormat::fromName(const String& name)
{
    const std::vector<std::string> fields = fieldsOf(name);
    for (const Preset& preset : presets()) {
        if (fields.size() == 1 && fields[0] == preset.name)
            return preset.format;
    }
    const int layout = fields.empty() ? -1 : indexIn(layoutNames(), fields[0]);
    if (layout < 0)
        refuse(name, fields.size() > 1 ? ", and \"" + fields[0] + "\" is no layout" : "");
    int matrix = -1, range = -1, siting = -1, depth = -1;
    for (size_t i = 1; i < fields.size(); ++i) {
        const std::string& field = fields[i];
        const auto take = [&](int& value, int found) {
            if (found < 0)
                return false;
            if (value >= 0)
                refuse(name, ", where \"" + field + "\" says again what another part says");
            value = found;
            return true;
        };
        const bool bits = field == "8bit" || field == "10bit" || field == "16bit";
        if (!take(matrix, indexIn(matrixNames(), field)) && !take(range, indexIn(kRanges, field)) &&
            !take(siting, indexIn(kSitings, field)) && !take(depth, bits ? std::stoi(field) : -1))
            refuse(name, ", where \"" + field + "\" is no matrix, range, siting or number of bits");
    }
    const YuvMatrix named = matrix < 0 ? YuvMatrix::BT709 : static_cast<YuvMatrix>(matrix);
    try {
        const auto layoutOnly = static_cast<YuvLayout>(layout);
        YuvFormat format(layoutOnly, named, range < 0 ? YuvRange::Limited : static_cast<YuvRange>(range));
        if (depth >= 0)
            format = format.withDepth(depth);
        return siting < 0 ? format : format.withSiting(static_cast<ChromaSiting>(siting));
    } catch (const cv::Exception& e) {
        refuse(name, " (" + e.err + ")");
    }
}

String YuvFormat::name() const
{
    const int layout = static_cast<int>(layout_);
    std::string name = kLayoutRows[layout].name;
    if (depth_ != depthsOf(layout).bits[0].depth)
        name += ":" + std::to_string(depth_) + "bit";
    name += std::string(":") + matrixRow(matrix_).name + ":" + kRanges[static_cast<int>(range_)];
    if (siting_ != YuvFormat(layout_, matrix_).siting_)
        name += std::string(":") + kSitings[static_cast<int>(siting_)];
    return name;
}

std::vector<YuvFormat> YuvFormat::all()
{
    std::vector<YuvFormat> formats;
    for (int layout = 0; layout < kLayoutCount; ++layout) {
        const LayoutDepths depths = depthsOf(layout);
        for (int d = 0; d < depths.count; ++d) {
            const int depth = depths.bits[d].depth;
            for (int matrix = 0; matrix < kMatrixCount; ++matrix) {
                for (YuvRange range : {YuvRange::Limited, YuvRange::Full}) {
                    const auto m = static_cast<YuvMatrix>(matrix);
                    if (matrixRow(m).given && (range != YuvRange::Limited || depth != 8))
                        continue;
                    for (ChromaSiting siting : {ChromaSiting::TopLeft, ChromaSiting::Left, ChromaSiting::Center}) {
                        const YuvFormat format =
                            YuvFormat(static_cast<YuvLayout>(layout), YuvMatrix::BT709, range).withDepth(depth);
                        YuvFormat whole = format;
                        whole.matrix_ = m;
                        whole = whole.withSiting(siting);
                        if (std::find(formats.begin(), formats.end(), whole) == formats.end())
                            formats.push_back(whole);
                    }
                }
            }
        }
    }
    return formats;
}

}}  // namespace cv::cudastripe
