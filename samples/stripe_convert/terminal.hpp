// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_TERMINAL_HPP
#define STRIPE_CONVERT_TERMINAL_HPP

#include <cstdio>
#include <string>

bool isTerminal(std::FILE* stream);

/** @brief Keeps what picture decoders print to stderr by themselves, until it goes out of scope.

Does nothing where there is no POSIX. */
class StderrCapture
{
public:
    StderrCapture();
    ~StderrCapture();
    StderrCapture(const StderrCapture&) = delete;
    StderrCapture& operator=(const StderrCapture&) = delete;

    //! What was printed so far, as one line.
    std::string text() const;

private:
    std::FILE* kept_ = nullptr;
    int stderrCopy_ = -1;
};

#endif
