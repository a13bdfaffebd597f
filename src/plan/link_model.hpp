// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_LINK_MODEL_HPP
#define OPENCV_CUDASTRIPE_LINK_MODEL_HPP

namespace cv { namespace cudastripe {

//! Rates from which a plan estimates how long its stages take: PCIe Gen5 x16 and an H200, measured.
struct LinkModel
{
    static constexpr double linkBytesPerSecond = 55e9;      //!< one direction
    static constexpr double kernelBytesPerSecond = 3.9e12;  //!< read and written
    static constexpr double gapSeconds = 3.0e-6;            //!< what one more stripe costs
    static constexpr double stagedStripeBytes = 1 << 20;    //!< a staged stripe should stay in a core's cache
};

}}  // namespace cv::cudastripe

#endif
