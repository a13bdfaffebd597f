// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "cuda_pointer.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA

#include <cuda.h>
#include <cuda_runtime_api.h>

namespace cv { namespace cudastripe {
namespace {

using GetAttributes = decltype(&cuPointerGetAttributes);

// Null if the driver cannot be asked so. Not linked, so that programs also start where there is no driver.
GetAttributes findGetAttributes()
{
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
    const cudaError_t error =
        cudaGetDriverEntryPointByVersion("cuPointerGetAttributes", &function, 12000, cudaEnableDefault, &found);
#else
    const cudaError_t error = cudaGetDriverEntryPoint("cuPointerGetAttributes", &function, cudaEnableDefault, &found);
#endif
    if (error != cudaSuccess)
        cudaGetLastError();
    return error == cudaSuccess && found == cudaDriverEntryPointSuccess ? reinterpret_cast<GetAttributes>(function)
                                                                        : nullptr;
}

MemoryInfo askRuntime(const void* address)
{
    MemoryInfo info;
    cudaPointerAttributes attributes;
    if (cudaPointerGetAttributes(&attributes, address) != cudaSuccess) {
        cudaGetLastError();
        return info;
    }
    switch (attributes.type) {
    case cudaMemoryTypeHost:
        info.kind = MemoryKind::PageLocked;
        info.kernelsReach = attributes.devicePointer == address;
        info.mayBeCombined = true;
        break;
    case cudaMemoryTypeManaged:
        info.kind = MemoryKind::PageLocked;
        info.kernelsReach = true;
        break;
    case cudaMemoryTypeDevice:
        info.kind = MemoryKind::Device;
        info.device = attributes.device;
        break;
    default:
        break;
    }
    return info;
}

}  // namespace

MemoryInfo askDriver(const void* address)
{
    static const GetAttributes getAttributes = findGetAttributes();
    unsigned type = 0, managed = 0;
    CUcontext context = nullptr;
    CUdeviceptr onDevice = 0, begin = 0;
    size_t sizeBytes = 0;
    CUpointer_attribute wanted[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE,      CU_POINTER_ATTRIBUTE_IS_MANAGED,
                                    CU_POINTER_ATTRIBUTE_CONTEXT,          CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
                                    CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, CU_POINTER_ATTRIBUTE_RANGE_SIZE};
    void* answers[] = {&type, &managed, &context, &onDevice, &begin, &sizeBytes};
    const auto asked = reinterpret_cast<CUdeviceptr>(address);
    if (!getAttributes || getAttributes(6, wanted, answers, asked) != CUDA_SUCCESS)
        return askRuntime(address);
    MemoryInfo info;
    if (type == 0 && !managed)
        return info;
    // Of memory that no context made, a range is one of addresses, of which a part may be there; and a thread without
    // a context is not told the address on the device.
    const bool whole = type == CU_MEMORYTYPE_HOST && !managed && context && onDevice == asked;
    if (!whole || asked < begin || asked - begin >= sizeBytes)
        return askRuntime(address);
    info.kind = MemoryKind::PageLocked;
    info.kernelsReach = info.mayBeCombined = true;
    info.sizeBytes = sizeBytes - (asked - begin);
    return info;
}

}}  // namespace cv::cudastripe

#endif
