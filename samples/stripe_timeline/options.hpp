// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_TIMELINE_OPTIONS_HPP
#define STRIPE_TIMELINE_OPTIONS_HPP

#include <string>
#include <vector>

#include "../common/frame_size.hpp"
#include "schedule.hpp"
#include "target.hpp"

//! What the command line says; 0 leaves a number to the library.
struct Options
{
    std::vector<Target> targets;
    std::vector<Schedule> schedules;
    int streams = 0;
    int stripes = 0;
    int slots = 0;
    FrameSize frame;
    bool pageableMemory = false;
    bool share = false;
    std::string out;
    std::string json;
    int width = 0;
    bool help = false;
};

//! @throws UserError for whatever cv::CommandLineParser would pass over in silence, and for values not accepted.
Options parseOptions(int argc, const char* const* argv);

std::string usage();

#endif
