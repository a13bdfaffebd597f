// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_TIMELINE_WORKLOAD_HPP
#define STRIPE_TIMELINE_WORKLOAD_HPP

#include <opencv2/cudastripe/timeline.hpp>
#include <vector>

#include "options.hpp"

//! One call of cvtColor for each device and schedule, with titles; what is measured follows its prediction.
std::vector<cv::cudastripe::Timeline> makeTimelines(const Options& options);

#endif
