// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A program on rows of the host: whole arrays through loops, or block by block.

#include "host_chain.hpp"

#include "../../depth_types.hpp"
#include "../../simd/fetch_ahead.hpp"
#include "../../simd/non_temporal_store.hpp"

namespace cv { namespace cudastripe {

HostChain::HostChain(const ChainProgram& program, const uchar* tables, const std::vector<ChainLoopStep>& steps)
    : program_(program), tables_(tables), steps_(steps), together_(0)
{
    if (steps_.empty()) {
        block_.reset(new ChainBlock);
        return;
    }
    int bytes = depthBytes(program.srcDepth);
    for (const ChainLoopStep& step : steps_)
        bytes = std::max(bytes, depthBytes(step.loop->to));
    together_ = Buffers::kBytes / bytes / ChainArrays::kTogether * ChainArrays::kTogether;
    buffers_.reset(new Buffers);
}

void HostChain::run(const ChainRow& row)
{
    if (steps_.empty())
        chainRowVersion().blocks(program_, tables_, row, *block_);
    else
        runLoops(row);
}

void HostChain::runLoops(const ChainRow& row)
{
    const std::int64_t all = row.cols * program_.srcChannels;
    const std::int64_t whole = all / ChainArrays::kTogether * ChainArrays::kTogether;
    const bool direct = !row.mask && !row.nonTemporal;
    // One step alone has no intermediate values to keep in a cache.
    const std::int64_t most = direct && steps_.size() == 1 ? 1 << 24 : together_;
    for (std::int64_t first = 0; first < whole; first += most) {
        const int count = static_cast<int>(std::min(most, whole - first));
        const ChainRow part = from(row, first);
        runSteps(part.src, part.second, direct ? part.dst : result(), count, kFetchAhead);
        if (!direct)
            store(part, count);
    }
    if (whole < all)
        runRest(from(row, whole), static_cast<int>(all - whole));
}

ChainRow HostChain::from(const ChainRow& row, std::int64_t first) const
{
    const std::int64_t dstBytes = first * depthBytes(program_.dstDepth);
    return {row.src + first * depthBytes(program_.srcDepth),
            row.second ? row.second + first * depthBytes(program_.secondDepth) : nullptr,
            row.mask ? row.mask + first / program_.srcChannels : nullptr,
            row.old ? row.old + dstBytes : nullptr,
            row.dst + dstBytes,
            row.cols - first / program_.srcChannels,
            row.nonTemporal};
}

void HostChain::runRest(const ChainRow& part, int count)
{
    std::memcpy(buffers_->src, part.src, static_cast<size_t>(count * depthBytes(program_.srcDepth)));
    if (part.second)
        std::memcpy(buffers_->second, part.second, static_cast<size_t>(count * depthBytes(program_.secondDepth)));
    runSteps(buffers_->src, buffers_->second, result(), ChainArrays::kTogether, 0);
    store(part, count);
}

void HostChain::runSteps(const uchar* src, const uchar* second, uchar* dst, int count, int ahead)
{
    for (size_t i = 0; i < steps_.size(); ++i) {
        const ChainLoopStep& step = steps_[i];
        uchar* const to = i + 1 < steps_.size() ? buffers_->between[i % 2] : dst;
        const uchar* const other = step.in.operand == ChainOperand::Self ? src : second;
        step.loop->run({&step.in, step.x, step.y, src, other, to, count, ahead});
        src = to;
        ahead = 0;
    }
}

void HostChain::store(const ChainRow& part, int count)
{
    const int bytes = depthBytes(program_.dstDepth), channels = program_.dstChannels;
    if (part.mask)
        keepUnmasked(part.mask, part.old, result(), count / channels, bytes * channels);
    storeBytes(part.dst, result(), static_cast<size_t>(count * bytes), part.nonTemporal);
}

uchar* HostChain::result()
{
    return buffers_->between[(steps_.size() + 1) % 2];
}

}}  // namespace cv::cudastripe
