// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Streams of CUDA in Python objects.
#pragma once

#include <cstdint>

#include "opencv2/cudastripe/pipeline.hpp"
#include "opencv2/cudastripe/stream_ref.hpp"

#include <nanobind/nanobind.h>

namespace cudastripe_python {

namespace nb = nanobind;

constexpr uintptr_t kLegacyStream = 1;  // cudaStreamLegacy, as in DLPack

/** @brief A Pipeline that knows its stream. */
struct PipelineOnStream
{
    PipelineOnStream(uintptr_t handle, cv::cudastripe::Striper& striper)
        : stream(handle), pipeline(cv::cudastripe::StreamHandle(reinterpret_cast<void*>(handle)), striper)
    {
    }
    uintptr_t stream;
    cv::cudastripe::Pipeline pipeline;
};

/** @brief The stream of an object: an integer, an object with `ptr`, `cuda_stream` or `__cuda_stream__`, a Pipeline, or
None.
@throws nb::type_error for another object */
cv::cudastripe::StreamRef streamOf(nb::handle object);
//! The `cudaStream_t` of the same objects; 0 for None.
uintptr_t streamHandle(nb::handle object);

/** @brief Makes the caller's stream, or the default stream if there is none, wait for the work that is on the
producer's.
@param memory says on which device */
void awaitProducer(uintptr_t producer, nb::handle stream, const void* memory);

}  // namespace cudastripe_python
