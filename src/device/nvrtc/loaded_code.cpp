// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Code that was compiled at run time, as the driver loads it.

#include "loaded_code.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA

#include <cuda_runtime_api.h>

#include <mutex>

#include "../cuda/error.hpp"

namespace cv { namespace cudastripe {
namespace {

bool isOfCurrentDevice(int architecture)
{
    int device = 0, major = 0, minor = 0;
    return cudaGetDevice(&device) == cudaSuccess &&
           cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) == cudaSuccess &&
           cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device) == cudaSuccess &&
           major * 10 + minor == architecture;
}

class LoadedCode final : public KernelCode
{
public:
    LoadedCode(std::vector<uchar> code, int architecture) : code_(std::move(code)), architecture_(architecture) {}
    ~LoadedCode() override
    {
        if (library_ && cudaLibraryUnload(library_) != cudaSuccess)
            cudaGetLastError();
    }
    LoadedCode(const LoadedCode&) = delete;
    LoadedCode& operator=(const LoadedCode&) = delete;

    const void* kernel(const char* name) const override
    {
        if (!isOfCurrentDevice(architecture_))
            return nullptr;
        std::call_once(once_, [this] {
            CUDASTRIPE_CUDA(cudaLibraryLoadData(&library_, code_.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
        });
        cudaKernel_t found = nullptr;
        if (cudaLibraryGetKernel(&found, library_, name) != cudaSuccess) {
            cudaGetLastError();
            return nullptr;
        }
        return found;
    }

private:
    const std::vector<uchar> code_;
    const int architecture_;
    mutable std::once_flag once_;
    mutable cudaLibrary_t library_ = nullptr;
};

}  // namespace

std::shared_ptr<const KernelCode> loadedCode(std::vector<uchar> code, int architecture)
{
    return std::make_shared<LoadedCode>(std::move(code), architecture);
}

}}  // namespace cv::cudastripe

#else

namespace cv { namespace cudastripe {
namespace {

struct NoKernels final : KernelCode
{
    const void* kernel(const char*) const override { return nullptr; }
};

}  // namespace

std::shared_ptr<const KernelCode> loadedCode(std::vector<uchar>, int)
{
    return std::make_shared<NoKernels>();
}

}}  // namespace cv::cudastripe

#endif
