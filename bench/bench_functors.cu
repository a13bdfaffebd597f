// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// What user functors reach on arrays in device memory, beside CUB's DeviceTransform with the same functors and a copy
// of as many bytes. Data comes from memory: the arrays take turns.

#include <cub/device/device_transform.cuh>

#include "benchmark_main.hpp"
#include "gpu_context.hpp"
#include "kernel_case.hpp"
#include "opencv2/cudastripe/functor.hpp"

namespace bench { namespace {

using cv::cudastripe::Pixel;
using cv::cudastripe::SameBits;
using cv::cudastripe::StreamHandle;

struct Scale
{
    CV_CUDASTRIPE_HD float operator()(float x) const { return x * 0.5f; }
};

struct Mean
{
    CV_CUDASTRIPE_HD float operator()(float a, float b) const { return (a + b) * 0.5f; }
};

struct Invert
{
    CV_CUDASTRIPE_HD uchar operator()(uchar x) const { return static_cast<uchar>(255 - x); }
};

struct Widen
{
    CV_CUDASTRIPE_HD float operator()(uchar x) const { return x * 0.5f; }
};

struct Gray
{
    CV_CUDASTRIPE_HD uchar operator()(Pixel<uchar, 4> p) const
    {
        return static_cast<uchar>((29 * p[0] + 150 * p[1] + 77 * p[2] + 128) >> 8);
    }
};

struct SwapEnds
{
    template <class T>
    CV_CUDASTRIPE_HD Pixel<T, 3> operator()(Pixel<T, 3> p) const
    {
        return {p[2], p[1], p[0]};
    }
};

//! Where the arrays of a case lie in a frame's memory, one behind the other.
template <class Out, class... In>
struct Arrays
{
    size_t odd;  //!< bytes that each is moved by
    int64 count;

    Arrays(const FrameSize& size, size_t by)
        : odd(by), count(static_cast<int64>(size.bytes() / (sizeof(Out) + (sizeof(In) + ...))) / 4096 * 4096 - 4096)
    {
    }

    size_t bytes() const { return static_cast<size_t>(count) * (sizeof(Out) + (sizeof(In) + ...)); }

    template <class T>
    T* at(const DeviceFrame& frame, size_t elementsBefore) const
    {
        return reinterpret_cast<T*>(frame.in.data + odd + elementsBefore * static_cast<size_t>(count));
    }
};

template <class Case>
void add(const FrameSize& size, const SharedLazy<DeviceFrames>& frames, const std::string& name, size_t bytes,
         const Case& run)
{
    registerKernelCase(size, {name, frames, run, {}, bytes});
}

template <class Out, class In, class F>
void addUnary(const FrameSize& size, const SharedLazy<DeviceFrames>& frames, const std::string& name, const F& f,
              size_t odd = 0)
{
    const Arrays<Out, In> arrays(size, odd);
    add(size, frames, name + "/transform", arrays.bytes(), [=](const DeviceFrame& frame, const CudaStream& stream) {
        cv::cudastripe::transform(arrays.template at<const In>(frame, 0), arrays.count,
                                  arrays.template at<Out>(frame, sizeof(In)), f, SameBits::No,
                                  StreamHandle(stream.get()));
    });
    add(size, frames, name + "/cub", arrays.bytes(), [=](const DeviceFrame& frame, const CudaStream& stream) {
        BENCH_CUDA(cub::DeviceTransform::Transform(arrays.template at<const In>(frame, 0),
                                                   arrays.template at<Out>(frame, sizeof(In)), arrays.count, f,
                                                   stream.get()));
    });
}

template <class Out, class A, class B, class F>
void addBinary(const FrameSize& size, const SharedLazy<DeviceFrames>& frames, const std::string& name, const F& f)
{
    const Arrays<Out, A, B> arrays(size, 0);
    add(size, frames, name + "/transform", arrays.bytes(), [=](const DeviceFrame& frame, const CudaStream& stream) {
        cv::cudastripe::transform(arrays.template at<const A>(frame, 0), arrays.template at<const B>(frame, sizeof(A)),
                                  arrays.count, arrays.template at<Out>(frame, sizeof(A) + sizeof(B)), f, SameBits::No,
                                  StreamHandle(stream.get()));
    });
    add(size, frames, name + "/cub", arrays.bytes(), [=](const DeviceFrame& frame, const CudaStream& stream) {
        const auto in = ::cuda::std::make_tuple(arrays.template at<const A>(frame, 0),
                                                arrays.template at<const B>(frame, sizeof(A)));
        BENCH_CUDA(cub::DeviceTransform::Transform(in, arrays.template at<Out>(frame, sizeof(A) + sizeof(B)),
                                                   arrays.count, f, stream.get()));
    });
}

void registerSize(const FrameSize& size)
{
    const auto frames = lazyDeviceFrames(size);
    const size_t half = size.bytes() / 2;
    add(size, frames, "copy", 2 * half, [=](const DeviceFrame& frame, const CudaStream& stream) {
        BENCH_CUDA(cudaMemcpyAsync(frame.in.data + half, frame.in.data, half, cudaMemcpyDeviceToDevice, stream.get()));
    });
    addUnary<float, float>(size, frames, "float", Scale());
    addBinary<float, float, float>(size, frames, "two_floats", Mean());
    addUnary<uchar, uchar>(size, frames, "uchar", Invert());
    addUnary<float, uchar>(size, frames, "uchar_to_float", Widen());
    addUnary<uchar, Pixel<uchar, 4>>(size, frames, "bgra_to_gray", Gray());
    addUnary<Pixel<uchar, 3>, Pixel<uchar, 3>>(size, frames, "bgr", SwapEnds());
    addUnary<Pixel<float, 3>, Pixel<float, 3>>(size, frames, "float_bgr", SwapEnds());
    addUnary<uchar, Pixel<uchar, 4>>(size, frames, "bgra_to_gray_odd_pointer", Gray(), 1);
    addUnary<float, float>(size, frames, "float_odd_pointer", Scale(), 4);
}

}}  // namespace bench

int main(int argc, char** argv)
{
    return bench::runBenchmarks(argc, argv, [] {
        bench::requireGpu();
        for (const bench::FrameSize& size : bench::frameSizes())
            bench::registerSize(size);
    });
}
