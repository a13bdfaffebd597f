// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "non_temporal_blocks.hpp"

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

NonTemporalBlocks NonTemporalBlocks::ofBytes(int64 bytes)
{
    const CoreCache& cache = coreCache();
    if (bytes <= keptBytes(1, cache))
        return NonTemporalBlocks();  // a small image asks nothing more
    return NonTemporalBlocks(share(bytes, getNumThreads(), cache));
}

NonTemporalBlocks::NonTemporalBlocks(const StripeOp& op) : NonTemporalBlocks(ofBytes(bytesOf(op))) {}

}}  // namespace cv::cudastripe
