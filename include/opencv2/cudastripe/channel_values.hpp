// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CHANNEL_VALUES_HPP
#define OPENCV_CUDASTRIPE_CHANNEL_VALUES_HPP

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_elementwise
//! @{

/** @brief A value for each channel: a number is for every channel; a Scalar or a Vec has one value for each channel,
and 0 for those that it does not name. */
class ChannelValues
{
public:
    //! @param everyChannel the value of all channels
    ChannelValues(double everyChannel) : values_(Scalar::all(everyChannel)) {}
    //! @param values of the channels in their order
    ChannelValues(const Scalar& values) : values_(values) {}
    //! @param values of the channels in their order
    template <class T, int channels>
    ChannelValues(const Vec<T, channels>& values) : values_(values)
    {
    }
    //! @param first,second,third,fourth the values of the four channels
    ChannelValues(double first, double second, double third = 0, double fourth = 0)
        : values_(first, second, third, fourth)
    {
    }

    //! The values of the four channels.
    const Scalar& values() const { return values_; }

private:
    Scalar values_;
};

//! Says that the other operand of a step is the second image of the call: `chain.add(secondImage)`.
struct SecondImage
{
};
//! The only value of @ref SecondImage.
constexpr SecondImage secondImage = {};

//! The other operand of a step: values as @ref ChannelValues takes them, or the second image of the call.
class Operand : public ChannelValues
{
public:
    using ChannelValues::ChannelValues;
    //! @param values the same for every pixel
    Operand(const ChannelValues& values) : ChannelValues(values) {}
    //! The second image of the call.
    Operand(SecondImage) : ChannelValues(0), second_(true) {}

    //! True if it is the second image; then values() has no meaning.
    bool isSecondImage() const { return second_; }

private:
    bool second_ = false;
};

//! @}

}}  // namespace cv::cudastripe

#endif
