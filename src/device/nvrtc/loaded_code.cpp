// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Code that was compiled at run time, as the driver loads it.

#include "compile.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA

#include <cuda_runtime_api.h>

#include <atomic>
#include <cstring>
#include <mutex>

#include "../cuda/driver.hpp"
#include "opencv2/core/utils/logger.hpp"

namespace cv { namespace cudastripe {
namespace {

bool isOf(int device, int architecture)
{
    int major = 0, minor = 0;
    return cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) == cudaSuccess &&
           cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device) == cudaSuccess &&
           major * 10 + minor == architecture;
}

class LoadedCode final : public KernelCode
{
public:
    LoadedCode(std::vector<uchar> code, int architecture) : code_(std::move(code)), architecture_(architecture) {}
    // In relaxed mode, so that the call does not break a capture of another thread.
    ~LoadedCode() override
    {
        const CudaDriver* const driver = library_ ? CudaDriver::find() : nullptr;
        if (!driver)
            return;
        cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
        cudaThreadExchangeStreamCaptureMode(&mode);
        driver->libraryUnload(library_);
        cudaThreadExchangeStreamCaptureMode(&mode);
    }
    LoadedCode(const LoadedCode&) = delete;
    LoadedCode& operator=(const LoadedCode&) = delete;

    const void* kernel(const char* name) const override
    {
        int device = -1;
        if (cudaGetDevice(&device) != cudaSuccess || (device != lastDevice_ && !isOf(device, architecture_)))
            return nullptr;
        lastDevice_ = device;
        if (!loaded_)
            load();
        for (Kernel& each : kernels_) {
            if (library_ && std::strcmp(each.name, name) == 0)
                return each.in(library_);
        }
        return nullptr;
    }

private:
    struct Kernel
    {
        const char* name;
        std::atomic<CUkernel> found{nullptr};

        // Looks a kernel up on first use: not all code has all kernels, and a debugger reports failed look-ups.
        CUkernel in(CUlibrary library)
        {
            CUkernel kernel = found;
            if (!kernel && CudaDriver::get().libraryGetKernel(&kernel, library, name) == CUDA_SUCCESS)
                found = kernel;
            return kernel;
        }
    };

    // If the code cannot be loaded, the interpreter runs the chain.
    void load() const
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (loaded_)
            return;
        const CUresult error =
            CudaDriver::get().libraryLoadData(&library_, code_.data(), nullptr, nullptr, 0, nullptr, nullptr, 0);
        if (error != CUDA_SUCCESS) {
            library_ = nullptr;
            CV_LOG_WARNING(NULL, "cudastripe: the driver does not load the code of a compiled chain (error "
                                     << int(error) << "); the chain is interpreted instead");
        }
        loaded_ = true;
    }

    const std::vector<uchar> code_;
    const int architecture_;
    mutable std::atomic<int> lastDevice_{-1};  // the last one that was found to have architecture_
    mutable std::mutex mutex_;                 // guards the loading
    mutable std::atomic<bool> loaded_{false};
    mutable CUlibrary library_ = nullptr;
    mutable Kernel kernels_[3] = {{"groups"}, {"words"}, {"rowsOfYuv"}};
};

}  // namespace

std::shared_ptr<const KernelCode> loadedCode(std::vector<uchar> code, int architecture)
{
    return std::make_shared<LoadedCode>(std::move(code), architecture);
}

}}  // namespace cv::cudastripe

#else

namespace cv { namespace cudastripe {

std::shared_ptr<const KernelCode> loadedCode(std::vector<uchar>, int)
{
    return nullptr;
}

}}  // namespace cv::cudastripe

#endif
