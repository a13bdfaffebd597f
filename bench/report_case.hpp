// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "opencv2/cudastripe/route.hpp"
#include "report_frames.hpp"

namespace bench {

class ReportDevice;

//! A way to do the work of a group.
struct ReportCase
{
    enum class Check
    {
        Nothing,
        SameBits  //!< as the group's expected result
    };

    std::string mechanism;
    std::function<void(const HostFrame& frame)> work;  //!< one frame, all waits included
    size_t bytes;                                      //!< that it moves for a frame
    Check check = Check::SameBits;
    bool warm = false;                                    //!< the same frame again and again
    std::function<double(FrameRing&)> seconds = nullptr;  //!< where it is set it measures itself, instead of work
    //! Which route a call would take now; where it is set it is told with each time.
    std::function<cv::cudastripe::RouteChoice()> choice = nullptr;
};

//! Cases that are measured together, interleaved: of one workload, size, kind of memory and number of threads.
struct ReportGroup
{
    const ReportWorkload& workload;
    const ReportSize& size;
    std::string memory;  //!< "pinned", page-locked, "pageable", or "to_device" from page-locked memory
    int threads;
    bool allThreads;  //!< what does not depend on threads is measured with these
    std::shared_ptr<FrameRing> frames;
    std::shared_ptr<FrameRing> pinned;     //!< page-locked frames, empty where there is no GPU
    std::shared_ptr<ReportDevice> device;  //!< empty where there is no GPU
    std::shared_ptr<const cv::Mat> expected;
    std::vector<ReportCase> cases;

    std::string name() const;
    size_t bytes() const { return workload.bytes(size.pixels); }
    bool isPinned() const { return memory == "pinned"; }
};

//! Registers all cases of a group, or those whose names begin so, under names that end in suffix.
void registerGroup(const ReportGroup& group, const std::string& prefix = "", const std::string& suffix = "");

}  // namespace bench
