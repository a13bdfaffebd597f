// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_STREAMS_HPP
#define OPENCV_CUDASTRIPE_STREAMS_HPP

#include <memory>

#include "opencv2/core/cuda.hpp"

#include "opencv2/cudastripe/striper.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_striper
//! @{

/** @brief Names a `cudaStream_t` without including CUDA's headers, for programs whose OpenCV was built without CUDA. */
class StreamHandle
{
public:
    //! @param stream a `cudaStream_t`; null, `cudaStreamLegacy` and `cudaStreamPerThread` name the default streams. A
    //! Striper without a device takes null for no stream
    explicit StreamHandle(void* stream) : stream_(stream) {}
    //! The `cudaStream_t`.
    void* get() const { return stream_; }

private:
    void* stream_;
};

class Pipeline;

/** @brief Says where among the caller's GPU work a call takes place.

Without a stream a call comes after the work that was enqueued before on the default streams of the Striper's devices
(if an image is in device memory: of that device), and returns when its result is ready. If all images are in pageable
memory it waits for no device: then the caller orders the accesses, as for any function of the CPU.

With a stream the call starts after everything that was enqueued on it before, and ends before everything that is
enqueued on it after. If source and destination both are page-locked or device memory, the call returns as soon as
all is enqueued. A Mat, HostMem or GpuMat that owns its memory may then be released at once: it stays allocated until
the device is done; memory behind raw pointers and headers over them, and of a `cuda::BufferPool`, is the caller's to
keep. If source or destination is pageable memory, the call waits for the stream's earlier work, and returns when the
source has been read and a pageable destination has been written.

With a @ref Pipeline a call is ordered on its stream in the same way, but consecutive calls overlap: see there.

A stream that is being captured into a CUDA graph gets the call's nodes: a kernel if all memory is on the device, else
a kernel across the bus, or stripes in slots that belong to the graph. A chain that resizes has up to four kernels,
and what they hand on lies in memory of the graph. Nothing waits, and no pixel is read or written before the graph is
launched. All memory must be page-locked or on the device. The graph holds each Mat, HostMem and GpuMat that owns its
memory, and needs nothing of the Striper. Pageable memory, Route::Host, Route::Shared and a Pipeline are refused. After
an exception the graph may have some nodes of the call: do not use it.
*/
class CV_EXPORTS StreamRef
{
public:
    //! No stream: the call returns when the result is ready.
    StreamRef() = default;
    //! A stream of OpenCV.
    StreamRef(cuda::Stream& stream) : handle_(stream.cudaPtr()), given_(true) {}
    //! A stream of CUDA.
    StreamRef(StreamHandle stream) : handle_(stream.get()), given_(true) {}
    //! The stream of a pipeline, of which the call becomes a frame.
    StreamRef(Pipeline& pipeline);

    //! True if there is a stream.
    bool given() const { return given_; }
    //! The `cudaStream_t`; it has no meaning unless given() is true.
    void* handle() const { return handle_; }
    //! The pipeline that the call belongs to, or null.
    Pipeline* pipeline() const { return pipeline_; }

private:
    void* handle_ = nullptr;
    bool given_ = false;
    Pipeline* pipeline_ = nullptr;
};

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
