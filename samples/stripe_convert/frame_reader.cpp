// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "frame_reader.hpp"

#include <cmath>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "terminal.hpp"
#include "user_error.hpp"

FrameReader::FrameReader(const Input& input) : name_(input.path.string()), kind_(input.kind)
{
    if (kind_ == InputKind::Picture) {
        readPicture(name_);
    } else {
        const StderrCapture capture;
        if (!video_.open(name_) || !video_.read(next_) || next_.empty()) {
            throw InputError(name_ + ": neither a picture nor a video that OpenCV can read");
        }
    }
    size_ = next_.size();
}

void FrameReader::readPicture(const std::string& path)
{
    const StderrCapture capture;
    std::string reason;
    try {
        next_ = cv::imread(path, cv::IMREAD_COLOR);
    } catch (const cv::Exception& error) {
        reason = oneLine(error.err);
    }
    if (reason.empty())
        reason = capture.text();
    if (next_.empty()) {
        throw InputError(path + ": not a picture that OpenCV can read" + (reason.empty() ? "" : " (" + reason + ")"));
    }
    warning_ = reason;
}

bool FrameReader::read(cv::Mat& frame)
{
    if (next_.empty() && (kind_ == InputKind::Picture || !video_.read(next_)))
        return false;
    if (next_.empty())
        return false;
    if (next_.size() != size_)
        throw InputError(name_ + ": the size of the frames changes, which is not supported");
    if (next_.depth() != CV_8U)
        throw InputError(name_ + ": frames of more than 8 bits are not supported");
    if (next_.channels() == 1) {
        cv::cvtColor(next_, frame, cv::COLOR_GRAY2BGR);
    } else {
        cv::swap(frame, next_);
    }
    next_.release();
    return true;
}

int FrameReader::announcedFrames() const
{
    if (kind_ == InputKind::Picture)
        return 1;
    const double count = video_.get(cv::CAP_PROP_FRAME_COUNT);
    return count > 0 && count < 1e9 ? cvRound(count) : 0;
}

Ratio FrameReader::frameRate() const
{
    const double rate = kind_ == InputKind::Video ? video_.get(cv::CAP_PROP_FPS) : 0;
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
    if (kind_ == InputKind::Picture)
        return {1, 1};
    const double width = video_.get(cv::CAP_PROP_SAR_NUM), height = video_.get(cv::CAP_PROP_SAR_DEN);
    const bool known = width >= 1 && width < 1e6 && height >= 1 && height < 1e6;
    return known ? Ratio{cvRound(width), cvRound(height)} : Ratio{0, 0};
}
