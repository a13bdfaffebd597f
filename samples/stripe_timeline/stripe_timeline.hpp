// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_TIMELINE_HPP
#define STRIPE_TIMELINE_HPP

#include <opencv2/cudastripe/timeline.hpp>
#include <string>
#include <vector>

#include "../common/sample_main.hpp"

//! Draws timelines one above the other, on a common axis where their lengths allow it: a row for every engine, a bar
//! for every entry.
//! @param width in pixels, at least 640; the height follows from the number of rows.
cv::Mat drawTimelines(const std::vector<cv::cudastripe::Timeline>& timelines, int width);

//! With three significant digits or more.
std::string readable(double number);

//! Runs the published examples of issue orders, and prints their times and whether the results are right.
//! @param timelines are predicted for each known card and order. @return true if all results are right.
bool compareOrders(const Arguments& arguments, std::vector<cv::cudastripe::Timeline>& timelines);

#endif
