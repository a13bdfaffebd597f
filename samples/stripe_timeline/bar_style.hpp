// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_TIMELINE_BAR_STYLE_HPP
#define STRIPE_TIMELINE_BAR_STYLE_HPP

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "../common/canvas.hpp"
#include "layout.hpp"

const cv::Scalar ink(56, 48, 44);  // can be read on every bar

cv::Scalar barColour(const cv::cudastripe::TimelineEntry& entry, const Row& row);

//! Explains the colours and lines that occur, in lines that are no wider.
//! @param scales the blocks on each axis.
std::vector<std::string> noteLines(const std::vector<std::vector<Block>>& scales, double width, const TextStyle& style);

//! What may be written on a bar, the longest first.
std::vector<std::string> barTexts(const cv::cudastripe::TimelineEntry& entry, const Row& row);

#endif
