// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "opencv2/cudastripe/prefetch_shape.hpp"

namespace opencv_test {

using namespace cv::cudastripe;

/** @brief A loop that prefetches under test, its elements seen as bytes. */
struct PrefetchOperation
{
    using Arrays = const void* const*;

    std::string name;
    std::vector<size_t> inputBytes;  //!< of an element, one for each input
    size_t outputBytes;
    std::function<void(Arrays in, int64 count, void* out, const PrefetchShape&)> emulate;
    //! On a cudaStream_t; empty where the kernels were not compiled.
    std::function<void(Arrays in, int64 count, void* out, const PrefetchShape&, void* stream)> enqueue;
    //! The same by the one kernel of RollingAsync, distance 6, up to 256 threads a block.
    std::function<void(Arrays in, int64 count, void* out, const PrefetchShape&, void* stream)> enqueueOneKernel;
    //! One element, computed by a plain function of its own.
    std::function<void(Arrays in, void* out)> reference;
};

//! Inputs of 1, 2, 3, 4, 8, 12 and 16 bytes, and pairs. The first is of 8 bytes and may be done in place.
std::vector<PrefetchOperation> prefetchOperations();

//! Device memory for one operation, and a stream.
class PrefetchMemory
{
public:
    virtual ~PrefetchMemory() = default;
    virtual void* array(int index) = 0;  //!< 0 and 1 for inputs, 2 for the output
    virtual void* stream() = 0;
    virtual void upload(int index, const void* from, size_t bytes) = 0;
    //! Sets all bytes of an array.
    virtual void set(int index, int value) = 0;
    //! Waits for what is on the stream.
    virtual void download(int index, void* to, size_t bytes) = 0;
};

//! @param bytes of each array. Null where the kernels were not compiled.
std::unique_ptr<PrefetchMemory> makePrefetchMemory(size_t bytes);

}  // namespace opencv_test
