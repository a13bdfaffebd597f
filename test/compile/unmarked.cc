// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// A function object that is not marked for devices, which nvcc must refuse.

#include <opencv2/cudastripe.hpp>
#include <opencv2/cudastripe/prefetch.hpp>

namespace stripe = cv::cudastripe;

struct Unmarked
{
    uchar operator()(uchar x) const { return x; }
};

#ifdef TRANSFORM
void call(const cv::Mat& a, cv::Mat& b)
{
    stripe::transform(a, b, Unmarked());
}
#endif

#ifdef PREFETCH
void call(uchar* p, const stripe::PrefetchShape& shape, cudaStream_t stream)
{
    stripe::transformPrefetched(p, 5, p, Unmarked(), shape, stream);
}
#endif
