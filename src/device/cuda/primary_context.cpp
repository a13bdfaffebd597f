// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifdef HAVE_CUDASTRIPE_CUDA

#include "primary_context.hpp"

#include "error.hpp"

namespace cv { namespace cudastripe {

PrimaryContext::PrimaryContext(int number)
{
    int count = 0;
    CUDASTRIPE_CUDA(cudaGetDeviceCount(&count));  // starts the driver
    const CudaDriver& driver = CudaDriver::get();
    if (driver.deviceGet(&device_, number) != CUDA_SUCCESS ||
        driver.primaryCtxRetain(&context_, device_) != CUDA_SUCCESS) {
        CV_Error_(Error::GpuApiCallError, ("cudastripe: CUDA device %d gives no context", number));
    }
}

PrimaryContext::~PrimaryContext()
{
    CudaDriver::find()->primaryCtxRelease(device_);
}

}}  // namespace cv::cudastripe

#endif
