// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_PROGRESS_BAR_HPP
#define STRIPE_CONVERT_PROGRESS_BAR_HPP

#include <cstdint>
#include <cstdio>
#include <string>

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

#endif
