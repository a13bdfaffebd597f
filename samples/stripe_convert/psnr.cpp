// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "psnr.hpp"

#include <limits>
#include <opencv2/imgproc.hpp>

Psnr::Psnr(const std::filesystem::path& path, const Conversion& conversion)
    : path_(path), toYuv_(conversion), lowest_(std::numeric_limits<double>::infinity())
{
    toYuv_.toColours = false;
}

void Psnr::add(const cv::Mat& colours)
{
    const cv::Mat other = nextFrame(colours);
    if (other.size() != colours.size())
        throw InputError(path_.string() + ": " + sizeText(other.size()) + ", but the result is " +
                         sizeText(colours.size()));
    if (cv::norm(colours, other, cv::NORM_INF) != 0)
        lowest_ = std::min(lowest_, cv::PSNR(colours, other, colours.depth() == CV_8U ? 255 : 65535));
}

std::string Psnr::text() const
{
    return cv::format("PSNR %.2f dB", lowest_);
}

// A picture is padded, as --pad padded it when the YUV was made of it.
cv::Mat Psnr::nextFrame(const cv::Mat& colours)
{
    if (!reader_) {
        reader_ = path_.extension() == ".bgr" ? openRaw(path_, colours.size(), colours.type(), "the result")
                                              : openFrames({path_, false}, toYuv_, true);
    }
    cv::Mat frame;
    if (!reader_->read(frame))
        throw InputError(path_.string() + ": has fewer frames than the input");
    if (frame.channels() == 4)
        cv::cvtColor(frame, frame, cv::COLOR_BGRA2BGR);
    return frame;
}
