// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The depths of tensors, of which OpenCV may not know all.

#pragma once

#include "opencv2/cudastripe/chain.hpp"
#include "tensor_value.hpp"

namespace cv { namespace cudastripe {

struct TensorDepth
{
    int depth;  //!< as Chain::toTensor takes it
    TensorValue value;
    int steps;  //!< the depth of the steps' result
    const char* name;
};

constexpr TensorDepth kTensorDepths[] = {
    {CV_32F, TensorValue::Float, CV_32F, "CV_32F"},
    {CV_16F, TensorValue::Half, CV_32F, "CV_16F"},
    {kBFloat16, TensorValue::BFloat16, CV_32F, "kBFloat16"},
    {CV_8U, TensorValue::Byte, CV_8U, "CV_8U"},
};

//! Null if a tensor cannot have this depth.
inline const TensorDepth* findTensorDepth(int depth)
{
    for (const TensorDepth& each : kTensorDepths) {
        if (each.depth == depth)
            return &each;
    }
    return nullptr;
}

//! For a chain that ends in a tensor.
inline const TensorDepth& tensorDepthOf(const Chain& chain)
{
    return *findTensorDepth(chain.tensorDepth());
}

}}  // namespace cv::cudastripe
