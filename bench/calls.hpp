// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <string>

#include "call_rows.hpp"
#include "host_frames.hpp"
#include "opencv2/cudastripe/striper.hpp"

// The parts of bench_calls. All calls convert BGRA to packed YUV, from host memory to host memory.

namespace bench {

//! Frames that take turns.
struct CallFrames
{
    std::string size;
    bool pageLocked;

    std::string name() const { return size + (pageLocked ? " page-locked" : " pageable"); }
    //! Allocated when first asked for.
    SharedLazy<HostFrames> lazy() const;
};

//! Converts the next frame. Gives the seconds.
double timeConversion(HostFrames& frames, cv::cudastripe::Striper& striper);

//! Of processes that have just begun: the first calls beside those that follow. Each is this program, run again.
void measureFirstCalls(CallRows& rows);
//! What such a process does: prints what it took. @param name as CallFrames has it.
void runFirstCalls(const std::string& name);

//! The slowest of many calls, and of cv::cvtColor's.
void measureTails(CallRows& rows, bool quick);

//! Many threads that call at once must not take one another for a device that is late.
void measureCallers(CallRows& rows);

//! The choice beside each route, forced, while something else keeps GPU or CPU busy.
void measureLoads(CallRows& rows, bool quick);

}  // namespace bench
