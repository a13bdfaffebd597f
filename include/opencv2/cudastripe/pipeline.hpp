// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_PIPELINE_HPP
#define OPENCV_CUDASTRIPE_PIPELINE_HPP

#include <memory>

#include "opencv2/cudastripe/stream_ref.hpp"
#include "opencv2/cudastripe/striper.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_striper
//! @{

/** @brief Makes consecutive frames on one stream overlap, so that the bus never waits between two of them.

Give it to a function wherever it takes a stream: `cvtColor(src, dst, code, pipeline)`. A frame then waits for
everything that was on the stream when the frame *before* it was called, but not for what was enqueued since then; and
it ends before everything that is enqueued on the stream after it.
**So what you enqueue between two frames must not write the source of the second one, and must not read or write its
destination, until that frame has ended.** Two sets of buffers that take turns are enough. Frames whose memory overlaps,
whose sizes or types differ, or that use pageable memory follow one another as they do without a pipeline.

Memory is kept allocated as for any call on a stream: see @ref StreamRef. One thread at a time uses a pipeline. It must
be destroyed before its stream; the Striper may be destroyed first.

A call throws cv::Exception if two threads use the pipeline at the same time, if its Striper is neither the pipeline's
nor the default one, if the stream was destroyed, or if the stream is the default stream of another thread. */
class CV_EXPORTS Pipeline
{
public:
    //! @param stream the stream of all frames, which must be given and belong to a device of the Striper; to a Striper
    //! without a device the null stream: then each call returns with its result
    //! @param striper does the work of all frames
    //! @throws cv::Exception if there is no such stream
    explicit Pipeline(const StreamRef& stream, Striper& striper = Striper::getDefault());
    //! Does not wait, unless its Striper is destroyed: then the last of its pipelines waits for the work in flight.
    ~Pipeline();
    //! Waits until at most `framesInFlight` frames are unfinished: with 1, all frames but the latest have ended.
    void wait(int framesInFlight = 0);
    Pipeline(const Pipeline&) = delete;
    Pipeline& operator=(const Pipeline&) = delete;

    class Impl;
    //! For the library itself.
    Impl& impl() const { return *impl_; }

private:
    const std::unique_ptr<Impl> impl_;
};

//! @}

}}  // namespace cv::cudastripe

#endif
