// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_JOB_RUNNER_HPP
#define STRIPE_CONVERT_JOB_RUNNER_HPP

#include <string>

#include "converter.hpp"
#include "jobs.hpp"
#include "progress_bar.hpp"
#include "reference.hpp"

struct JobReport
{
    std::string text;  //!< one line
    std::string warning;
    Difference difference;
};

//! Reads, converts, checks, measures and writes one input at a time.
class JobRunner
{
public:
    JobRunner(const Options& options, const Conversion& conversion, const Converter& converter, ProgressBar& bar);
    JobReport run(const Job& job) const;

private:
    const Options& options_;
    const Conversion& conversion_;
    const Converter& converter_;
    ProgressBar& bar_;
};

#endif
