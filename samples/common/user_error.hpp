// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef SAMPLES_USER_ERROR_HPP
#define SAMPLES_USER_ERROR_HPP

#include <stdexcept>

//! One line for the person who runs the program; ends it.
struct UserError : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

#endif
