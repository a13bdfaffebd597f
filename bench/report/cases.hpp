// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <array>
#include <limits>

#include "../common/stripers.hpp"
#include "opencv2/cudastripe/route.hpp"
#include "workload.hpp"
#ifdef HAVE_CUDASTRIPE_CUDA
#include "../common/gpu.hpp"
#endif

namespace bench {

//! What the report shall cover.
struct ReportOptions
{
    std::string out;               //!< folder for the JSON files, one for each workload
    std::string workloads, sizes;  //!< names, separated by commas; no workloads are all
    int limitSeconds;              //!< no group begins later
    bool gpu;
};

//! Measures group after group, and writes what it finds.
void runReport(const ReportOptions& options);

#ifdef HAVE_CUDASTRIPE_CUDA
//! What the cases of a workload and size use on the GPU.
struct ReportDevice
{
    explicit ReportDevice(const DeviceFrames& inTurn) : frames(inTurn) {}

    DeviceFrames frames;
    const CudaStream up, down;
    const std::array<CudaStream, 16> streams;

    void wait() const
    {
        up.wait();
        down.wait();
    }
};
#else
struct ReportDevice;
#endif

// How far a result may be from the group's expected one: the mean difference of bytes. Random colours are some 7 to 10
// apart by other weights, and 65 by another order of channels.
constexpr double kExact = 0, kSameWeights = 1, kOtherWeights = 16;
constexpr double kUnchecked = std::numeric_limits<double>::infinity();

//! A way to do the work of a group.
struct ReportCase
{
    std::string mechanism;
    std::function<void(const HostFrame& frame)> work;  //!< one frame, all waits included
    double within;                                     //!< as above
    size_t bytes = 0;                                  //!< that it moves for a frame; 0: those of the group
    bool warm = false;                                 //!< the same frame again and again
    //! If it is set it measures itself, instead of work.
    std::function<double(HostFrames&)> seconds = nullptr;
    //! Which route a call would take now; if it is set it is recorded with each time.
    std::function<cv::cudastripe::RouteChoice()> choice = nullptr;
};

//! Cases that are measured together, interleaved: of one workload, size, kind of memory and number of threads.
struct ReportGroup
{
    const ReportWorkload& workload;
    const ReportSize& size;
    std::string memory;  //!< "pinned", page-locked, "pageable", "to_device" from page-locked memory, or "device"
    int threads;
    bool allThreads;  //!< mechanisms that do not depend on threads are measured with these
    std::shared_ptr<HostFrames> frames;
    std::shared_ptr<HostFrames> pinned;    //!< page-locked frames, empty if there is no GPU
    std::shared_ptr<ReportDevice> device;  //!< empty if there is no GPU
    cv::Mat expected;                      //!< result of the first frame
    std::vector<ReportCase> cases;

    std::string name() const;
    bool is8K() const { return size.name == "8K"; }
    bool isPinned() const { return memory == "pinned"; }
    void add(const std::string& mechanism, const std::function<void(const HostFrame&)>& work, double within)
    {
        cases.push_back({mechanism, work, within});
    }
    //! One that measures itself.
    void addTimed(const std::string& mechanism, const std::function<double(HostFrames&)>& seconds)
    {
        add(mechanism, nullptr, kUnchecked);
        cases.back().seconds = seconds;
    }
};

//! Registers all cases of a group, or those whose names begin so, under names that end in suffix.
void registerGroup(const ReportGroup& group, const std::string& prefix = "", const std::string& suffix = "");

// Each adds its cases to a group. The dispatcher chooses among the mechanisms that begin with ours/, and ours/auto is
// its choice.

using OurCall = std::function<void(const HostFrame& frame, cv::cudastripe::Striper& striper)>;

//! A call with the choice by itself, and with each route that is possible, forced.
void addRoutes(ReportGroup& group, const std::string& start, const OurCall& call, double within);
//! The workload from host to host memory by all routes.
void addOurCases(ReportGroup& group);
//! The same frame again and again: if it fits into a cache, its times are not those of a stream of frames.
void addWarmCases(ReportGroup& group);
//! OpenCV's calls, libyuv, and a copy of memory by as many threads.
void addCpuCases(ReportGroup& group);
//! Mechanisms that need a GPU: the transfers alone, and peers.
void addGpuCases(ReportGroup& group);
//! Page-locked frames one after the other in streams, and what a call with a stream costs its caller.
void addStreamCases(ReportGroup& group);
//! From page-locked memory to the device, where results stay.
void addToDeviceCases(ReportGroup& group);
//! From the device to the device: launches one behind the other.
void addDeviceCases(ReportGroup& group);

}  // namespace bench
