// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The share of non-temporal blocks for an operation.

#include "non_temporal_blocks.hpp"

#include "opencv2/core/utility.hpp"

namespace cv { namespace cudastripe {

NonTemporalBlocks::NonTemporalBlocks(const StripeOp& op) : share_(0)
{
    const CoreCache& cache = coreCache();
    const auto bytes = static_cast<int64>(op.bytes(op.units()));
    if (bytes > keptBytes(1, cache))  // a small image need not ask for the threads
        share_ = share(bytes, getNumThreads(), cache);
}

}}  // namespace cv::cudastripe
