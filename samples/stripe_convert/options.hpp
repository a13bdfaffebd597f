// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_OPTIONS_HPP
#define STRIPE_CONVERT_OPTIONS_HPP

#include <string>
#include <vector>

//! What the command line says; empty text and zero mean that an option was not given.
struct Options
{
    std::vector<std::string> inputs;
    std::string output;
    std::string outputKind;
    std::string code;
    std::string format;
    std::string planes;
    std::string device;
    int stripes = 0;
    int repeat = 0;
    bool verify = false;
    bool listFormats = false;
    bool help = false;
};

//! @throws UserError for whatever cv::CommandLineParser would pass over in silence.
Options parseOptions(int argc, const char* const* argv);

std::string usage();

#endif
