// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Finds the CUDA driver in the libraries of the process.

#ifdef HAVE_CUDASTRIPE_CUDA

#include "driver.hpp"

#include <dlfcn.h>
#include <link.h>

#include <atomic>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {
namespace {

// Grows with each library that the process loads. Reading it is much faster than a search for a missing library.
unsigned long long librariesLoaded()
{
    unsigned long long count = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* info, size_t, void* result) {
            *static_cast<unsigned long long*>(result) = info->dlpi_adds;
            return 1;
        },
        &count);
    return count;
}

template <class Function>
bool lookUp(void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

const CudaDriver* lookForLibrary()
{
    void* const library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    if (!library)
        return nullptr;
    static CudaDriver driver;
#define CUDASTRIPE_TEXT(NAME) #NAME
#define CUDASTRIPE_LOOK_UP(MEMBER, FUNCTION) &&lookUp(library, CUDASTRIPE_TEXT(FUNCTION), driver.MEMBER)
    static const bool complete = true CUDASTRIPE_DRIVER_FUNCTIONS(CUDASTRIPE_LOOK_UP);
#undef CUDASTRIPE_LOOK_UP
#undef CUDASTRIPE_TEXT
    return complete ? &driver : nullptr;
}

}  // namespace

const CudaDriver* CudaDriver::find()
{
    static std::atomic<const CudaDriver*> found{nullptr};
    static std::atomic<unsigned long long> missingAmong{0};  // librariesLoaded()
    if (const CudaDriver* driver = found.load(std::memory_order_acquire))
        return driver;
    const unsigned long long loaded = librariesLoaded();
    if (loaded == missingAmong.load(std::memory_order_relaxed))
        return nullptr;
    const CudaDriver* const driver = lookForLibrary();
    if (driver)
        found.store(driver, std::memory_order_release);
    else
        missingAmong.store(loaded, std::memory_order_relaxed);
    return driver;
}

const CudaDriver& CudaDriver::get()
{
    const CudaDriver* const driver = find();
    if (!driver)
        CV_Error(Error::GpuApiCallError, "cudastripe: the CUDA driver is missing, or older than CUDA 12");
    return *driver;
}

}}  // namespace cv::cudastripe

#endif
