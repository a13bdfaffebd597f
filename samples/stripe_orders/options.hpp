// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_ORDERS_OPTIONS_HPP
#define STRIPE_ORDERS_OPTIONS_HPP

#include <cstdint>
#include <string>

struct Options
{
    bool help = false;
    bool seedTable = false;          //!< published figures beside
    std::int64_t elements = 0;       //!< floats of the overlap example
    int streams = 0;                 //!< and stripes of the overlap example
    std::int64_t arrayElements = 0;  //!< ints of each array of the two-slot example
    int repeat = 0;                  //!< measured runs of each order
    int device = -1;                 //!< CUDA device; -1: none is used
};

Options parseOptions(int argc, const char* const* argv);

std::string usage();

#endif
