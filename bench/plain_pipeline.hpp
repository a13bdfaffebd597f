// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <memory>
#include <vector>

#include "cuda_handles.hpp"
#include "frame_size.hpp"
#include "host_frames.hpp"

namespace bench {

//! The frame of all pipelines: 8K BGRA, page-locked.
const FrameSize& pipelineFrame();

//! What all of them use.
struct PipelineMachine
{
    static constexpr int kSets = 4, kMostStripes = 40;

    PipelineMachine();

    HostFrames frames;
    CudaStream up, run, down;
    OrderEvent uploaded[kMostStripes], ran[kMostStripes];
    std::shared_ptr<uchar> in[kSets], out[kSets];
    int set = 0;
};

//! How a frame is cut, and what is done with its stripes; uploads and downloads of all but what is said here.
struct PipelineShape
{
    enum class Kernels
    {
        All,
        OfTheLast,
        None,
    };

    std::vector<int> rows;   //!< of each stripe
    int written = 0;         //!< stripes at the end whose kernels write into page-locked memory themselves
    bool readsLast = false;  //!< the kernel of the last stripe reads page-locked memory, too, behind the other uploads
    Kernels kernels = Kernels::All;
};

//! Rows of so many stripes, of which the last ones shrink.
std::vector<int> stripes(int count, int tapered);

//! Rows of stripes that shrink, and of a last one that has this part of the frame; the one before has `odds` as much.
std::vector<int> stripesBefore(double last, double odds);

//! The kernel of all pipelines, whose memory may be page-locked; across the bus it reads what `readsAcross` says.
void launchToYuv(const uchar* in, uchar* out, size_t pixels, const CudaStream& stream, bool readsAcross = false);

//! Throws unless the result is that of cv::cvtColor.
void checkResult(const HostFrame& frame);

//! An upload, a kernel and a download of each stripe, in three streams.
HostFrame enqueue(PipelineMachine& m, const PipelineShape& shape);

//! The same, waited for.
HostFrame pipeline(PipelineMachine& m, const PipelineShape& shape);

//! The same; throws unless the result is that of cv::cvtColor, where all kernels run.
void checkedPipeline(PipelineMachine& m, const PipelineShape& shape);

//! Uploads alone, with an event behind each if asked, and beside a download of everything if asked.
void uploads(PipelineMachine& m, const std::vector<int>& rows, bool events, bool besideDownload);

//! Before CUDA 13 batches were enqueued by another call.
constexpr bool kHasBatches = CUDART_VERSION >= 13000;

//! The same as one batch, inside of which nothing tells what has arrived.
void uploadsBatch(PipelineMachine& m, const std::vector<int>& rows, bool besideDownload);

//! One kernel that reads everything across the bus, beside a download of everything if asked.
void readsAcross(PipelineMachine& m, bool besideDownload);

}  // namespace bench
