// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "operator_images.hpp"

#include <cstring>

#include "operator_peers.hpp"

namespace bench {

void fillRandom(cv::Mat& image)
{
    cv::randu(image, 0, image.depth() == CV_8U ? 256 : 1);
}

OperatorFrames::OperatorFrames(Allocate allocate)
{
    const cv::Size size = OperatorJob::size();
    const size_t bytes = size_t(size.area()) * 4;
    for (int i = 0; i < kImageSets; ++i) {
        memory_.insert(memory_.end(), {allocate(bytes), allocate(bytes)});
        frames_.push_back({cv::Mat(size, CV_8UC4, memory_[memory_.size() - 2].get()),
                           cv::Mat(size, CV_8UC4, memory_[memory_.size() - 1].get())});
        fillRandom(frames_.back().in);
        frames_.back().out.setTo(0);
    }
}

const HostFrame& OperatorFrames::next()
{
    const HostFrame& frame = frames_[next_];
    next_ = (next_ + 1) % frames_.size();
    return frame;
}

void checkRows(const OperatorJob& job, const std::string& whose, const cv::Mat& src, const cv::Mat& second,
               const cv::Mat& dst)
{
    cv::Mat expected;
    callOpenCv(job, src, second, expected);
    for (int row = 0; row < src.rows; ++row) {
        if (std::memcmp(expected.ptr(row), dst.ptr(row), size_t(src.cols) * src.elemSize()) != 0) {
            CV_Error_(cv::Error::StsInternal, ("%s, %s: %s differs from OpenCV on the CPU", job.typeName().c_str(),
                                               job.name.c_str(), whose.c_str()));
        }
    }
}

}  // namespace bench
