// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "frames.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cmath>
#include <fstream>
#include <memory>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>
#include <system_error>

#include "../common/picture_file.hpp"
#include "y4m.hpp"

namespace fs = std::filesystem;

namespace {

// Turns B, G, R or grey into what a conversion takes.
class Preparation
{
public:
    Preparation(const Input& input, const Conversion& conversion, bool pad)
        : name_(input.path.string()), conversion_(conversion), pad_(pad)
    {
    }

    void apply(cv::Mat bgr, cv::Mat& source) const
    {
        if (bgr.channels() == 1)
            cv::cvtColor(bgr, bgr, cv::COLOR_GRAY2BGR);
        if (conversion_.asRead) {
            source = bgr;
            return;
        }
        fitSize(bgr);
        const bool keepsOrder = conversion_.order == cv::cudastripe::ChannelOrder::BGR;
        cv::cvtColor(bgr, source, keepsOrder ? cv::COLOR_BGR2BGRA : cv::COLOR_BGR2RGBA);
        if (source.depth() != conversion_.colourDepth())
            source.convertTo(source, CV_16U, 257);  // white stays white: 255 * 257 = 65535
    }

private:
    // Repeats the last column and row where the format needs a larger size.
    void fitSize(cv::Mat& bgr) const
    {
        const cv::Size block = conversion_.blockSize();
        const int right = (block.width - bgr.cols % block.width) % block.width;
        const int below = (block.height - bgr.rows % block.height) % block.height;
        if (right == 0 && below == 0)
            return;
        if (!pad_) {
            throw InputError(name_ + ": " + conversion_.option + " needs a size in multiples of " + sizeText(block) +
                             ", and this is " + sizeText(bgr.size()) + "; --pad repeats the last column and row");
        }
        cv::copyMakeBorder(bgr, bgr, 0, below, 0, right, cv::BORDER_REPLICATE);
    }

    const std::string name_;
    const Conversion& conversion_;
    const bool pad_;
};

class PictureReader : public FrameReader
{
public:
    PictureReader(const Input& input, const Conversion& conversion, bool pad) : preparation_(input, conversion, pad)
    {
        const std::string name = input.path.string();
        // Keeps 16 bits a sample if the conversion can use them.
        const bool deep = conversion.asRead || conversion.colourDepth() == CV_16U;
        picture_ = readPicture(name, cv::IMREAD_COLOR | (deep ? cv::IMREAD_ANYDEPTH : 0), warning_);
        if (picture_.depth() != CV_8U && picture_.depth() != CV_16U)
            picture_ = readPicture(name, cv::IMREAD_COLOR, warning_);
        if (picture_.empty())
            throw InputError(name + ": not a picture that OpenCV can read" +
                             (warning_.empty() ? "" : " (" + warning_ + ")"));
    }

    bool read(cv::Mat& source) override
    {
        if (picture_.empty())
            return false;
        preparation_.apply(picture_, source);
        picture_.release();
        return true;
    }

    std::string warning() const override { return warning_; }

private:
    const Preparation preparation_;
    cv::Mat picture_;
    std::string warning_;
};

class VideoReader : public FrameReader
{
public:
    VideoReader(const Input& input, const Conversion& conversion, bool pad)
        : name_(input.path.string()), preparation_(input, conversion, pad)
    {
        const StderrCapture capture;
        if (!capture_.open(name_) || !capture_.read(next_) || next_.empty())
            throw InputError(name_ + ": neither a picture nor a video that OpenCV can read");
        size_ = next_.size();
    }

    bool read(cv::Mat& source) override
    {
        if (next_.empty() && (!capture_.read(next_) || next_.empty()))
            return false;
        if (next_.size() != size_)
            throw InputError(name_ + ": the size of the frames changes, which is not supported");
        if (next_.depth() != CV_8U)
            throw InputError(name_ + ": frames of more than 8 bits are not supported");
        preparation_.apply(next_, source);
        next_.release();
        return true;
    }

    int announcedFrames() const override
    {
        const double count = capture_.get(cv::CAP_PROP_FRAME_COUNT);
        return count > 0 && count < 1e9 ? cvRound(count) : 0;
    }

    Ratio frameRate() const override
    {
        const double rate = capture_.get(cv::CAP_PROP_FPS);
        if (!(rate > 0 && rate < 10000))
            return {25, 1};
        if (std::abs(rate - std::round(rate)) < 1e-4)
            return {cvRound(rate), 1};
        // The rates of NTSC: 24000:1001, 30000:1001, 60000:1001.
        const double ntsc = rate * 1.001;
        if (std::abs(ntsc - std::round(ntsc)) < 1e-3)
            return {cvRound(ntsc) * 1000, 1001};
        return {cvRound(rate * 1000), 1000};
    }

    Ratio pixelShape() const override
    {
        const double width = capture_.get(cv::CAP_PROP_SAR_NUM), height = capture_.get(cv::CAP_PROP_SAR_DEN);
        const bool known = width >= 1 && width < 1e6 && height >= 1 && height < 1e6;
        return known ? Ratio{cvRound(width), cvRound(height)} : Ratio{0, 0};
    }

    // Some containers give only a duration, so that the count may be a little off.
    std::string missing(int frames) const override
    {
        const int announced = announcedFrames();
        if (announced - frames <= std::max(1, announced / 100))
            return "";
        return "only " + std::to_string(frames) + " of " + std::to_string(announced) +
               " frames could be read; the file seems to be cut off";
    }

private:
    const std::string name_;
    const Preparation preparation_;
    cv::VideoCapture capture_;
    cv::Mat next_;
    cv::Size size_;
};

class RawReader : public FrameReader
{
public:
    RawReader(const fs::path& path, cv::Size size, int type, const std::string& what)
        : name_(path.string()),
          y4m_(isY4m(path)),
          size_(size),
          type_(type),
          frameBytes_(std::int64_t(size.width) * size.height * CV_ELEM_SIZE(type)),
          file_(path, std::ios::binary)
    {
        if (!file_)
            throw InputError(name_ + ": cannot be read");
        if (y4m_)
            readY4mHeader(file_, name_);
        std::error_code error;
        if (!fs::is_regular_file(path, error))
            return;  // a pipe has no size
        const std::int64_t bytes = std::int64_t(fs::file_size(path)) - file_.tellg();
        if (bytes < frameBytes_ || (!y4m_ && bytes % frameBytes_ != 0)) {
            throw InputError(name_ + ": " + std::to_string(bytes) + " bytes, but a frame of " + what + " has " +
                             std::to_string(frameBytes_));
        }
        const std::int64_t line = y4m_ ? std::int64_t(std::string("FRAME\n").size()) : 0;
        announced_ = int(std::min<std::int64_t>(INT_MAX, bytes / (line + frameBytes_)));
    }

    bool read(cv::Mat& image) override
    {
        const bool got = readFrame(image);
        if (file_.bad())
            throw InputError(name_ + ": cannot be read: " + std::generic_category().message(errno));
        return got;
    }

    int announcedFrames() const override { return announced_; }
    std::string missing(int frames) const override
    {
        if (!missing_.empty())
            return "cut off after " + std::to_string(frames) + " frames: it has " + missing_;
        // Of a .y4m this is a guess, as lines between frames may be longer.
        const bool shrunk = !y4m_ && frames < announced_;
        return shrunk ? "had " + std::to_string(announced_) + " frames, but ends after " + std::to_string(frames) : "";
    }

private:
    bool readFrame(cv::Mat& image)
    {
        if (y4m_ && !readY4mFrameLine(file_, name_))
            return false;
        image.create(size_, type_);
        file_.read(image.ptr<char>(), frameBytes_);
        const std::int64_t got = file_.gcount();
        if (got < frameBytes_ && (y4m_ || got > 0))
            missing_ = std::to_string(got) + " of " + std::to_string(frameBytes_) + " bytes of the next";
        return got == frameBytes_;
    }

    const std::string name_;
    const bool y4m_;
    const cv::Size size_;
    const int type_;
    const std::int64_t frameBytes_;
    std::ifstream file_;
    int announced_ = 0;
    std::string missing_;
};

}  // namespace

std::unique_ptr<FrameReader> openRaw(const fs::path& path, cv::Size size, int type, const std::string& what)
{
    return std::make_unique<RawReader>(path, size, type, what);
}

std::unique_ptr<FrameReader> openFrames(const Input& input, const Conversion& conversion, bool pad)
{
    if (!input.yuvSize.empty()) {
        const cv::cudastripe::YuvFormat& format = *conversion.format;
        return openRaw(input.path, format.imageSize(input.yuvSize), format.imageType(),
                       format.name() + " of " + sizeText(input.yuvSize));
    }
    if (input.video)
        return std::make_unique<VideoReader>(input, conversion, pad);
    return std::make_unique<PictureReader>(input, conversion, pad);
}
