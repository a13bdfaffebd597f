// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../images/image_operation.hpp"

namespace opencv_test {

//! A chain that begins in a YUV format.
struct FromYuvChain
{
    Chain chain;
    int secondType = -1;  //!< -1 without a second image
    bool masked = false;
};

void PrintTo(const FromYuvChain& chain, std::ostream* out);

//! The pixels of the format, and then the steps as a chain on an image, both on the CPU.
Mat fromYuvChainReference(const FromYuvChain& chain, InputArray src, const Mat& second);

//! The chain as an operation on the one image of its format, which must give the bits of the reference.
ImageOperation fromYuvChainOperation(const FromYuvChain& chain);

//! How many kinds of chains there are below.
constexpr int kFromYuvChainKinds = 11;

/** @brief A chain of a kind: without steps, to real numbers, with tables, with other channels, with a second image,
with a mask, to another format of the same depth and of another. `number` decides about order and channels. */
FromYuvChain fromYuvChain(const YuvFormat& format, int kind, int number,
                          ChromaUpsampling upsampling = ChromaUpsampling::Nearest);

//! One drawn at random from any format that has one image.
FromYuvChain randomFromYuvChain(RNG& rng, bool exact);

}  // namespace opencv_test
