// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The functions of the CUDA driver that the library calls directly.

#pragma once

#include <cuda.h>

// One row for each function: its name here, and its name in cuda.h, which is a macro for a versioned name.
#define CUDASTRIPE_DRIVER_FUNCTIONS(ROW)              \
    ROW(pointerGetAttributes, cuPointerGetAttributes) \
    ROW(ctxGetCurrent, cuCtxGetCurrent)               \
    ROW(ctxPushCurrent, cuCtxPushCurrent)             \
    ROW(ctxPopCurrent, cuCtxPopCurrent)               \
    ROW(ctxGetDevice, cuCtxGetDevice)                 \
    ROW(ctxGetFlags, cuCtxGetFlags)                   \
    ROW(ctxGetId, cuCtxGetId)                         \
    ROW(deviceGet, cuDeviceGet)                       \
    ROW(deviceGetAttribute, cuDeviceGetAttribute)     \
    ROW(deviceGetName, cuDeviceGetName)               \
    ROW(primaryCtxRetain, cuDevicePrimaryCtxRetain)   \
    ROW(primaryCtxRelease, cuDevicePrimaryCtxRelease) \
    ROW(libraryGetKernel, cuLibraryGetKernel)         \
    ROW(libraryLoadData, cuLibraryLoadData)           \
    ROW(libraryUnload, cuLibraryUnload)               \
    ROW(streamGetCtx, cuStreamGetCtx)                 \
    ROW(streamGetId, cuStreamGetId)                   \
    ROW(streamIsCapturing, cuStreamIsCapturing)

namespace cv { namespace cudastripe {

/** @brief Functions in the driver's library that the process has already loaded.

Linking or loading the library, or asking the runtime for the functions, would break CUDA in processes forked later. */
struct CudaDriver
{
    //! Null while the process has not loaded the driver's library, or if that lacks one of the functions.
    static const CudaDriver* find();
    //! Call it after a call of the runtime, which loads the driver. Throws if the driver is missing.
    static const CudaDriver& get();

#define CUDASTRIPE_MEMBER(MEMBER, FUNCTION) decltype(&FUNCTION) MEMBER;
    CUDASTRIPE_DRIVER_FUNCTIONS(CUDASTRIPE_MEMBER)
#undef CUDASTRIPE_MEMBER
};

}}  // namespace cv::cudastripe
