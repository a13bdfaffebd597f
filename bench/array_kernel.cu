// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <cmath>

#include "opencv2/cudastripe/functor.hpp"
#include "workload.hpp"

namespace bench {
namespace {

struct AddOne
{
    CV_CUDASTRIPE_HD float operator()(float i) const
    {
        const float s = sinf(i), c = cosf(i);
        return i + sqrtf(s * s + c * c);
    }
};

}  // namespace

void addOne(const Workload& array, const void* in, void* out, const cv::cudastripe::StreamRef& stream,
            cv::cudastripe::Striper& striper)
{
    using cv::cudastripe::SameBits;
    cv::cudastripe::transform(static_cast<const float*>(in), array.size.width, static_cast<float*>(out), AddOne(),
                              SameBits::No, stream, striper);
}

}  // namespace bench
