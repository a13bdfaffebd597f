// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef PREFETCH_PLOT_HPP
#define PREFETCH_PLOT_HPP

#include <opencv2/core.hpp>

#include "table.hpp"

//! Draws the speed-up of each policy over the distance: a panel for each kernel. Padding is a line that is not broken.
cv::Mat drawPlot(const Table& table);

#endif
