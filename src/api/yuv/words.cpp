// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The tables of words.hpp.

#include "words.hpp"

#include <algorithm>
#include <utility>

#include "../../op/yuv/packing.hpp"

namespace cv { namespace cudastripe {
namespace {

// Unspecified (2) and reserved (3) are no matrices.
constexpr MatrixTag kMatrixTags[] = {{0, "RGB", "gbr", ""},
                                     {1, "BT.709", "bt709", "bt709"},
                                     {4, "FCC", "fcc", ""},
                                     {5, "BT.601", "bt470bg", "bt601"},
                                     {6, "BT.601", "smpte170m", "bt601"},
                                     {7, "SMPTE 240M", "smpte240m", ""},
                                     {8, "YCgCo", "ycgco", ""},
                                     {9, "BT.2020", "bt2020nc", "bt2020"},
                                     {10, "BT.2020 of constant luminance", "bt2020c", ""},
                                     {11, "SMPTE 2085", "smpte2085", ""},
                                     {12, "of the primaries", "chroma-derived-nc", ""},
                                     {13, "of the primaries, constant luminance", "chroma-derived-c", ""},
                                     {14, "ICtCp", "ictcp", ""},
                                     {15, "IPT-C2", "ipt-c2", ""},
                                     {16, "YCgCo-Re", "ycgco-re", ""},
                                     {17, "YCgCo-Ro", "ycgco-ro", ""}};

// The ranges are those of FFmpeg and of its scaler.
constexpr std::pair<const char*, const char*> kOtherWords[] = {
    {"tv", "limited"},   {"mpeg", "limited"}, {"pc", "full"},           {"jpeg", "full"},
    {"rec601", "bt601"}, {"rec709", "bt709"}, {"bt2020_ncl", "bt2020"}, {"rec2020", "bt2020"}};

std::vector<LayoutWord> makeLayoutWords()
{
    std::vector<LayoutWord> words;
    for (int layout = 0; layout < kLayoutCount; ++layout)
        words.push_back({kLayoutRows[layout].name, layout, -1, false});
    for (int layout = 0; layout < kLayoutCount; ++layout) {
        const LayoutDepths depths = depthsOf(layout);
        for (int i = 0; i < depths.count; ++i) {
            const YuvFormat format = YuvFormat(static_cast<YuvLayout>(layout)).withDepth(depths.bits[i].depth);
            // Grey is of full range in FFmpeg.
            if (!format.ffmpegName().empty())
                words.push_back({format.ffmpegName(), layout, format.depth(), !packingOf(layout).chroma});
        }
    }
    const auto add = [&](const char* word, YuvLayout layout, bool full) {
        words.push_back({word, static_cast<int>(layout), 8, full});
    };
    add("yuvj444p", YuvLayout::I444, true);
    add("yuvj422p", YuvLayout::I422, true);
    add("yuvj420p", YuvLayout::I420, true);
    add("gray8", YuvLayout::Y, true);
    add("y8", YuvLayout::Y, true);
    add("yu12", YuvLayout::I420, false);
    add("iyuv", YuvLayout::I420, false);
    add("yuyv", YuvLayout::YUY2, false);
    return words;
}

template <class Table, class Matches>
auto findIn(const Table& table, const Matches& matches)
{
    const auto found = std::find_if(std::begin(table), std::end(table), matches);
    return found == std::end(table) ? nullptr : &*found;
}

}  // namespace

const std::vector<LayoutWord>& layoutWords()
{
    static const std::vector<LayoutWord> words = makeLayoutWords();
    return words;
}

const LayoutWord* layoutWordOf(const std::string& word)
{
    return findIn(layoutWords(), [&](const LayoutWord& w) { return w.word == word || w.word == word + "le"; });
}

std::string littleEndianOf(const std::string& pixelFormat)
{
    const size_t length = pixelFormat.size() < 2 ? 0 : pixelFormat.size() - 2;
    const std::string little = pixelFormat.substr(0, length) + "le";
    return pixelFormat.substr(length) == "be" && layoutWordOf(little) ? little : std::string();
}

const MatrixTag* matrixTagOf(int number)
{
    return findIn(kMatrixTags, [&](const MatrixTag& tag) { return tag.number == number; });
}

const MatrixTag* matrixTagOf(const std::string& word)
{
    return findIn(kMatrixTags, [&](const MatrixTag& tag) { return tag.word == word; });
}

std::string ownWordOf(const std::string& word)
{
    const MatrixTag* const tag = matrixTagOf(word);
    if (tag && *tag->ours)
        return tag->ours;
    const auto* const other = findIn(kOtherWords, [&](const auto& entry) { return entry.first == word; });
    return other ? other->second : word;
}

std::vector<std::string> otherWords()
{
    std::vector<std::string> words;
    for (const auto& entry : kOtherWords)
        words.push_back(entry.first);
    for (const MatrixTag& tag : kMatrixTags) {
        if (*tag.ours)
            words.push_back(tag.word);
    }
    return words;
}

}}  // namespace cv::cudastripe
