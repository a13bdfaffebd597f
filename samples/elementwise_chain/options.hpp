// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef ELEMENTWISE_CHAIN_OPTIONS_HPP
#define ELEMENTWISE_CHAIN_OPTIONS_HPP

#include <opencv2/core.hpp>
#include <string>

//! What the command line says.
struct Options
{
    std::string picture;
    cv::Size size;    //!< that the picture is scaled to; empty: its own
    int device = -1;  //!< CUDA device; -1: none is used
    int repetitions = 0;
    std::string out;
    bool help = false;
};

//! @throws UserError
Options parseOptions(int argc, const char* const* argv);

std::string usage();

#endif
