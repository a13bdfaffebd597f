// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "opencv2/opencv_modules.hpp"
#include "report_peers.hpp"

#ifdef HAVE_OPENCV_CUDAIMGPROC
#include "opencv2/core/cuda_stream_accessor.hpp"
#include "opencv2/cudaimgproc.hpp"
#endif

namespace bench {

#ifdef HAVE_OPENCV_CUDAIMGPROC

bool builtWithCudaImgproc()
{
    return true;
}

namespace {

void convert(const cv::Mat& src, cv::Mat& dst, const DeviceImages& images, StreamPointer stream)
{
    cv::cuda::Stream calls = cv::cuda::StreamAccessor::wrapStream(static_cast<cudaStream_t>(stream));
    cv::cuda::GpuMat in = images.src, out = images.dst;
    in.upload(src, calls);
    cv::cuda::cvtColor(in, out, cv::COLOR_BGR2YUV, 3, calls);
    out.download(dst, calls);
    calls.waitForCompletion();
}

}  // namespace

#else

bool builtWithCudaImgproc()
{
    return false;
}

namespace {

void convert(const cv::Mat&, cv::Mat&, const DeviceImages&, StreamPointer)
{
    CV_Error(cv::Error::StsNotImplemented, "this OpenCV has no module cudaimgproc");
}

}  // namespace

#endif

bool cvCudaHas(const ReportWorkload& workload)
{
    return workload.job ? haveCudaArithm() : builtWithCudaImgproc() && !workload.halvedChroma;
}

void callCvCuda(const ReportWorkload& workload, const cv::Mat& src, cv::Mat& dst, const DeviceImages& images,
                StreamPointer stream)
{
    cv::cuda::GpuMat buffer = images.dst;
    if (workload.job)
        callOpenCvCudaFromHost(*workload.job, src, dst, buffer, stream);
    else
        convert(src, dst, images, stream);
}

}  // namespace bench
