// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef PREFETCH_OPTIONS_HPP
#define PREFETCH_OPTIONS_HPP

#include <cstdint>
#include <string>

//! What the command line says.
struct Options
{
    bool help = false;
    std::int64_t elements = 0;
    int rounds = 0;        //!< of arithmetic on an element of the latency-limited kernel
    int blockThreads = 0;  //!< of the latency-limited kernel
    int blocks = 0;        //!< of the latency-limited kernel, on a multiprocessor
    int repeat = 0;
    int device = -1;         //!< -1: the current one
    bool useDevice = false;  //!< false: nothing is measured
    std::string from;        //!< a table to draw; empty: one is measured
    std::string out, csv;    //!< csv may be empty
};

//! @throws UserError for whatever cv::CommandLineParser would pass over in silence.
Options parseOptions(int argc, const char* const* argv);

std::string usage();

#endif
