// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Which CUDA devices there are, in builds with and without CUDA.

#include "cuda_device.hpp"

#include <mutex>
#include <set>

#include "opencv2/core/utils/logger.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA
#include "../../cuda/kernels.hpp"
#include "context.hpp"
#endif

namespace cv { namespace cudastripe {
namespace {

bool warnedFor(int number)
{
    static std::mutex mutex;
    static std::set<int>& warned = *new std::set<int>;  // outlives every static destructor
    std::lock_guard<std::mutex> lock(mutex);
    return !warned.insert(number).second;
}

void warnOnce(int number, const String& reason)
{
    if (!warnedFor(number))
        CV_LOG_WARNING(NULL, "cudastripe does not use CUDA device " << number << ": " << reason);
}

}  // namespace

#ifdef HAVE_CUDASTRIPE_CUDA

int cudaDeviceCount()
{
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess) {
        cudaGetLastError();
        return 0;
    }
    return count;
}

int usualCudaDevice()
{
    // If the driver was not started, nobody can have chosen a device yet.
    const CudaDriver* const driver = CudaDriver::find();
    CUcontext context = nullptr;
    if (!driver || driver->ctxGetCurrent(&context) != CUDA_SUCCESS)
        return 0;
    int number = 0;
    if (cudaGetDevice(&number) != cudaSuccess)
        cudaGetLastError();
    return number;
}

int currentCudaDevice()
{
    int number = -1;
    if (cudaDeviceCount() == 0 || cudaGetDevice(&number) != cudaSuccess) {
        cudaGetLastError();
        return -1;
    }
    return number;
}

std::shared_ptr<Device> openCudaDevice(int number)
{
    String reason = "there is no such device";
    if (number >= 0 && number < cudaDeviceCount()) {
        try {
            const PrimaryContext context(number);
            const CudaScope scope(context);
            const cudaError_t error = probeKernel();
            if (error == cudaSuccess)
                return makeCudaDevice(number);
            cudaGetLastError();
            reason = cudaGetErrorString(error);
        } catch (const cv::Exception& e) {
            reason = e.err;
        }
    }
    warnOnce(number, reason);
    return nullptr;
}

#else

int cudaDeviceCount()
{
    return 0;
}

MemoryInfo classifyByCuda(const void*)
{
    return MemoryInfo();
}

int usualCudaDevice()
{
    return 0;
}

int currentCudaDevice()
{
    return -1;
}

std::shared_ptr<Device> openCudaDevice(int number)
{
    warnOnce(number, "this build has no CUDA");
    return nullptr;
}

#endif

}}  // namespace cv::cudastripe
