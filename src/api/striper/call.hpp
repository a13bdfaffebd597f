// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What a caller asks for.

#pragma once

#include <functional>

#include "../../device/handles.hpp"
#include "../../lane/frame_footprint.hpp"
#include "../../op/stripe_op.hpp"
#include "../images/array_access.hpp"
#include "opencv2/cudastripe/stream_ref.hpp"

namespace cv { namespace cudastripe {

//! A call as the public functions make it: an operation, and the images that it refers to.
struct Call
{
    const char* function;
    const std::vector<ImageAccess>& src;
    //! Called after everything but the destination has been checked, with `dst` or a copy of its header.
    std::function<std::vector<ImageAccess>(const _OutputArray& dst)> openDst;
    std::function<std::unique_ptr<StripeOp>(const std::vector<ImageAccess>& dst)> makeOp;
    const StreamRef& stream;
    const _OutputArray& dst;
    bool dstFits = false;  //!< nothing is to be allocated for it
    bool batch = false;    //!< many images, numbered by ImageAccess::number; makeOp() makes a BatchOp
};

//! What a frame of a Pipeline knows of the frames before.
struct Frame
{
    FrameFootprint* last = nullptr;
    std::uint64_t stream = 0;  //!< identity of the stream that all frames are on
    EventId ended{nullptr};    //!< recorded at this frame's end
};

}}  // namespace cv::cudastripe
