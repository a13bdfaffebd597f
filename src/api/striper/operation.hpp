// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What a public function makes of its arguments.

#pragma once

#include <functional>

#include "../../op/stripe_op.hpp"
#include "../images/array_access.hpp"
#include "opencv2/cudastripe/streams.hpp"
#include "opencv2/cudastripe/striper.hpp"

namespace cv { namespace cudastripe {

//! The images of a call, and what happens to them. The sources are open; the destination is as the caller gave it.
struct Operation
{
    using Images = std::vector<ImageAccess>;

    //! The destination's images, and what makes them.
    struct Opened
    {
        Images dst;
        std::unique_ptr<StripeOp> op;
    };

    const char* function;
    Images src;
    _OutputArray dst;
    bool dstFits;  //!< nothing needs to be allocated for `dst`
    //! Opens `dst` or a copy of its header, and allocates what is missing. Called when the sources have been checked.
    std::function<Opened(const Images& src, const _OutputArray& dst)> open;
    bool batch = false;  //!< many images, numbered by ImageAccess::number; open() makes a BatchOp
};

//! Runs an operation. If the Striper only explains calls, it gives the route instead, and the result is false.
bool run(const Operation& operation, const StreamRef& stream, Striper& striper);

}}  // namespace cv::cudastripe
