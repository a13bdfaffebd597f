// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_JOB_RUNNER_HPP
#define STRIPE_CONVERT_JOB_RUNNER_HPP

#include "converter.hpp"
#include "jobs.hpp"
#include "progress_bar.hpp"

//! Lets Ctrl-C, a polite kill, a closed terminal and a closed pipe end the program by an exception, so that no
//! temporary file stays behind.
void catchSignals();

struct Interruption
{
    int signal;
};

//! @throws Interruption once a signal came.
void throwIfInterrupted();

struct RunOptions
{
    bool verify, pad;
    int repeat;
};

struct JobReport
{
    std::string text;     //!< one line
    std::string warning;  //!< of an input that was converted
    bool right = true;    //!< as far as it was compared, and whole
};

//! Reads, converts, checks, measures and writes one input.
JobReport runJob(const Job& job, Converter& converter, const RunOptions& options, ProgressBar& bar);

#endif
