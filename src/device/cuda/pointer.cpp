// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What the CUDA driver knows about an address.

#include "cuda_device.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA

#include <algorithm>

#include "driver.hpp"

namespace cv { namespace cudastripe {
namespace {

// CUDA maps memory of a discrete GPU in pages of 2 MB: a page holds small allocations of one context, and nothing else.
// cuMemGetAllocationGranularity() gives this size. Integrated GPUs were not tested, so for them nothing is assumed.
size_t pageBytes(const CudaDriver& driver, CUdevice device)
{
    int integrated = 1;
    driver.deviceGetAttribute(&integrated, CU_DEVICE_ATTRIBUTE_INTEGRATED, device);
    return integrated ? 1 : 2 << 20;
}

}  // namespace

MemoryInfo classifyByCuda(const void* address)
{
    const CudaDriver* const driver = CudaDriver::find();
    if (!driver)
        return MemoryInfo();
    unsigned type = 0, managed = 0;
    int ordinal = -1;
    CUcontext context = nullptr;
    CUdeviceptr onDevice = 0, begin = 0;
    size_t sizeBytes = 0;
    CUpointer_attribute wanted[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE,    CU_POINTER_ATTRIBUTE_IS_MANAGED,
                                    CU_POINTER_ATTRIBUTE_CONTEXT,        CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
                                    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
                                    CU_POINTER_ATTRIBUTE_RANGE_SIZE};
    void* answers[] = {&type, &managed, &context, &onDevice, &ordinal, &begin, &sizeBytes};
    const auto asked = reinterpret_cast<CUdeviceptr>(address);
    MemoryInfo info;
    if (driver->pointerGetAttributes(7, wanted, answers, asked) != CUDA_SUCCESS || (type == 0 && !managed))
        return info;
    info.managed = managed != 0;
    info.context = context;
    if (type == CU_MEMORYTYPE_DEVICE && !managed) {
        info.kind = MemoryKind::Device;
        info.device = ordinal;
    } else {
        info.kind = MemoryKind::PageLocked;
        info.kernelsReach = managed || onDevice == asked;
        info.mayBeCombined = !managed;
    }
    // A range without a context is only reserved: parts of it may have no memory.
    if (context && !managed && asked >= begin && asked - begin < sizeBytes) {
        const size_t page = info.kind == MemoryKind::Device ? pageBytes(*driver, ordinal) : 1;
        info.bytesBefore = std::max<size_t>(asked - begin, asked % page);
        info.sizeBytes = std::max<size_t>(sizeBytes - (asked - begin), page - asked % page);
    }
    return info;
}

}}  // namespace cv::cudastripe

#endif
