// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_TIMELINE_TIME_AXIS_HPP
#define STRIPE_TIMELINE_TIME_AXIS_HPP

#include <opencv2/cudastripe/timeline.hpp>
#include <string>
#include <vector>

struct Tick
{
    double x;
    std::string label;
};

//! Where a time lies in a picture.
class TimeAxis
{
public:
    //! Holds all of the timelines between two places of the picture, in pixels.
    TimeAxis(const std::vector<cv::cudastripe::Timeline>& timelines, double left, double right);

    double left() const { return left_; }
    double right() const { return right_; }
    double x(double ms) const { return left_ + (ms - firstMs_) / (lastMs_ - firstMs_) * (right_ - left_); }
    //! At round times, as many as are easily told apart.
    std::vector<Tick> ticks() const;

private:
    double left_, right_;
    double firstMs_ = 0, lastMs_ = 0;
};

//! Cuts a list into runs that one axis suits: on it each timeline is long enough to be read.
std::vector<std::vector<cv::cudastripe::Timeline>> splitByScale(const std::vector<cv::cudastripe::Timeline>& timelines);

//! With as many digits as one reads: three or more that count.
std::string readable(double number);

#endif
