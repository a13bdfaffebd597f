// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Several copies by one call of the driver.

#pragma once

#include <cuda_runtime_api.h>

#include "../../op/plane_view.hpp"
#include "opencv2/core/utility.hpp"

namespace cv { namespace cudastripe {

/** @brief Enqueues copies of contiguous bytes (see PieceCopy::joins()). They may run in any order.

The copy engine pauses less between them than between copies of separate calls: a second copy in each of ten stripes of
8K NV12 costs 0.7 us instead of 3.3 us a stripe (H100).
@return cudaErrorNotSupported, with nothing enqueued, if the toolkit or the driver has no such call */
inline cudaError_t copyInOneCall(cudaStream_t stream, const PieceCopy* first, const PieceCopy* last)
{
#if CUDART_VERSION >= 13000
    const size_t count = static_cast<size_t>(last - first);
    AutoBuffer<void*, 16> to(count);
    AutoBuffer<const void*, 16> from(count);
    AutoBuffer<size_t, 16> bytes(count);
    for (size_t i = 0; i < count; ++i) {
        to[i] = first[i].dst.base;
        from[i] = first[i].src.base;
        bytes[i] = static_cast<size_t>(first[i].bytes());
    }
    cudaMemcpyAttributes attributes = {};
    attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    size_t ofCopies = 0;
    const cudaError_t error =
        cudaMemcpyBatchAsync(to.data(), from.data(), bytes.data(), count, &attributes, &ofCopies, 1, stream);
    return error == cudaErrorCallRequiresNewerDriver ? cudaErrorNotSupported : error;
#else
    static_cast<void>(stream), static_cast<void>(first), static_cast<void>(last);
    return cudaErrorNotSupported;
#endif
}

}}  // namespace cv::cudastripe
