// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_TIMELINE_BAR_STYLE_HPP
#define STRIPE_TIMELINE_BAR_STYLE_HPP

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "layout.hpp"

const cv::Scalar ink(56, 48, 44);  // can be read on every bar

//! Whether the entry is of the stage that a row shows in pale colours: the way back, where a row has both ways.
bool isPale(const cv::cudastripe::TimelineEntry& entry, const Row& row);

cv::Scalar barColour(const cv::cudastripe::TimelineEntry& entry, const Row& row);

//! What may be written on a bar, the longest first.
std::vector<std::string> barTexts(const cv::cudastripe::TimelineEntry& entry, const Row& row);

#endif
