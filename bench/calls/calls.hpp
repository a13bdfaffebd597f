// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <fstream>
#include <string>

#include "../common/frames.hpp"
#include "opencv2/cudastripe/route.hpp"
#include "opencv2/cudastripe/striper.hpp"

// The parts of bench_calls. All calls convert BGRA to packed YUV, from host memory to host memory.

namespace bench {

//! What is asked of calls, and what was measured.
struct CallRow
{
    double asked;  //!< at most
    double measured;
    std::string beside;  //!< what else is worth knowing
};

//! Prints rows as they come, and writes them into a JSON file.
class CallRows
{
public:
    explicit CallRows(const std::string& path);
    ~CallRows();

    //! Adds what a function measures, or why it could not, so that the others go on.
    void add(const std::string& what, const std::function<CallRow()>& measure);

private:
    std::ofstream file_;
    bool first_ = true;
};

//! 1080p or 8K frames, which take turns.
struct CallFrames
{
    std::string size;
    bool pageLocked;

    std::string name() const { return size + (pageLocked ? " page-locked" : " pageable"); }
    HostFrames allocate() const;
};

void convert(const HostFrame& frame, cv::cudastripe::Striper& striper);
//! Converts the next frame. Gives the seconds.
double timeConversion(HostFrames& frames, cv::cudastripe::Striper& striper = cv::cudastripe::Striper::getDefault());
//! What a call would do now. Runs nothing.
cv::cudastripe::RouteChoice explained(const HostFrame& frame);

//! The choice beside each route, forced, while something else keeps GPU or CPU busy.
void measureLoads(CallRows& rows, bool quick);

}  // namespace bench
