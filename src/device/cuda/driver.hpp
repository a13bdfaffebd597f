// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <cuda.h>

namespace cv { namespace cudastripe {

/** @brief Functions of the CUDA driver that the runtime has no equal for.

They are looked up in the library that the process has already loaded. To link or load it, or to ask the runtime for
them, would end CUDA in the processes that are forked later. */
struct CudaDriver
{
    //! Null while the process has not loaded the driver's library, or if that lacks one of the functions.
    static const CudaDriver* find();
    //! After a call of the runtime, which loads it; throws if it is not there.
    static const CudaDriver& get();

    decltype(&cuPointerGetAttributes) pointerGetAttributes;
    decltype(&cuCtxGetCurrent) ctxGetCurrent;
    decltype(&cuCtxPushCurrent) ctxPushCurrent;
    decltype(&cuCtxPopCurrent) ctxPopCurrent;
    decltype(&cuCtxGetDevice) ctxGetDevice;
    decltype(&cuCtxGetFlags) ctxGetFlags;
    decltype(&cuCtxGetId) ctxGetId;
    decltype(&cuDeviceGet) deviceGet;
    decltype(&cuDevicePrimaryCtxRetain) primaryCtxRetain;
    decltype(&cuDevicePrimaryCtxRelease) primaryCtxRelease;
    decltype(&cuStreamGetCtx) streamGetCtx;
    decltype(&cuStreamGetId) streamGetId;
    decltype(&cuStreamIsCapturing) streamIsCapturing;
};

}}  // namespace cv::cudastripe
