// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_TIMELINE_HPP
#define OPENCV_CUDASTRIPE_TIMELINE_HPP

#include <vector>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_simulate
//! @{

//! What happens to a stripe on its way, and where.
enum class Stage
{
    StageIn,    //!< host: from pageable memory into a slot's page-locked memory
    Upload,     //!< copy engine: into a slot's device memory
    RunDevice,  //!< a kernel
    RunHost,    //!< a host thread
    Download,   //!< copy engine: out of a slot's device memory
    StageOut,   //!< host: from a slot's page-locked memory into pageable memory
};

//! The name of a stage: "stage in", "upload", "kernel", "host rows", "download", "stage out".
CV_EXPORTS String toString(Stage stage);

//! When one stage of one stripe ran, and where.
struct TimelineEntry
{
    Stage stage;  //!< what ran
    int stripe;  //!< counted from 0 in the order in which stripes were claimed; -1 for rows that a host thread converts
    String engine;   //!< that was busy, such as "upload engine", "kernel engine" or "host thread 3"
    String stream;   //!< the stream that it was issued to, such as "up" or "stream 2"; empty for host work
    double startMs;  //!< from the start of the call
    double endMs;    //!< likewise
};

/** @brief When each stage ran, in milliseconds from the start of the call; predicted or measured. */
struct CV_EXPORTS Timeline
{
    String title;                        //!< the name of the device
    std::vector<TimelineEntry> entries;  //!< in no certain order
    double durationMs = 0;               //!< until the result is ready; not less than the end of the last entry

    //! The engines, ordered by the first enumerator of Stage that each of them serves.
    std::vector<String> engines() const;
};

/** @brief Writes timelines as trace events in JSON, which Perfetto and chrome://tracing open.

@param fileName is replaced if it exists.
@throws cv::Exception (Error::StsError) that names the file if it cannot be written; the file is then unchanged. */
CV_EXPORTS void writeTraceEvents(const std::vector<Timeline>& timelines, const String& fileName);

//! @}

}}  // namespace cv::cudastripe

#endif
