// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../images/image_operation.hpp"

namespace opencv_test {

//! A code of cv::cvtColor that reads a subsampled format.
struct DecodingCode
{
    int code;
    const char* name;
    YuvLayout layout;
    bool rgb;
    int channels;  //!< of the result; 1 gives luma as it is

    YuvFormat format() const;
};

//! All of them, the synonyms left out.
const std::vector<DecodingCode>& decodingCodes();

//! A code as an operation, against cv::cvtColor.
ImageOperation decodingCodeOperation(const DecodingCode& code);

//! Random samples for a format, with extreme ones among them. The unused bits of ten bits in upper ones are random,
//! too.
Mat randomYuvImage(Size size, int type, RNG& rng, const YuvFormat& format);
//! The samples of all planes of a picture as one row.
Mat randomSamples(const YuvFormat& format, Size picture, RNG& rng);

//! Greatest difference that a colour may have to the rounded real one.
double fromYuvTolerance(const YuvFormat& format);

/** @brief Colours of a format as an operation on its one image: against cv::cvtColor where the format is what one of
its codes reads, else against real arithmetic. The result has the format's own depth unless one is given. */
ImageOperation fromYuvOperation(const YuvFormat& format, ChannelOrder order, int channels);
ImageOperation fromYuvOperation(const YuvFormat& format, ChannelOrder order, int channels, int depth);

//! The same with ChromaUpsampling::Linear, against real arithmetic.
ImageOperation linearYuvOperation(const YuvFormat& format, const FromYuvParams& params);

//! Every layout whose chroma spans several pixels, with every depth and siting.
std::vector<ImageOperation> linearYuvOperations();

//! Every layout with every depth, each with some matrices, ranges, channel orders and numbers of channels.
std::vector<ImageOperation> fromYuvLayoutOperations();

}  // namespace opencv_test
