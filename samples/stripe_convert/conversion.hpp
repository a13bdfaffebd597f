// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_CONVERSION_HPP
#define STRIPE_CONVERT_CONVERSION_HPP

#include <opencv2/cudastripe.hpp>
#include <optional>
#include <string>
#include <vector>

#include "../common/sample_main.hpp"

//! Concerns one input only: the others are still converted.
struct InputError : UserError
{
    using UserError::UserError;
};

//! What --code or --format asks for.
struct Conversion
{
    std::string option;  //!< as it was given
    cv::cudastripe::ChannelOrder order;
    std::optional<cv::cudastripe::YuvFormat> format;  //!< none: OpenCV's own packed results
    int cvtCode;                                      //!< for cv::cvtColor if there is no format
    std::vector<std::string> packing;  //!< the samples of each plane as they lie in memory, such as "Y" and "UV"
    int unit;                          //!< what one code is in memory: 64 where ten bits are the upper ones of sixteen
    bool planesInFiles;                //!< .yuv gets Y, U and V as planes; else the result as it lies in memory

    //! What the library takes: CV_8U or CV_16U.
    int sourceDepth() const { return format && format->depth() > 8 ? CV_16U : CV_8U; }
    //! What width and height must be multiples of.
    cv::Size blockSize() const { return format ? format->blockSize() : cv::Size(1, 1); }
    //! Whether a picture file can hold the result.
    bool packed() const { return packing[0].size() == 3; }
};

//! @param name a value of --code. @throws UserError that lists the names.
Conversion conversionOfCode(const std::string& name);
//! @param name a value of --format. @throws UserError that lists the nearest names.
Conversion conversionOfFormat(const std::string& name);
Conversion conversionTo(const std::string& option, cv::cudastripe::ChannelOrder order,
                        const cv::cudastripe::YuvFormat& format);

//! What .y4m calls the samples of a conversion, such as "420jpeg". @throws UserError that says what to use instead.
std::string y4mColourSpace(const Conversion& conversion);

#endif
