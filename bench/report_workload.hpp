// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "opencv2/cudastripe.hpp"
#include "operator_jobs.hpp"

namespace bench {

//! A size of frames, and how many are measured together.
struct ReportSize
{
    const char* name;
    cv::Size pixels;
    int iterations;  //!< of a repetition: more of small frames, whose times the clock would blur
};

const std::vector<ReportSize>& reportSizes();

//! Work on frames that this library and its peers do.
struct ReportWorkload
{
    std::string name;
    int inType;
    int outType;
    bool halvedChroma;                 //!< the result has a plane of half the height below the first
    std::shared_ptr<OperatorJob> job;  //!< the operators, if it is of operators
    //! A code of cv::cvtColor's, beside which alone it is measured, at sizes where it counts how a call begins.
    bool small = false;
    double wellChosen = 1.07;  //!< times the best route: what takes longer is measured again before it counts

    cv::Size outSize(const cv::Size& pixels) const;
    size_t inBytes(const cv::Size& pixels) const { return size_t(pixels.area()) * CV_ELEM_SIZE(inType); }
    size_t outBytes(const cv::Size& pixels) const { return size_t(outSize(pixels).area()) * CV_ELEM_SIZE(outType); }
    size_t bytes(const cv::Size& pixels) const { return inBytes(pixels) + outBytes(pixels); }

    //! This library's call.
    void ours(cv::InputArray src, cv::OutputArray dst, const cv::cudastripe::StreamRef& stream,
              cv::cudastripe::Striper& striper) const;
    //! The call of OpenCV on the CPU that is nearest.
    void openCv(const cv::Mat& src, cv::Mat& dst) const;
    //! Whether that call makes the same bits; OpenCV has no NV12, and is measured with I420 instead.
    bool openCvIsExact() const { return !halvedChroma || small; }
    //! Whether that call uses threads; cv::'s arithmetic does not.
    bool openCvUsesThreads() const { return !job; }
};

//! "bgr2yuv", "nv12", "i420", "add" of a scalar to bytes, and "chain5" of floats.
const std::vector<ReportWorkload>& reportWorkloads();

}  // namespace bench
