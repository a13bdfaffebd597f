// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The default floating point mode for a scope.

#pragma once

#include "instruction_set.hpp"

namespace cv { namespace cudastripe {

/** @brief While it exists, the calling thread rounds to nearest, keeps denormal numbers and traps nothing, as devices
do; its destructor restores the previous mode. Does nothing on other CPUs than x86.

It takes some nanoseconds: use one for rows, not for values. */
class FloatMode
{
public:
#ifdef CUDASTRIPE_X86
    FloatMode() : previous_(current()), differs_((previous_ & ~kFlags) != kDefault)
    {
        if (differs_)
            set(kDefault);
    }
    ~FloatMode()
    {
        if (differs_)
            set(previous_);
    }

private:
    static constexpr unsigned kFlags = 0x3f;      // exceptions so far
    static constexpr unsigned kDefault = 0x1f80;  // all exceptions masked and nothing else

    static unsigned current()
    {
        unsigned mode;
        __asm__ volatile("stmxcsr %0" : "=m"(mode));
        return mode;
    }

    // No load or store moves across it, and so no arithmetic between a load and a store.
    static void set(unsigned mode)
    {
        __asm__ volatile("ldmxcsr %0" : : "m"(mode) : "memory");
    }

    unsigned previous_;
    bool differs_;
#else
    FloatMode() {}
    ~FloatMode() {}  // not trivial, so that compilers do not warn of an unused object
#endif

public:
    FloatMode(const FloatMode&) = delete;
    FloatMode& operator=(const FloatMode&) = delete;
};

}}  // namespace cv::cudastripe
