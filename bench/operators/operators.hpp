// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Operators on 8K images: the jobs, other libraries' ways to do them, and what bench_operators does with them.

#pragma once

#include <string>
#include <vector>

#include "../common/frames.hpp"
#include "opencv2/cudastripe/chain.hpp"

namespace bench {

/** @brief A chain on 8K images of one type, which is the type of the result, too.

Its numbers are such that this library, cv:: and cv::cuda must give the same bits: no product needs more than the 24
bits of a float. */
struct OperatorJob
{
    std::string name;
    int type;
    cv::cudastripe::Chain chain;

    static cv::Size size() { return cv::Size(7680, 4320); }
    std::string typeName() const { return cv::typeToString(type).substr(3); }  // without CV_
};

//! "chain5": five steps, of which none could be left out, on bytes or on single-precision numbers.
OperatorJob chainOfFive(int type);
//! What is measured from host memory: single operators and the chain, 8-bit.
std::vector<OperatorJob> hostJobs();
//! What is measured in device memory.
std::vector<OperatorJob> deviceJobs();

//! OpenCV on the CPU: a call for each step, the first from src to dst, the others in place.
void callOpenCv(const OperatorJob& job, const cv::Mat& src, const cv::Mat& second, cv::Mat& dst);

//! A CUDA stream.
using StreamPointer = void*;

//! The same calls by cv::cuda.
struct CudaArithm
{
    //! Enqueues them.
    void (*onDevice)(const OperatorJob& job, const DeviceFrame& frame, StreamPointer stream);
    //! GpuMat::upload, the calls, GpuMat::download, and the wait for them.
    void (*fromHost)(const OperatorJob& job, const HostFrame& frame, cv::cuda::GpuMat buffer, StreamPointer stream);
};
//! Null if the OpenCV of this build lacks its module cudaarithm.
const CudaArithm* cudaArithm();

//! cub::DeviceTransform with a functor for the whole job, written for its type, enqueued.
void callCub(const OperatorJob& job, const DeviceFrame& frame, StreamPointer stream);

constexpr int kImageSets = 4;

/** @brief Page-locked to page-locked memory: the bound, this library, and cv::cuda if there is one. Device to device
memory: this library, CUB, cv::cuda if there is one, and a copy of as many bytes. */
void registerOperatorsOnGpu();

//! The rows at the end by which results are checked: a call must have come to its end to have them.
template <class Image>
Frame<Image> checkedRows(const Frame<Image>& frame)
{
    const auto part = [](const Image& image) {
        return image.empty() ? image : image.rowRange(image.rows - 270, image.rows);
    };
    return {part(frame.in), part(frame.out), part(frame.second), frame.memory};
}

//! Compares a result with what OpenCV's calls give for the same sources.
//! @throws cv::Exception that names the job and whose result it is, if they differ
void checkResult(const OperatorJob& job, const std::string& whose, const HostFrame& frame);

}  // namespace bench
