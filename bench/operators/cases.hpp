// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "peers.hpp"

namespace bench {

constexpr int kImageSets = 4;

/** @brief Page-locked to page-locked memory: the bound, this library, and cv::cuda if there is one. Device to device
memory: this library, CUB, cv::cuda if there is one, and a copy of as many bytes. */
void registerOperatorsOnGpu();

//! The rows at the end by which results are checked: a call must have come to its end to have them.
template <class Image>
Frame<Image> checkedRows(const Frame<Image>& frame)
{
    const auto part = [](const Image& image) {
        return image.empty() ? image : image.rowRange(image.rows - 270, image.rows);
    };
    return {part(frame.in), part(frame.out), part(frame.second), frame.memory};
}

//! Compares a result with what OpenCV's calls give for the same sources.
//! @throws cv::Exception that names the job and whose result it is, if they differ
void checkResult(const OperatorJob& job, const std::string& whose, const HostFrame& frame);

}  // namespace bench
