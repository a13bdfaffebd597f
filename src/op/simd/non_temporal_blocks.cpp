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

StreamedBlocks StreamedBlocks::ofBytes(int64 bytes)
{
    const CoreCache& cache = coreCache();
    if (bytes <= keptBytes(1, cache))
        return StreamedBlocks();  // a small image asks nothing more
    return StreamedBlocks(share(bytes, getNumThreads(), cache));
}

StreamedBlocks::StreamedBlocks(const StripeOp& op) : StreamedBlocks(ofBytes(bytesOf(op))) {}

}}  // namespace cv::cudastripe
