// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Pictures by imgcodecs, raw YUV, and what --from says about a video.

#include <cerrno>
#include <climits>
#include <fstream>
#include <opencv2/imgcodecs.hpp>
#include <system_error>

#include "../common/picture_file.hpp"
#include "frames.hpp"

using namespace cv::cudastripe;
namespace fs = std::filesystem;

namespace {

// Whether a name has a part of the kind of these two.
bool hasPart(const std::string& format, const char* one, const char* other)
{
    try {
        YuvFormat::fromName(format + ":" + one);
        YuvFormat::fromName(format + ":" + other);
        return false;
    } catch (const cv::Exception&) {
        return true;
    }
}

class PictureReader : public FrameReader
{
public:
    PictureReader(const std::string& name, bool deep)
    {
        announced = 1;
        picture_ = readPicture(name, cv::IMREAD_COLOR | (deep ? cv::IMREAD_ANYDEPTH : 0), warning);
        if (picture_.depth() != CV_8U && picture_.depth() != CV_16U)
            picture_ = readPicture(name, cv::IMREAD_COLOR, warning);
        if (picture_.empty())
            throw InputError("not a picture that OpenCV can read" + (warning.empty() ? "" : " (" + warning + ")"));
    }

    bool read(Planes& frame) override
    {
        frame = {picture_};
        picture_.release();
        return !frame[0].empty();
    }

private:
    cv::Mat picture_;
};

class RawReader : public FrameReader
{
public:
    RawReader(const fs::path& path, const Reading& reading) : file_(path, std::ios::binary)
    {
        format = YuvFormat::fromName(reading.from);
        layOut(reading);
        std::error_code error;
        if (fs::is_regular_file(path, error))
            announced = int(std::min<std::uintmax_t>(INT_MAX, fs::file_size(path, error) / bytes_));
    }

    bool read(Planes& frame) override
    {
        size_t got = 0;
        for (cv::Mat& rows : memory_) {
            file_.read(rows.ptr<char>(), std::streamsize(rows.total()));
            got += size_t(file_.gcount());
        }
        if (!file_.is_open() || file_.bad())
            throw InputError("cannot be read: " + std::generic_category().message(errno));
        frame = planes_;
        frames_ += got == bytes_;
        if (got < bytes_ && (got > 0 || frames_ < std::max(1, announced))) {
            missing = cv::format("cut off after %d frames of %s of %s: it has %zu of %zu bytes of the next", frames_,
                                 format->name().c_str(), sizeText(planes_[0].size()).c_str(), got, bytes_);
        }
        return got == bytes_;
    }

private:
    // Rows of chroma have the stride of luma, or as much less as they have fewer samples.
    void layOut(const Reading& reading)
    {
        const int across = format->blockSize().width;
        for (int i = 0; i < format->planes(); ++i) {
            const cv::Size size = format->planeSize(i, reading.size);
            const int type = format->planeType(i), row = size.width * CV_ELEM_SIZE(type),
                      stride = i == 0 ? reading.stride : reading.stride * CV_MAT_CN(type) / across,
                      step = stride > 0 ? stride : row;
            if (step < row || step % CV_ELEM_SIZE1(type) != 0) {
                throw UserError(cv::format("--stride=%d: a row of plane %d of %s has %d bytes, and this leaves %d",
                                           reading.stride, i + 1, format->name().c_str(), row, step));
            }
            memory_.emplace_back(size.height, step, CV_8U);
            planes_.emplace_back(size, type, memory_.back().data, size_t(step));
            bytes_ += memory_.back().total();
        }
    }

    std::ifstream file_;
    Planes memory_, planes_;  // the one with what lies between rows
    size_t bytes_ = 0;        // of a frame
    int frames_ = 0;
};

}  // namespace

std::unique_ptr<FrameReader> openFrames(const Input& input, const Reading& reading)
{
    std::error_code error;
    if (!fs::exists(fs::status(input.path, error)))
        throw InputError(error.message());
    if (!reading.size.empty())
        return std::make_unique<RawReader>(input.path, reading);
    if (input.picture)
        return std::make_unique<PictureReader>(input.path.string(), reading.deep);
    return openVideo(input.path.string(), reading);
}

YuvFormat formatOf(VideoTags tags, const std::string& from, cv::String& assumed)
{
    if (from.empty())
        return YuvFormat::fromTags(tags, &assumed);
    const YuvFormat given = YuvFormat::fromName(from);
    const bool hasMatrix = hasPart(from, "bt601", "bt709");
    const int bt709 = 1, locations[] = {2, 0, 1};  // top left, left, center by H.273
    if (hasMatrix)
        tags.matrix = bt709;
    if (hasPart(from, "full", "limited"))
        tags.range = given.range() == YuvRange::Full;
    if (hasPart(from, "left", "center"))
        tags.chromaLocation = locations[int(given.siting())];
    const YuvFormat said = YuvFormat::fromTags(tags, &assumed);
    const YuvFormat format = YuvFormat(said.layout(), hasMatrix ? given.matrix() : said.matrix(), said.range())
                                 .withDepth(said.depth())
                                 .withSiting(said.siting());
    if (given.layout() != format.layout() || given.depth() != format.depth())
        throw InputError("its samples are " + tags.pixelFormat + ", not " + from + "; name " + format.name());
    return format;
}
