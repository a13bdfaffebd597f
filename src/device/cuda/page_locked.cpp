// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Page-locked memory of callers.

#include "cuda_device.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA

#include <unistd.h>

#include <map>
#include <mutex>

#include "context.hpp"

namespace cv { namespace cudastripe {
namespace {

// The context of usualCudaDevice(); null if there is none, as in a forked child. Kept for good: at exit, CUDA may be
// gone before our objects.
std::shared_ptr<CudaContext> usualContext()
{
    static std::mutex& mutex = *new std::mutex;
    static auto& contexts = *new std::map<std::pair<pid_t, int>, std::shared_ptr<CudaContext>>;
    const int number = usualCudaDevice();
    if (number >= cudaDeviceCount())
        return nullptr;
    const std::lock_guard<std::mutex> lock(mutex);
    std::shared_ptr<CudaContext>& context = contexts[{getpid(), number}];
    try {
        if (!context || context->wasReset())
            context = std::make_shared<CudaContext>(number);
    } catch (const cv::Exception&) {
        return nullptr;
    }
    return context;
}

// Owns memory: the last reference calls undo(memory), but not in a forked child, which has no CUDA.
template <class Undo>
std::shared_ptr<void> owning(void* memory, const std::shared_ptr<CudaContext>& context, const Undo& undo)
{
    return {memory, [context, undo, process = getpid()](void* owned) noexcept {
                if (getpid() == process)
                    context->destroy([&] { return undo(owned); });
            }};
}

}  // namespace

bool canPageLock()
{
    return usualContext() != nullptr;
}

std::shared_ptr<void> allocatePageLocked(size_t sizeBytes)
{
    const std::shared_ptr<CudaContext> context = usualContext();
    void* const memory = context ? context->allocate(MemoryKind::PageLocked, sizeBytes) : nullptr;
    return memory ? owning(memory, context, cudaFreeHost) : nullptr;
}

// Not with cudaHostRegisterReadOnly: drivers were seen to hang with it on the pages of a file.
std::shared_ptr<void> pageLock(void* memory, size_t sizeBytes)
{
    const std::shared_ptr<CudaContext> context = usualContext();
    if (!context)
        return nullptr;
    const CudaScope scope(*context);
    const cudaError_t error = cudaHostRegister(memory, sizeBytes, cudaHostRegisterPortable | cudaHostRegisterMapped);
    if (error == cudaSuccess)
        return owning(memory, context, cudaHostUnregister);
    cudaGetLastError();
    if (error == cudaErrorHostMemoryAlreadyRegistered || classifyByCuda(memory).kind != MemoryKind::Pageable) {
        CV_Error_(Error::StsBadArg,
                  ("cudastripe::Pin: image at %p, %zu bytes, is page-locked or on a device already, at "
                   "least in part; such memory needs no Pin, and parts of an image need one for all",
                   memory, sizeBytes));
    }
    CV_Error_(Error::GpuApiCallError,
              ("cudastripe::Pin: image at %p, %zu bytes, cannot be page-locked: %s (%s); copy it "
               "into a Mat of cudastripe::pinned()",
               memory, sizeBytes, cudaGetErrorString(error), cudaGetErrorName(error)));
}

}}  // namespace cv::cudastripe

#else

namespace cv { namespace cudastripe {

bool canPageLock()
{
    return false;
}

std::shared_ptr<void> allocatePageLocked(size_t)
{
    return nullptr;
}

std::shared_ptr<void> pageLock(void*, size_t)
{
    return nullptr;
}

}}  // namespace cv::cudastripe

#endif
