// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "host_frames.hpp"
#include "opencv2/cudastripe.hpp"

namespace bench {

/** @brief Something that is done to one array of bytes and gives another, wherever they lie. */
struct Workload
{
    using Run = void (*)(const Workload& self, const void* in, void* out, const cv::cudastripe::StreamRef& stream,
                         cv::cudastripe::Striper& striper);

    std::string name;
    cv::Size size;  //!< of the image, or of an array of one row
    size_t inBytes;
    size_t outBytes;
    int sets;  //!< of buffers, which take turns so that data comes from memory
    Run run;
};

//! BGRA frames of several sizes, and 256 MB of floats.
const std::vector<Workload>& workloads();

//! x + sqrt(sin(x)^2 + cos(x)^2) for each float.
void addOne(const Workload& array, const void* in, void* out, const cv::cudastripe::StreamRef& stream,
            cv::cudastripe::Striper& striper);

//! Page-locked buffers of a workload, in turn.
class Buffers
{
public:
    struct Set
    {
        MemoryKind in;
        MemoryKind out;
    };

    explicit Buffers(const Workload& workload);
    const Set& next();

private:
    std::vector<Set> sets_;
    size_t next_ = 0;
};

}  // namespace bench
