// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CHANNEL_VALUES_HPP
#define OPENCV_CUDASTRIPE_CHANNEL_VALUES_HPP

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_elementwise
//! @{

/** @brief The other operand of a step: a number is for every channel, a Scalar or a Vec has one value for each, and 0
for those that it does not name. */
class ChannelValues
{
public:
    ChannelValues(double everyChannel) : values_(Scalar::all(everyChannel)) {}
    ChannelValues(const Scalar& values) : values_(values) {}
    template <class T, int channels>
    ChannelValues(const Vec<T, channels>& values) : values_(values)
    {
    }
    ChannelValues(double first, double second, double third = 0, double fourth = 0)
        : values_(first, second, third, fourth)
    {
    }

    const Scalar& values() const { return values_; }

private:
    Scalar values_;
};

//! @}

}}  // namespace cv::cudastripe

#endif
