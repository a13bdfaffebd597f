// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef DECIPHER_OPTIONS_HPP
#define DECIPHER_OPTIONS_HPP

#include <cstdint>
#include <string>

//! What the command line says.
struct Options
{
    std::int64_t entries = 0;
    std::uint32_t rounds = 0;
    std::uint32_t decipherRounds = 0;
    int stripes = 0;
    int repeat = 0;
    std::string device;
    bool help = false;
};

//! @throws UserError for whatever cv::CommandLineParser would pass over in silence.
Options parseOptions(int argc, const char* const* argv);

std::string usage();

#endif
