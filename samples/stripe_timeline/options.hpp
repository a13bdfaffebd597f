// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_TIMELINE_OPTIONS_HPP
#define STRIPE_TIMELINE_OPTIONS_HPP

#include <opencv2/cudastripe/striper.hpp>
#include <string>
#include <vector>

#include "../common/sample_main.hpp"

//! What to predict for, and where to measure the same.
struct Target
{
    std::string profile;
    std::vector<int> cudaDevices;
};

//! A way to issue stripes, as it is named on the command line.
struct Schedule
{
    std::string name;
    cv::cudastripe::IssueOrder order;
    bool oneStream = false;  //!< nothing overlaps: what the others are compared with
};

//! What the command line says; 0 leaves a number to the library.
struct Options
{
    std::vector<Target> targets;      //!< each profile and each device once
    std::vector<Schedule> schedules;  //!< each once
    int streams, stripes, slots;
    FrameSize frame;
    bool pageableMemory, share;
    std::string out, json;
    int width;
};

//! @throws UserError for values that are not accepted.
Options readOptions(const Arguments& arguments);

#endif
