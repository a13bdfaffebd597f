// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_LINK_RATES_HPP
#define OPENCV_CUDASTRIPE_LINK_RATES_HPP

#include "opencv2/core/cvdef.h"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_striper
//! @{

/** @brief What a plan knows of a device: from these it chooses how many stripes to make.

The defaults are those of an H200 behind PCIe Gen5 x16. Rates are bytes per second. */
struct LinkRates
{
    double upload = 52.9e9;      //!< page-locked memory to the device, beside a download
    double download = 49.7e9;    //!< back, beside an upload
    double kernel = 3.9e12;      //!< read and written by a kernel
    double gapSeconds = 2.7e-6;  //!< what one more copy costs behind others of its stage
    bool measured = false;       //!< by @ref Striper::calibrate, or read from its cache
};

//! @}

}}  // namespace cv::cudastripe

#endif
