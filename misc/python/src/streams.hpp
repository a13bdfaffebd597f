// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Streams of CUDA in Python objects.
#pragma once

#include <cstdint>
#include <vector>

#include "opencv2/cudastripe/streams.hpp"

#include <nanobind/nanobind.h>

namespace cudastripe_python {

namespace nb = nanobind;

constexpr uintptr_t kLegacyStream = 1;  // cudaStreamLegacy, as in DLPack

//! True if this build and this machine can use a GPU.
bool hasDevice();

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

/** @brief The `cudaStream_t` of an object: an integer that is not negative, an object with `ptr`, `cuda_stream` or
`__cuda_stream__`, or a Pipeline; 0 for None.
@throws nb::type_error for another object */
uintptr_t streamHandle(nb::handle object);

/** @brief The stream that the caller gave with a call, and the streams that it waits for. */
class CallStream
{
public:
    //! @param object as of streamHandle()
    explicit CallStream(nb::handle object) : object_(object), handle_(streamHandle(object)) {}

    cv::cudastripe::StreamRef ref() const;
    //! What the caller gave; of a Pipeline the number of its stream.
    nb::object object() const;
    //! The caller's stream, or the default stream if there is none.
    uintptr_t consumer() const { return handle_ ? handle_ : kLegacyStream; }

    /** @brief Makes consumer() wait for the work that is on the producer's stream. Waits once for each producer: the
    arrays of a call were there before it, and so was the work on them.
    @param memory says on which device */
    void await(uintptr_t producer, const void* memory) const;
    //! Lets await() wait for all producers again: an array made during the call may have memory that others used.
    void awaitAnew() const { awaited_.clear(); }

private:
    struct Awaited
    {
        uintptr_t producer;
        int device;
    };
    nb::handle object_;
    uintptr_t handle_;
    mutable std::vector<Awaited> awaited_;
};

}  // namespace cudastripe_python
