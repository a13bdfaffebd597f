// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Makes a format of what a file or a frame says.

#include "opencv2/cudastripe/yuv_format.hpp"

#include <iterator>

#include "name.hpp"
#include "packing.hpp"
#include "words.hpp"

namespace cv { namespace cudastripe {
namespace {

// Sitings by their number in H.273. Top (3), bottom left (4) and bottom (5) count as the siting with the same columns.
constexpr const char* kSitingOfLocation[] = {"left", "center", "topleft", "center", "left", "center"};
constexpr int kMaxLinesOfSd = 576;

[[noreturn]] void refuse(const String& what)
{
    CV_Error(Error::StsBadArg, "cudastripe::YuvFormat::fromTags: " + what);
}

void checkNumber(const char* what, int value, int most)
{
    if (value < -1 || value > most)
        refuse(cv::format("%s is %d; H.273 has 0 to %d, and -1 is unspecified", what, value, most));
}

const LayoutWord& layoutOf(const VideoTags& tags)
{
    const LayoutWord* const word = layoutWordOf(tags.pixelFormat);
    if (word)
        return *word;
    const String given = "pixelFormat is \"" + tags.pixelFormat + "\", which ", why = whyNoLayout(tags.pixelFormat);
    if (!why.empty())
        refuse(given + why);
    String known;
    for (int layout = 0; layout < kLayoutCount; ++layout) {
        const String name = YuvFormat(static_cast<YuvLayout>(layout)).ffmpegName();
        known += name.empty() ? name : (known.empty() ? "" : ", ") + name;
    }
    refuse(given + "no layout has; convert it to one that FFmpeg calls " + known + ", or to more bits of these");
}

// The name of our matrix. Appends what is assumed.
std::string matrixOf(const VideoTags& tags, bool chroma, String& assumed)
{
    const OtherWord* const tag = otherWordOf(tags.matrix);
    if (tag && *tag->ours)
        return tag->ours;
    // Grey is decoded identically by all matrices.
    if (chroma && tags.matrix != 2) {
        refuse(
            cv::format("matrix is %d (%s), by which nothing is converted; if the samples follow BT.709, BT.601 or "
                       "BT.2020 nevertheless, set it to 1, 5 or 9",
                       tags.matrix, tag ? tag->title : "reserved"));
    }
    const OtherWord& usual = *otherWordOf(tags.height > 0 && tags.height <= kMaxLinesOfSd ? 5 : 1);
    if (chroma)
        assumed = usual.title;
    return usual.ours;
}

}  // namespace

bool VideoTags::rgb() const
{
    if (pixelFormat.compare(0, 6, "bayer_") == 0)
        return false;
    for (const char* order : {"rgb", "bgr", "gbr", "pal8"}) {
        if (pixelFormat.find(order) != String::npos)
            return true;
    }
    return false;
}

YuvFormat YuvFormat::fromTags(const VideoTags& tags, String* assumed)
{
    const LayoutWord& word = layoutOf(tags);
    const YuvPacking& packing = packingOf(word.layout);
    checkNumber("range", tags.range, 1);
    checkNumber("chromaLocation", tags.chromaLocation, static_cast<int>(std::size(kSitingOfLocation)) - 1);
    if (tags.interlaced && packing.rows > 1) {
        refuse("interlaced is true, and a chroma sample of " + tags.pixelFormat +
               " spans rows of different fields; deinterlace first, or clear it if the frames are progressive");
    }
    String unsaid;
    std::vector<std::string> fields = {word.word, matrixOf(tags, packing.chroma, unsaid)};
    const bool full = tags.range < 0 ? word.full : tags.range == 1;
    fields.push_back(full ? "full" : "limited");
    if (tags.range < 0 && (!full || !packing.chroma))
        unsaid += (unsaid.empty() ? "" : ", ") + fields.back() + " range";
    if (tags.chromaLocation >= 0)
        fields.push_back(kSitingOfLocation[tags.chromaLocation]);
    if (assumed)
        *assumed = unsaid;
    return readYuvName(fields).format;
}

}}  // namespace cv::cudastripe
