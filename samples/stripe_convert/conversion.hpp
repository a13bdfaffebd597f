// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_CONVERSION_HPP
#define STRIPE_CONVERT_CONVERSION_HPP

#include <array>
#include <opencv2/cudastripe.hpp>
#include <optional>
#include <string>

//! What --code or --format asks for.
struct Conversion
{
    std::string option;  //!< as it was given
    int cvtCode;         //!< for cv::cudastripe::cvtColor; noCvtCode: cvtToYuv with the format
    cv::cudastripe::ChannelOrder order;
    std::optional<cv::cudastripe::YuvFormat> format;  //!< none: OpenCV's own packed results
    std::array<int, 3> channels;                      //!< of a packed result, which are Y, U (Cb) and V (Cr)
    std::array<const char*, 3> planeNames;
    bool planesInFiles;  //!< .yuv and .y4m get those channels as planes; else the result as it lies in memory

    //! What the library takes: CV_8U or CV_16U.
    int sourceDepth() const { return format && format->depth() > 8 ? CV_16U : CV_8U; }
    //! Whether a picture file can hold the result.
    bool packed() const { return !format || format->layout() == cv::cudastripe::YuvLayout::Packed444; }
};

constexpr int noCvtCode = -1;

//! @param name a value of --code. @throws UserError that lists the names.
Conversion conversionOfCode(const std::string& name);

//! @param name a value of --format. @throws UserError that lists the nearest names.
Conversion conversionOfFormat(const std::string& name);

#endif
