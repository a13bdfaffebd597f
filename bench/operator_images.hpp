// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <vector>

#include "host_frames.hpp"
#include "operator_jobs.hpp"

namespace bench {

//! Sets of images that take turns, so that data comes from memory and not from a cache.
constexpr int kImageSets = 4;

//! Random pixels of a job's type and size: all bytes, or numbers from 0 to 1.
void fillRandom(cv::Mat& image);

//! Host memory for 8-bit jobs, in turn; all pages are touched and all sources are random.
class OperatorFrames
{
public:
    using Allocate = MemoryKind (*)(size_t sizeBytes);

    explicit OperatorFrames(Allocate allocate);
    const HostFrame& next();

private:
    std::vector<MemoryKind> memory_;
    std::vector<HostFrame> frames_;
    size_t next_ = 0;
};

//! The rows at the end by which results are checked: a call must have come to its end to have them.
inline cv::Range checkedRows()
{
    return cv::Range(OperatorJob::size().height - 270, OperatorJob::size().height);
}

/** @brief Compares rows of a result with what OpenCV's calls give for the same rows of the sources.

@throws cv::Exception that names the job and whose result it is, if a bit differs. */
void checkRows(const OperatorJob& job, const std::string& whose, const cv::Mat& src, const cv::Mat& second,
               const cv::Mat& dst);

}  // namespace bench
