// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_SIMULATE_HPP
#define OPENCV_CUDASTRIPE_SIMULATE_HPP

#include <functional>
#include <vector>

#include "opencv2/cudastripe/detail/memory_kind.hpp"
#include "opencv2/cudastripe/striper.hpp"
#include "opencv2/cudastripe/timeline.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_simulate
//! @{

//! How a device's engines find their next stage.
enum class HardwareQueues
{
    PerEngine,  //!< in the order of issue: a stage that has to wait keeps those behind it waiting
    PerStream,  //!< Hyper-Q: whichever stream is ready
};

/** @brief What a device can do at the same time, and how fast: everything that a prediction knows of it.

Rates are bytes per second; a kernel's bytes are those that it reads and writes. */
struct CV_EXPORTS DeviceProfile
{
    String name;            //!< of the card
    int copyEngines = 2;    //!< 1: both directions share it; 2: one each; 3: a third for either
    int kernelEngines = 1;  //!< kernels that run at once
    HardwareQueues queues = HardwareQueues::PerStream;  //!< in which stages wait
    //! True if a kernel counts as finished only when the kernels enqueued directly after it, in other streams, have
    //! finished.
    bool heldCompletion = false;

    double uploadRate = 0;                //!< with no download at the same time
    double downloadRate = 0;              //!< with no upload at the same time
    double uploadRateBesideDownload = 0;  //!< while a download runs
    double downloadRateBesideUpload = 0;  //!< while an upload runs
    double kernelRate = 0;                //!< of kernels in device memory

    double uploadGapSeconds = 0;    //!< for which the engine is busy before the bytes move
    double downloadGapSeconds = 0;  //!< likewise
    double kernelGapSeconds = 0;    //!< likewise
    double startSeconds = 0;        //!< more for a copy that finds its engine idle
    double otherStreamSeconds = 0;  //!< more for a copy whose engine served another stream before
    double handOverSeconds = 0;     //!< from a stage's end to one that waits for it by an event
    double switchSeconds = 0;       //!< from a stage's end to the next of its stream on another engine
    double copyIssueSeconds = 0;    //!< of the host, to enqueue a copy
    double kernelIssueSeconds = 0;  //!< likewise, a kernel
    double eventIssueSeconds = 0;   //!< likewise, to record, wait for or query an event
    double callSeconds = 0;         //!< of the host, for a call as a whole

    int hostThreads = 1;        //!< of the CPU
    double hostCopyRate = 0;    //!< of a thread that copies, read and written
    double hostRunRate = 0;     //!< of a thread that converts, read and written
    double hostMemoryRate = 0;  //!< that all threads and copy engines share
};

/** @brief The profiles that are known: C1060, C2050, K20c, H200, unlimited.

The first three have the engine rules of their generation and rates at which three equal stages take the published
sequential time (docs/scheduling.md); H200 is measured; unlimited has one engine of each kind, equal rates and no
overhead, for what a schedule could do at best. */
CV_EXPORTS const std::vector<DeviceProfile>& deviceProfiles();

//! The profile of that name, in upper or lower case. @throws cv::Exception that lists the names if there is none.
CV_EXPORTS const DeviceProfile& deviceProfile(const String& name);

/** @brief Predicts when each stage of each stripe would run on a device, without having it.

@param profile the device.
@param params how to cut and to issue; `devices` does not matter, and Route::Auto stands for Route::Striped.
@param memory the kind that host memory of the calls counts as.
@param work makes any number of calls on the Striper that it is given, all on the calling thread. They go through the
same plan and the same lanes as on a GPU, but nothing is computed, and no array is read or written, so arrays need not
be initialised.

@return the timeline of all calls, from the first on. */
CV_EXPORTS Timeline predictTimeline(const DeviceProfile& profile, const StriperParams& params, MemoryKind memory,
                                    const std::function<void(Striper&)>& work);

/** @brief Measures when each stage of each stripe runs on a CUDA device.

The times come from CUDA events around each stage. A stage counts as started when its stream has reached it and the
stage before it on the same engine has ended. The events cost about a microsecond each, so do not take the time of a
call from this.

@param device its number. @param params as for predictTimeline.
@param work makes any number of calls on the Striper that it is given. It is called twice, first to warm up.
@throws cv::Exception (Error::GpuNotSupported) if this build or this machine has no such device. */
CV_EXPORTS Timeline measureTimeline(int device, const StriperParams& params, const std::function<void(Striper&)>& work);

//! @}

}}  // namespace cv::cudastripe

#endif
