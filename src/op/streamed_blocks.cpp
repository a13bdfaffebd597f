// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "streamed_blocks.hpp"

#include "opencv2/core/utility.hpp"

namespace cv { namespace cudastripe {
namespace {

int64 bytesOf(const StripeOp& op)
{
    int64 bytes = 0;
    for (const PlaneSpecs* planes : {&op.inputs(), &op.outputs()}) {
        for (const PlaneSpec& plane : *planes)
            bytes += op.rows(plane, op.units()) * plane.rowBytes;
    }
    return bytes;
}

}  // namespace

StreamedBlocks::StreamedBlocks(const StripeOp& op) : share_(0)
{
    const CoreCache& cache = coreCache();
    const int64 bytes = bytesOf(op);
    if (bytes > keptBytes(1, cache))  // a small image asks nothing more
        share_ = share(bytes, getNumThreads(), cache);
}

}}  // namespace cv::cudastripe
