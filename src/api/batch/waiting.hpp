// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Images of a batch whose destinations are opened together.

#pragma once

#include <algorithm>
#include <exception>

#include "../striper/call_opener.hpp"
#include "../striper/operation.hpp"
#include "opencv2/core/utility.hpp"

namespace cv { namespace cudastripe {

struct Waiting
{
    size_t number;
    Operation operation;
    Operation::Opened opened = {};
    StripePlanes planes = {};
    std::exception_ptr error = nullptr;

    void open()
    {
        try {
            opened = operation.open(operation.src, operation.dst);
            planes = planesOfCall(*opened.op, operation.src, opened.dst);
        } catch (...) {
            error = std::current_exception();
        }
    }
    void rethrow() const
    {
        if (error)
            std::rethrow_exception(error);
    }
};

//! Opens destinations that need no allocation. By the threads of the call, 0 for all: the CPU takes longer to make the
//! taps of a box than a GPU takes to use them.
inline void openTogether(std::vector<Waiting>& images, int threads)
{
    constexpr int kOfAThread = 4;  // images that take as long as it takes to wake a thread
    const int count = static_cast<int>(images.size()), most = threads > 0 ? threads : getNumThreads();
    const auto openRange = [&](const Range& range) {
        for (int i = range.start; i < range.end; ++i)
            images[size_t(i)].open();
    };
    parallel_for_(Range(0, count), openRange, std::clamp(count / kOfAThread, 1, most));
}

}}  // namespace cv::cudastripe
