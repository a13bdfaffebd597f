// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "operator_peers.hpp"
#include "report_workload.hpp"

// What other libraries have for a workload. Those that this build lacks, or that have nothing for it, say so.

namespace bench {

//! The peers that this build lacks, apart by commas.
std::string missingPeers();

bool builtWithLibyuv();
//! libyuv's conversion on the CPU, by one thread.
bool libyuvHas(const ReportWorkload& workload);
void callLibyuv(const cv::Mat& src, cv::Mat& dst);
//! The same in as many runs of rows as there are threads.
void callLibyuvInRows(const cv::Mat& src, cv::Mat& dst);

//! Whether the OpenCV of this build has cv::cuda::cvtColor; haveCudaArithm says the same of operators.
bool builtWithCudaImgproc();
//! GpuMat::upload, cv::cuda's calls, GpuMat::download, and the wait for them.
bool cvCudaHas(const ReportWorkload& workload);
void callCvCuda(const ReportWorkload& workload, const cv::Mat& src, cv::Mat& dst, const DeviceImages& images,
                StreamPointer stream);

bool builtWithNpp();
//! NPP's calls, enqueued. It has packed YUV with an alpha channel only, so that BGR2YUV gives planes; I420 for NV12.
bool nppHas(const ReportWorkload& workload);
bool nppIsExact(const ReportWorkload& workload);
void callNpp(const ReportWorkload& workload, const DeviceImages& images, StreamPointer stream);

//! One kernel as one writes it first, a thread for each pixel, on host memory that is mapped: enqueued.
void callZeroCopyKernel(const ReportWorkload& workload, const cv::Mat& src, cv::Mat& dst, StreamPointer stream);

}  // namespace bench
