// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "opencv2/opencv_modules.hpp"
#include "peers.hpp"

#ifdef HAVE_OPENCV_CUDAIMGPROC
#include "opencv2/core/cuda_stream_accessor.hpp"
#include "opencv2/cudaimgproc.hpp"
#endif

namespace bench {

std::function<void(const HostFrame& frame, const DeviceFrame& device, StreamPointer stream)> cvCudaFor(
    const ReportWorkload& workload)
{
    if (workload.job && haveCudaArithm()) {
        return [job = workload.job](const HostFrame& frame, const DeviceFrame& device, StreamPointer stream) {
            callOpenCvCudaFromHost(*job, frame, device.out, stream);
        };
    }
#ifdef HAVE_OPENCV_CUDAIMGPROC
    if (!workload.job && workload.layout == cv::cudastripe::YuvLayout::Packed444) {
        return [code = workload.code](const HostFrame& frame, const DeviceFrame& device, StreamPointer stream) {
            cv::cuda::Stream calls = cv::cuda::StreamAccessor::wrapStream(static_cast<cudaStream_t>(stream));
            cv::cuda::GpuMat in = device.in, out = device.out;
            in.upload(frame.in, calls);
            cv::cuda::cvtColor(in, out, code, 3, calls);
            out.download(frame.out, calls);
            calls.waitForCompletion();
        };
    }
#endif
    return nullptr;
}

}  // namespace bench
