// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Kernels as one writes them first: a thread for each pixel, no vectors.

#include "../common/gpu.hpp"
#include "workload.hpp"

namespace bench {
namespace {

using cv::cudastripe::YuvLayout;

__device__ int descaled(int value)
{
    return (value + (1 << 13)) >> 14;
}

__device__ uchar saturated(int value)
{
    return static_cast<uchar>(min(max(value, 0), 255));
}

__global__ void toYuv(const uchar* src, uchar* dst, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const size_t at = i;
    const int b = src[4 * at], g = src[4 * at + 1], r = src[4 * at + 2];
    const int y = descaled(1868 * b + 9617 * g + 4899 * r);
    dst[3 * at] = saturated(y);
    dst[3 * at + 1] = saturated(descaled(8061 * (b - y) + (128 << 14)));
    dst[3 * at + 2] = saturated(descaled(14369 * (r - y) + (128 << 14)));
}

__device__ uchar luma(const uchar* p)
{
    return static_cast<uchar>(16.5f + 0.0620f * p[0] + 0.6142f * p[1] + 0.1826f * p[2]);
}

// A thread for each block of four pixels; chroma of the left column.
__global__ void toNv12(const uchar* src, uchar* dst, int width, int height)
{
    const int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x), y = 2 * (blockIdx.y * blockDim.y + threadIdx.y);
    if (x >= width || y >= height)
        return;
    const size_t above = size_t(y) * width + x, below = above + width;
    dst[above] = luma(src + 4 * above);
    dst[above + 1] = luma(src + 4 * above + 4);
    dst[below] = luma(src + 4 * below);
    dst[below + 1] = luma(src + 4 * below + 4);
    float mean[3];
    for (int i = 0; i < 3; ++i)
        mean[i] = 0.5f * (src[4 * above + i] + src[4 * below + i]);
    uchar* const chroma = dst + size_t(width) * height + size_t(y / 2) * width + x;
    chroma[0] = static_cast<uchar>(128.5f + 0.4392f * mean[0] - 0.3386f * mean[1] - 0.1006f * mean[2]);
    chroma[1] = static_cast<uchar>(128.5f - 0.0403f * mean[0] - 0.3989f * mean[1] + 0.4392f * mean[2]);
}

// Where the samples of a channel are.
struct Samples
{
    size_t first;
    int rowStep, step, down, across;  // the last two are shifts of y and x

    __device__ float at(const uchar* src, int x, int y) const
    {
        return src[first + size_t(y >> down) * rowStep + (x >> across) * step];
    }
};

// Weights of luma, of V in red, of U and V in green, and of U in blue.
struct Weights
{
    float black, luma, vr, ug, vg, ub;
};

__device__ uchar rounded(float value)
{
    return static_cast<uchar>(fminf(fmaxf(value + 0.5f, 0), 255));
}

__global__ void toColours(const uchar* src, uchar* dst, int width, int height, int channels, Samples luma, Samples blue,
                          Samples red, Weights w)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const float grey = w.luma * fmaxf(luma.at(src, x, y) - w.black, 0), u = blue.at(src, x, y) - 128,
                v = red.at(src, x, y) - 128;
    uchar* const pixel = dst + (size_t(y) * width + x) * channels;
    pixel[0] = rounded(grey + w.ub * u);
    pixel[1] = rounded(grey - w.ug * u - w.vg * v);
    pixel[2] = rounded(grey + w.vr * v);
    if (channels == 4)
        pixel[3] = 255;
}

void callToColours(const ReportWorkload& workload, const uchar* src, uchar* dst, const cv::Size& size,
                   cudaStream_t stream)
{
    const int width = size.width;
    const size_t pixels = size_t(size.area());
    Samples luma = {0, width, 1, 0, 0}, u = {pixels, width, 2, 1, 1};  // NV12
    size_t apart = 1;                                                  // V behind U
    Weights weights = {16, 1.164f, 1.596f, 0.392f, 0.813f, 2.017f};
    if (workload.layout == YuvLayout::I420) {
        u = {pixels, width / 2, 1, 1, 1};
        apart = pixels / 4;
    } else if (workload.layout == YuvLayout::UYVY) {
        luma = {1, 2 * width, 2, 0, 0};
        u = {0, 2 * width, 4, 0, 1};
        apart = 2;
    } else if (workload.layout == YuvLayout::Packed444) {
        luma = {0, 3 * width, 3, 0, 0};
        u = {1, 3 * width, 3, 0, 0};
        weights = {0, 1, 1.14f, 0.395f, 0.581f, 2.032f};
    }
    Samples v = u;
    v.first += apart;
    const dim3 shape(32, 8), grid((width + 31) / 32, (size.height + 7) / 8);
    toColours<<<grid, shape, 0, stream>>>(src, dst, width, size.height, workload.channels, luma, u, v, weights);
}

template <class T, int count>
struct Values
{
    T values[count];
};

__global__ void addBytes(const uchar* src, uchar* dst, int count, Values<uchar, 4> constants)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    for (size_t c = 0; c < 4; ++c)
        dst[4 * size_t(i) + c] = saturated(src[4 * size_t(i) + c] + constants.values[c]);
}

__global__ void chainOfFloats(const float* src, float* dst, int count, Values<float, 5> c)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        dst[i] = fminf(fmaxf((src[i] - c.values[0]) * c.values[1] + c.values[2], c.values[3]), c.values[4]);
}

}  // namespace

void callPlainKernel(const ReportWorkload& workload, const uchar* src, uchar* dst, const cv::Size& size,
                     StreamPointer stream)
{
    const cudaStream_t calls = static_cast<cudaStream_t>(stream);
    const int count = size.area(), threads = 256, blocks = (count + threads - 1) / threads;
    if (workload.decodes) {
        callToColours(workload, src, dst, size, calls);
    } else if (workload.halvedChroma()) {
        const dim3 shape(32, 8), grid((size.width / 2 + 31) / 32, (size.height / 2 + 7) / 8);
        toNv12<<<grid, shape, 0, calls>>>(src, dst, size.width, size.height);
    } else if (!workload.job) {
        toYuv<<<blocks, threads, 0, calls>>>(src, dst, count);
    } else if (workload.inType() == CV_8UC4) {
        Values<uchar, 4> constants;
        for (int i = 0; i < 4; ++i)
            constants.values[i] = cv::saturate_cast<uchar>(workload.job->chain.steps()[0].scalar[i]);
        addBytes<<<blocks, threads, 0, calls>>>(src, dst, count, constants);
    } else {
        Values<float, 5> constants;
        for (size_t i = 0; i < 5; ++i)
            constants.values[i] = static_cast<float>(workload.job->chain.steps()[i].scalar[0]);
        chainOfFloats<<<blocks, threads, 0, calls>>>(reinterpret_cast<const float*>(src), reinterpret_cast<float*>(dst),
                                                     count, constants);
    }
    BENCH_CUDA(cudaGetLastError());
}

}  // namespace bench
