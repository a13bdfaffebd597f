// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_JOB_RUNNER_HPP
#define STRIPE_CONVERT_JOB_RUNNER_HPP

#include <cstdio>

#include "converter.hpp"
#include "frames.hpp"

//! Lets Ctrl-C, SIGTERM, a closed terminal and a closed pipe end the program by an exception, so that no
//! temporary file stays behind.
void catchSignals();

struct Interruption
{
    int signal;
};

//! @throws Interruption once a signal came.
void throwIfInterrupted();

//! One line at the bottom of a terminal; nothing at all where there is none.
class ProgressBar
{
public:
    ProgressBar();
    ~ProgressBar() { clear(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    //! @param total 0: unknown.
    void show(const std::string& label, int done, int total);
    //! Makes room for other output.
    void clear();

private:
    std::FILE* terminal_;
    std::int64_t drawnAt_ = 0;  // in ticks; 0: there is no bar
};

struct RunOptions
{
    bool verify, pad;
    int repeat;
    std::string compare;  //!< the file that colours are compared with; empty: none
    bool resume;          //!< skips what is done, and notes what it has done
    std::string text;     //!< all options that change a byte of an output
};

struct JobReport
{
    std::string text;     //!< one line
    std::string warning;  //!< of an input that was converted
    bool right = true;    //!< no difference was found, and the input was complete
    int frames = 0;
    Written written;
};

//! Reads, converts, checks, measures and writes one input.
JobReport runJob(const Job& job, Converter& converter, const RunOptions& options, ProgressBar& bar);

#endif
