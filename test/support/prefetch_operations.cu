// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "prefetch_operations.hpp"

#include <cstdint>
#include <cstring>

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
    CV_CUDASTRIPE_HD std::uint64_t operator()(std::uint32_t a, std::uint64_t b) const { return mix(a) ^ b; }
    CV_CUDASTRIPE_HD std::uint32_t operator()(Rgb a, std::uint32_t b) const { return a.r + a.g * b; }
};

template <class T>
T load(const void* from)
{
    T value;
    std::memcpy(&value, from, sizeof(T));
    return value;
}

template <class T>
const T* typed(const void* array)
{
    return static_cast<const T*>(array);
}

// The reference calls the functor, on one element and on the host: what is under test is which element goes where.
template <class In, class Out>
PrefetchOperation unary(const char* name)
{
    PrefetchOperation operation;
    operation.name = name;
    operation.inputBytes = {sizeof(In)};
    operation.outputBytes = sizeof(Out);
    operation.emulate = [](const void* const* in, int64 count, void* out, const PrefetchShape& shape) {
        emulatePrefetched(typed<In>(in[0]), count, static_cast<Out*>(out), Mix(), shape);
    };
#ifdef __CUDACC__
    operation.enqueue = [](const void* const* in, int64 count, void* out, const PrefetchShape& shape, void* stream) {
        transformPrefetched(typed<In>(in[0]), count, static_cast<Out*>(out), Mix(), shape,
                            static_cast<cudaStream_t>(stream));
    };
    operation.enqueueOneKernel = [](const void* const* in, int64 count, void* out, const PrefetchShape& shape,
                                    void* stream) {
        transformPrefetched<Prefetch::RollingAsync, 6, 256>(typed<In>(in[0]), count, static_cast<Out*>(out), Mix(),
                                                            shape, static_cast<cudaStream_t>(stream));
    };
#endif
    operation.reference = [](const void* const* in, void* out) {
        const Out value = Mix()(load<In>(in[0]));
        std::memcpy(out, &value, sizeof(Out));
    };
    return operation;
}

template <class A, class B, class Out>
PrefetchOperation binary(const char* name)
{
    PrefetchOperation operation;
    operation.name = name;
    operation.inputBytes = {sizeof(A), sizeof(B)};
    operation.outputBytes = sizeof(Out);
    operation.emulate = [](const void* const* in, int64 count, void* out, const PrefetchShape& shape) {
        emulatePrefetched(typed<A>(in[0]), typed<B>(in[1]), count, static_cast<Out*>(out), Mix(), shape);
    };
#ifdef __CUDACC__
    operation.enqueue = [](const void* const* in, int64 count, void* out, const PrefetchShape& shape, void* stream) {
        transformPrefetched(typed<A>(in[0]), typed<B>(in[1]), count, static_cast<Out*>(out), Mix(), shape,
                            static_cast<cudaStream_t>(stream));
    };
#endif
    operation.reference = [](const void* const* in, void* out) {
        const Out value = Mix()(load<A>(in[0]), load<B>(in[1]));
        std::memcpy(out, &value, sizeof(Out));
    };
    return operation;
}

#ifdef __CUDACC__

static void check(cudaError_t error)
{
    if (error != cudaSuccess)
        CV_Error(cv::Error::GpuApiCallError, cudaGetErrorString(error));
}

class CudaPrefetchMemory : public PrefetchMemory
{
public:
    explicit CudaPrefetchMemory(size_t bytes) : bytes_(bytes)
    {
        cudaStream_t stream = nullptr;
        check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        stream_.reset(stream, cudaStreamDestroy);
        for (auto& array : arrays_) {
            void* memory = nullptr;
            check(cudaMalloc(&memory, bytes));
            array.reset(memory, cudaFree);
        }
    }

    void* array(int index) override { return arrays_[index].get(); }
    void* stream() override { return stream_.get(); }
    void upload(int index, const void* from, size_t bytes) override
    {
        check(cudaMemcpyAsync(array(index), from, bytes, cudaMemcpyHostToDevice, stream_.get()));
        check(cudaStreamSynchronize(stream_.get()));
    }
    void set(int index, int value) override { check(cudaMemsetAsync(array(index), value, bytes_, stream_.get())); }
    void download(int index, void* to, size_t bytes) override
    {
        check(cudaMemcpyAsync(to, array(index), bytes, cudaMemcpyDeviceToHost, stream_.get()));
        check(cudaStreamSynchronize(stream_.get()));
    }

private:
    size_t bytes_;
    std::shared_ptr<CUstream_st> stream_;
    std::shared_ptr<void> arrays_[3];
};

#endif

}  // namespace

std::vector<PrefetchOperation> prefetchOperations()
{
    return {unary<std::uint64_t, std::uint64_t>("8 bytes"),
            unary<std::uint8_t, std::uint8_t>("1 byte"),
            unary<std::uint16_t, std::uint32_t>("2 bytes"),
            unary<Rgb, std::uint8_t>("3 bytes"),
            unary<std::uint32_t, std::uint64_t>("4 bytes"),
            unary<Point, Point>("12 bytes"),
            unary<Wide, std::uint64_t>("16 bytes"),
            binary<std::uint32_t, std::uint64_t, std::uint64_t>("4 and 8 bytes"),
            binary<Rgb, std::uint32_t, std::uint32_t>("3 and 4 bytes")};
}

std::unique_ptr<PrefetchMemory> makePrefetchMemory(size_t bytes)
{
#ifdef __CUDACC__
    return std::make_unique<CudaPrefetchMemory>(bytes);
#else
    (void)bytes;
    return nullptr;
#endif
}

}  // namespace opencv_test
