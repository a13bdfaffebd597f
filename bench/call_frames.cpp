// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>

#include "call_times.hpp"
#include "calls.hpp"
#include "opencv2/cudastripe/color.hpp"
#include "opencv2/imgproc.hpp"
#include "page_locked_memory.hpp"

namespace bench {

SharedLazy<HostFrames> CallFrames::lazy() const
{
    const auto found = std::find_if(frameSizes().begin(), frameSizes().end(),
                                    [&](const FrameSize& known) { return known.name == size; });
    CV_Assert(found != frameSizes().end());
    return lazyHostFrames(*found, pageLocked ? pageLockedMemory : pageableMemory);
}

double timeConversion(HostFrames& frames, cv::cudastripe::Striper& striper)
{
    HostFrame frame = frames.next();
    return secondsOf([&] {
        cv::cudastripe::cvtColor(frame.in, frame.out, cv::COLOR_BGR2YUV, cv::cudastripe::StreamRef(), striper);
    });
}

}  // namespace bench
