// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// An operation that resizes. Others use its arithmetic and its taps for pixels that they make themselves.

#pragma once

#include "math/method.hpp"
#include "tables.hpp"

namespace cv { namespace cudastripe {

class Resizer : public StripeOp
{
public:
    using StripeOp::StripeOp;
    virtual ResizeMethod method() const = 0;
    virtual const ResizeTables& tables() const = 0;
};

//! As makeResizeOp(), but the sizes may be equal.
std::unique_ptr<Resizer> makeResizer(const Resampling& resampling, const ResizeSizes& sizes, int type);

}}  // namespace cv::cudastripe
