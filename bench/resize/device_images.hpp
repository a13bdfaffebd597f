// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <memory>
#include <vector>

#include "../common/gpu.hpp"

namespace bench {

constexpr int kRotated = 4;  // images that take turns, so that most of the data is in no cache

//! Random bytes, the same again and again. Its memory is never freed, so that an OpenCV without CUDA serves, too.
inline cv::cuda::GpuMat deviceImage(const cv::Size& size, int type)
{
    cv::Mat random(1, 1 << 20, CV_8UC1);
    cv::randu(random, 0, 256);
    const size_t all = size_t(size.area()) * size_t(CV_ELEM_SIZE(type));
    const Memory& memory = *new Memory(deviceMemory(all));
    for (size_t at = 0; at < all; at += random.total())
        BENCH_CUDA(cudaMemcpy(memory.get() + at, random.data, std::min(all - at, random.total()), cudaMemcpyDefault));
    return cv::cuda::GpuMat(size, type, memory.get());
}

//! A CHW tensor of halves.
inline cv::cuda::GpuMat tensorOf(const cv::Size& size, int count)
{
    return deviceImage(cv::Size(size.width, 3 * size.height * count), CV_16FC1);
}

//! What is made when it is first used, since a filter may leave most cases out.
template <class T>
class Lazy
{
public:
    template <class Make>
    explicit Lazy(const Make& make) : made_(std::make_shared<std::unique_ptr<T>>()), make_(make)
    {
    }
    T& operator*() const
    {
        if (!*made_)
            made_->reset(new T(make_()));
        return **made_;
    }
    T* operator->() const { return &**this; }

private:
    std::shared_ptr<std::unique_ptr<T>> made_;
    std::function<T()> make_;
};

//! Sources that take turns, and one result.
struct Images
{
    std::vector<cv::cuda::GpuMat> src;
    size_t next = 0;
    cv::cuda::GpuMat dst;

    Images(const cv::Size& from, int type, const cv::cuda::GpuMat& to, int count = kRotated) : dst(to)
    {
        for (int i = 0; i < count; ++i)
            src.push_back(deviceImage(from, type));
    }
    const cv::cuda::GpuMat& nextSource() { return src[next++ % src.size()]; }
};

}  // namespace bench
