// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "prefetch_operations.hpp"

#include <cstdint>

#include "opencv2/cudastripe/prefetch.hpp"

// Where there is no CUDA compiler this is compiled as C++, and the loops are emulated alone.

namespace opencv_test {
namespace {

template <class Word, int count = 1, int alignment = alignof(Word)>
struct alignas(alignment) Words
{
    Word words[count];
};

//! Every bit of an element counts.
struct Mix
{
    template <class Word, int count, int alignment>
    CV_CUDASTRIPE_HD Word operator()(const Words<Word, count, alignment>& element) const
    {
        std::uint64_t all = 0;
        for (Word word : element.words)
            all = (all ^ (all >> 29) ^ word) * 0xbf58476d1ce4e5b9u;
        return static_cast<Word>(all ^ (all >> 32));
    }
};

template <class In>
PrefetchOperation operationOn()
{
    using Out = decltype(Mix()(In()));
    PrefetchOperation operation{sizeof(In), sizeof(Out), {}, {}, {}};
    // It calls the functor, too: what is under test is which element goes where.
    operation.reference = [](const void* in, int64 count, void* out, const PrefetchShape&) {
        for (int64 i = 0; i < count; ++i)
            static_cast<Out*>(out)[i] = Mix()(static_cast<const In*>(in)[i]);
    };
    operation.emulate = [](const void* in, int64 count, void* out, const PrefetchShape& shape) {
        emulatePrefetched(static_cast<const In*>(in), count, static_cast<Out*>(out), Mix(), shape);
    };
#ifdef __CUDACC__
    operation.run = [](const void* in, int64 count, void* out, const PrefetchShape& shape) {
        transformPrefetched<sizeof(In) == 8 ? 1024 : 256>(static_cast<const In*>(in), count, static_cast<Out*>(out),
                                                          Mix(), shape, cudaStreamPerThread);
        CV_Assert(cudaStreamSynchronize(cudaStreamPerThread) == cudaSuccess);
    };
#endif
    return operation;
}

}  // namespace

std::vector<PrefetchOperation> prefetchOperations()
{
    return {operationOn<Words<std::uint64_t>>(),       operationOn<Words<std::uint8_t>>(),
            operationOn<Words<std::uint16_t>>(),       operationOn<Words<std::uint8_t, 3>>(),
            operationOn<Words<std::uint32_t>>(),       operationOn<Words<std::uint32_t, 3>>(),
            operationOn<Words<std::uint64_t, 2, 16>>()};
}

}  // namespace opencv_test
