// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <vector>

#include "../common/frames.hpp"
#include "opencv2/cudastripe/chain.hpp"

namespace bench {

//! What networks take: pictures of this size, so many at a time, normalised by these numbers.
constexpr int kPictures = 256, kPictureSide = 224;
constexpr float kScale = 1 / 255.f;
inline const cv::Scalar kMean(123.675, 116.28, 103.53);

//! Ends a chain in such a network's tensor.
inline cv::cudastripe::Chain normalised(cv::cudastripe::Chain chain, int depth)
{
    return chain.convertTo(CV_32F).subtract(kMean).multiply(kScale).toTensor(cv::cudastripe::TensorLayout::CHW, depth);
}

//! Pictures in one allocation.
struct Pictures
{
    explicit Pictures(const Allocate& allocate)
    {
        const size_t bytes = size_t(kPictureSide) * kPictureSide * 3;
        memory = allocate(bytes * kPictures);
        for (size_t i = 0; i < kPictures; ++i)
            images.push_back(cv::Mat(kPictureSide, kPictureSide, CV_8UC3, memory.get() + i * bytes));
        cv::randu(all(), 0, 256);
    }
    cv::Mat all() const { return cv::Mat(kPictures * kPictureSide, kPictureSide, CV_8UC3, memory.get()); }

    Memory memory;
    std::vector<cv::Mat> images;
};

}  // namespace bench
