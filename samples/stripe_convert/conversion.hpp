// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_CONVERSION_HPP
#define STRIPE_CONVERT_CONVERSION_HPP

#include <opencv2/cudastripe.hpp>
#include <optional>
#include <string>
#include <vector>

#include "../common/gpu.hpp"

constexpr const char* formatHint = "; --list-formats lists all";

//! Concerns one input only: the others are still converted.
struct InputError : UserError
{
    using UserError::UserError;
};

//! What --code, --format or --to asks for.
struct Conversion
{
    std::string option;  //!< as it was given
    cv::cudastripe::ChannelOrder order;
    std::optional<cv::cudastripe::YuvFormat> format;  //!< none: OpenCV's own packed results
    int cvtCode;                                      //!< for cv::cvtColor if there is no format
    std::vector<std::string> packing;  //!< the samples of each plane as they lie in memory, such as "Y" and "UV"
    int unit;                          //!< what one code is in memory: 64 where ten bits are the upper ones of sixteen
    bool planesInFiles;                //!< .yuv gets Y, U and V as planes; else the result as it lies in memory
    bool toColours = false;            //!< from the format to B, G, R
    bool eightBits = false;            //!< colours have 8 bits, whatever the format has
    bool asRead = false;               //!< pictures stay what OpenCV reads: B, G, R of 8 or 16 bits

    //! What the library takes or gives: CV_8U or CV_16U.
    int colourDepth() const { return format && format->depth() > 8 && !eightBits ? CV_16U : CV_8U; }
    //! What width and height must be multiples of.
    cv::Size blockSize() const { return format ? format->blockSize() : cv::Size(1, 1); }
    //! Whether a picture file can hold the result.
    bool packed() const { return toColours || packing[0].size() == 3; }
};

//! @param name a value of --code. @throws UserError that lists the names.
Conversion conversionOfCode(const std::string& name);
Conversion conversionTo(const std::string& option, cv::cudastripe::ChannelOrder order,
                        const cv::cudastripe::YuvFormat& format);

#endif
