// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The tables of words.hpp.

#include "words.hpp"

#include <algorithm>

#include "packing.hpp"

namespace cv { namespace cudastripe {
namespace {

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
    add("yu12", YuvLayout::I420, false);
    add("iyuv", YuvLayout::I420, false);
    add("yuyv", YuvLayout::YUY2, false);
    return words;
}

template <class Word, class Matches>
const Word* findIn(const std::vector<Word>& words, const Matches& matches)
{
    const auto found = std::find_if(words.begin(), words.end(), matches);
    return found == words.end() ? nullptr : &*found;
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

std::string whyNoLayout(const std::string& word)
{
    const size_t end = word.size() < 2 ? 0 : word.size() - 2;
    const std::string little = word.substr(0, end) + "le";
    if (VideoTags{word}.rgb())
        return "has red, green and blue samples and no YUV; take its pictures as BGR";
    if (word.substr(end) == "be" && layoutWordOf(little))
        return "is big-endian; swap the bytes of each sample and say " + little;
    return "";
}

const std::vector<OtherWord>& otherWords()
{
    // Matrices and ranges as FFmpeg and its scaler call them, then other usual words.
    static const std::vector<OtherWord> words = {{"gbr", "", 0, "RGB"},
                                                 {"bt709", "bt709", 1, "BT.709"},
                                                 {"fcc", "", 4, "FCC"},
                                                 {"bt470bg", "bt601", 5, "BT.601"},
                                                 {"smpte170m", "bt601", 6, "BT.601"},
                                                 {"smpte240m", "", 7, "SMPTE 240M"},
                                                 {"ycgco", "", 8, "YCgCo"},
                                                 {"bt2020nc", "bt2020", 9, "BT.2020"},
                                                 {"bt2020c", "", 10, "BT.2020 of constant luminance"},
                                                 {"smpte2085", "", 11, "SMPTE 2085"},
                                                 {"chroma-derived-nc", "", 12, "of the primaries"},
                                                 {"chroma-derived-c", "", 13, "of the primaries, constant luminance"},
                                                 {"ictcp", "", 14, "ICtCp"},
                                                 {"ipt-c2", "", 15, "IPT-C2"},
                                                 {"ycgco-re", "", 16, "YCgCo-Re"},
                                                 {"ycgco-ro", "", 17, "YCgCo-Ro"},
                                                 {"tv", "limited", -1, ""},
                                                 {"pc", "full", -1, ""},
                                                 {"mpeg", "limited", -1, ""},
                                                 {"jpeg", "full", -1, ""},
                                                 {"rec601", "bt601", -1, ""},
                                                 {"rec709", "bt709", -1, ""},
                                                 {"rec2020", "bt2020", -1, ""},
                                                 {"bt2020_ncl", "bt2020", -1, ""}};
    return words;
}

const OtherWord* otherWordOf(const std::string& word)
{
    return findIn(otherWords(), [&](const OtherWord& other) { return other.word == word; });
}

const OtherWord* otherWordOf(int number)
{
    return findIn(otherWords(), [&](const OtherWord& other) { return other.number == number && number >= 0; });
}

}}  // namespace cv::cudastripe
