// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_USER_ERROR_HPP
#define STRIPE_CONVERT_USER_ERROR_HPP

#include <string>

#include "../common/user_error.hpp"

//! Concerns one input only: the others are still converted.
struct InputError : UserError
{
    using UserError::UserError;
};

//! Joins the lines of a message from elsewhere, so that an error stays one line.
inline std::string oneLine(std::string text)
{
    for (char& c : text) {
        if (c == '\n' || c == '\r' || c == '\t')
            c = ' ';
    }
    const size_t last = text.find_last_not_of(' ');
    return text.substr(0, last + 1);
}

#endif
