// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_TIMELINE_TIMELINE_PICTURE_HPP
#define STRIPE_TIMELINE_TIMELINE_PICTURE_HPP

#include <opencv2/core.hpp>
#include <opencv2/cudastripe/timeline.hpp>
#include <vector>

//! Draws timelines one above the other, on a common axis where their lengths allow it: a row for every engine, a bar
//! for every entry.
//! @param width in pixels, at least 640; the height follows from the number of rows.
cv::Mat drawTimelines(const std::vector<cv::cudastripe::Timeline>& timelines, int width = 1600);

#endif
