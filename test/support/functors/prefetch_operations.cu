// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "prefetch_operations.hpp"

#include <cstdint>
#include <memory>

#include "opencv2/cudastripe/prefetch.hpp"

// Where there is no CUDA compiler this is compiled as C++, and the loops are emulated alone.

namespace opencv_test {
namespace {

struct Rgb
{
    std::uint8_t r, g, b;
};

struct Point
{
    float x, y, z;
};

struct alignas(16) Wide
{
    std::uint64_t low, high;
};

struct Mix
{
    CV_CUDASTRIPE_HD static std::uint64_t mix(std::uint64_t x) { return (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9u; }

    CV_CUDASTRIPE_HD std::uint8_t operator()(std::uint8_t x) const { return static_cast<std::uint8_t>(mix(x) >> 16); }
    CV_CUDASTRIPE_HD std::uint32_t operator()(std::uint16_t x) const { return static_cast<std::uint32_t>(mix(x)); }
    CV_CUDASTRIPE_HD std::uint8_t operator()(Rgb p) const { return static_cast<std::uint8_t>(p.r ^ (p.g + p.b)); }
    CV_CUDASTRIPE_HD std::uint64_t operator()(std::uint32_t x) const { return mix(x); }
    CV_CUDASTRIPE_HD std::uint64_t operator()(std::uint64_t x) const { return mix(x); }
    CV_CUDASTRIPE_HD Point operator()(Point p) const { return {p.y, p.z, p.x}; }
    CV_CUDASTRIPE_HD std::uint64_t operator()(Wide w) const { return mix(w.low) ^ w.high; }
};

#ifdef __CUDACC__

// A stream of its own: nothing may depend on the default one.
template <class Enqueue>
PrefetchOperation::Run onStream(const Enqueue& enqueue)
{
    return [enqueue](const void* in, int64 count, void* out, const PrefetchShape& shape) {
        const auto check = [](cudaError_t error) {
            if (error != cudaSuccess)
                CV_Error(cv::Error::GpuApiCallError, cudaGetErrorString(error));
        };
        static const auto stream = [&] {
            cudaStream_t created = nullptr;
            check(cudaStreamCreateWithFlags(&created, cudaStreamNonBlocking));
            return std::shared_ptr<CUstream_st>(created, cudaStreamDestroy);
        }();
        enqueue(in, count, out, shape, stream.get());
        check(cudaStreamSynchronize(stream.get()));
    };
}

#endif

// The reference calls the functor, too: what is under test is which element goes where.
template <class In, class Out>
PrefetchOperation operationOn(const char* name)
{
    PrefetchOperation operation{name, sizeof(In), sizeof(Out), {}, {}, {}, {}};
    operation.emulate = [](const void* in, int64 count, void* out, const PrefetchShape& shape) {
        emulatePrefetched(static_cast<const In*>(in), count, static_cast<Out*>(out), Mix(), shape);
    };
#ifdef __CUDACC__
    operation.run =
        onStream([](const void* in, int64 count, void* out, const PrefetchShape& shape, cudaStream_t stream) {
            transformPrefetched(static_cast<const In*>(in), count, static_cast<Out*>(out), Mix(), shape, stream);
        });
    operation.runOneKernel =
        onStream([](const void* in, int64 count, void* out, const PrefetchShape& shape, cudaStream_t stream) {
            transformPrefetched<Prefetch::RollingAsync, 6, 256>(static_cast<const In*>(in), count,
                                                                static_cast<Out*>(out), Mix(), shape, stream);
        });
#endif
    operation.reference = [](const void* in, int64 count, void* out) {
        for (int64 i = 0; i < count; ++i)
            static_cast<Out*>(out)[i] = Mix()(static_cast<const In*>(in)[i]);
    };
    return operation;
}

}  // namespace

std::vector<PrefetchOperation> prefetchOperations()
{
    return {operationOn<std::uint64_t, std::uint64_t>("8 bytes"), operationOn<std::uint8_t, std::uint8_t>("1 byte"),
            operationOn<std::uint16_t, std::uint32_t>("2 bytes"), operationOn<Rgb, std::uint8_t>("3 bytes"),
            operationOn<std::uint32_t, std::uint64_t>("4 bytes"), operationOn<Point, Point>("12 bytes"),
            operationOn<Wide, std::uint64_t>("16 bytes")};
}

}  // namespace opencv_test
