// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "frames.hpp"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

namespace {

// Keeps what decoders print to stderr by themselves, until it goes out of scope.
class StderrCapture
{
public:
    StderrCapture() : kept_(std::tmpfile(), std::fclose), stderr_(kept_ ? dup(STDERR_FILENO) : -1)
    {
        if (stderr_ >= 0)
            dup2(fileno(kept_.get()), STDERR_FILENO);
    }
    ~StderrCapture()
    {
        if (stderr_ >= 0) {
            dup2(stderr_, STDERR_FILENO);
            close(stderr_);
        }
    }
    StderrCapture(const StderrCapture&) = delete;
    StderrCapture& operator=(const StderrCapture&) = delete;

    std::string text() const
    {
        char buffer[300];
        const ssize_t size = kept_ ? pread(fileno(kept_.get()), buffer, sizeof buffer, 0) : 0;
        return oneLine(std::string(buffer, size > 0 ? size_t(size) : 0));
    }

private:
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> kept_;
    int stderr_;
};

}  // namespace

FrameReader::FrameReader(const Input& input, int depth) : name_(input.path.string()), video_(input.video)
{
    if (!video_) {
        readPicture(depth);
    } else {
        const StderrCapture capture;
        if (!capture_.open(name_) || !capture_.read(next_) || next_.empty())
            throw InputError(name_ + ": neither a picture nor a video that OpenCV can read");
    }
    size_ = next_.size();
}

void FrameReader::readPicture(int depth)
{
    const StderrCapture capture;
    try {
        next_ = cv::imread(name_, cv::IMREAD_COLOR | (depth == CV_16U ? cv::IMREAD_ANYDEPTH : 0));
        if (next_.depth() != CV_8U && next_.depth() != CV_16U)
            next_ = cv::imread(name_, cv::IMREAD_COLOR);
    } catch (const cv::Exception& error) {
        warning_ = oneLine(error.err);
    }
    if (warning_.empty())
        warning_ = capture.text();
    if (next_.empty())
        throw InputError(name_ + ": not a picture that OpenCV can read" +
                         (warning_.empty() ? "" : " (" + warning_ + ")"));
}

bool FrameReader::read(cv::Mat& frame)
{
    if (next_.empty() && (!video_ || !capture_.read(next_) || next_.empty()))
        return false;
    if (next_.size() != size_)
        throw InputError(name_ + ": the size of the frames changes, which is not supported");
    if (video_ && next_.depth() != CV_8U)
        throw InputError(name_ + ": frames of more than 8 bits are not supported");
    if (next_.channels() == 1)
        cv::cvtColor(next_, next_, cv::COLOR_GRAY2BGR);
    cv::swap(frame, next_);
    next_.release();
    return true;
}

int FrameReader::announcedFrames() const
{
    const double count = video_ ? capture_.get(cv::CAP_PROP_FRAME_COUNT) : 1;
    return count > 0 && count < 1e9 ? cvRound(count) : 0;
}

Ratio FrameReader::frameRate() const
{
    const double rate = video_ ? capture_.get(cv::CAP_PROP_FPS) : 0;
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

Ratio FrameReader::pixelShape() const
{
    if (!video_)
        return {1, 1};
    const double width = capture_.get(cv::CAP_PROP_SAR_NUM), height = capture_.get(cv::CAP_PROP_SAR_DEN);
    const bool known = width >= 1 && width < 1e6 && height >= 1 && height < 1e6;
    return known ? Ratio{cvRound(width), cvRound(height)} : Ratio{0, 0};
}
