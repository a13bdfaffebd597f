// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_JOBS_HPP
#define STRIPE_CONVERT_JOBS_HPP

#include <filesystem>

#include "conversion.hpp"

struct Input
{
    std::filesystem::path path;
    bool video;  //!< else a picture
};

//! What becomes of one input; an empty path is not written.
struct Job
{
    Input input;
    std::filesystem::path output;
    std::filesystem::path planes;
};

//! Names every file before the first is written, and makes the folders. A folder stands for the pictures in it, sorted
//! by name. @throws UserError if something does not fit.
std::vector<Job> planJobs(const Arguments& arguments, const Conversion& conversion);

#endif
