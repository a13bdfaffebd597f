// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "streamed_blocks.hpp"

#include "opencv2/core/utility.hpp"

namespace cv { namespace cudastripe {
namespace {

int64 bytesOf(const StripeOp& op)
{
    int64 bytes = 0;
    for (const std::vector<PlaneSpec>* planes : {&op.inputs(), &op.outputs()}) {
        for (const PlaneSpec& plane : *planes)
            bytes += op.rows(plane, op.units()) * plane.rowBytes;
    }
    return bytes;
}

}  // namespace

StreamedBlocks::StreamedBlocks(const StripeOp& op) : share_(share(bytesOf(op), getNumThreads(), coreCache())) {}

}}  // namespace cv::cudastripe
