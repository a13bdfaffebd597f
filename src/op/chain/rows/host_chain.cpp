// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A program on rows of the host: whole arrays through loops, or block by block.

#include "host_chain.hpp"

#include "../../depth_types.hpp"
#include "../../simd/fetch_ahead.hpp"
#include "../../simd/non_temporal_store.hpp"

namespace cv { namespace cudastripe {

HostChain::HostChain(const ChainProgram& program, const uchar* tables, const std::vector<ChainLoopStep>& steps)
    : program_(program), tables_(tables), steps_(steps)
{
    if (steps_.empty()) {
        block_.reset(new ChainBlock);
        return;
    }
    int channels = program.srcChannels, bytes = depthBytes(program.srcDepth) * channels;
    for (const ChainLoopStep& step : steps_) {
        if (!step.loop->onPixels)
            unit_ = std::max(
                unit_, channels == program.srcChannels ? ChainArrays::kTogether / channels : ChainArrays::kTogether);
        channels = step.in.channels;
        bytes = std::max(bytes, depthBytes(step.loop->to) * channels);
    }
    together_ = Buffers::kBytes / bytes / unit_ * unit_;
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
    const std::int64_t whole = row.cols / unit_ * unit_;
    const bool direct = !row.mask && !row.nonTemporal;
    // One step alone has no intermediate values to keep in a cache.
    const std::int64_t most = direct && steps_.size() == 1 ? (1 << 22) / unit_ * unit_ : together_;
    for (std::int64_t first = 0; first < whole; first += most) {
        const int pixels = static_cast<int>(std::min(most, whole - first));
        const ChainRow part = from(row, first);
        runSteps(part.src, part.second, direct ? part.dst : result(), pixels, kFetchAhead);
        if (!direct)
            store(part, pixels);
    }
    if (whole < row.cols)
        runRest(from(row, whole), static_cast<int>(row.cols - whole));
}

ChainRow HostChain::from(const ChainRow& row, std::int64_t first) const
{
    const std::int64_t dstBytes = first * depthBytes(program_.dstDepth) * program_.dstChannels;
    return {row.src + first * depthBytes(program_.srcDepth) * program_.srcChannels,
            row.second ? row.second + first * depthBytes(program_.secondDepth) * program_.secondChannels : nullptr,
            row.mask ? row.mask + first : nullptr,
            row.old ? row.old + dstBytes : nullptr,
            row.dst + dstBytes,
            row.cols - first,
            row.nonTemporal};
}

void HostChain::runRest(const ChainRow& part, int pixels)
{
    const auto copy = [pixels](uchar* to, const uchar* from, int depth, int channels) {
        std::memcpy(to, from, static_cast<size_t>(pixels * channels * depthBytes(depth)));
    };
    copy(buffers_->src, part.src, program_.srcDepth, program_.srcChannels);
    if (part.second)
        copy(buffers_->second, part.second, program_.secondDepth, program_.secondChannels);
    runSteps(buffers_->src, buffers_->second, result(), unit_, 0);
    store(part, pixels);
}

void HostChain::runSteps(const uchar* src, const uchar* second, uchar* dst, int pixels, int ahead)
{
    int channels = program_.srcChannels;
    for (size_t i = 0; i < steps_.size(); ++i) {
        const ChainLoopStep& step = steps_[i];
        uchar* const to = i + 1 < steps_.size() ? buffers_->between[i % 2] : dst;
        const uchar* const other = step.in.operand == ChainOperand::Self ? src : second;
        step.loop->run({&step.in, tables_, step.x, step.y, src, other, to, pixels * channels, channels, ahead});
        channels = step.in.channels;
        src = to;
        ahead = 0;
    }
}

void HostChain::store(const ChainRow& part, int pixels)
{
    const int bytes = depthBytes(program_.dstDepth) * program_.dstChannels;
    if (part.mask)
        keepUnmasked(part.mask, part.old, result(), pixels, bytes);
    storeBytes(part.dst, result(), static_cast<size_t>(pixels * bytes), part.nonTemporal);
}

uchar* HostChain::result()
{
    return buffers_->between[(steps_.size() + 1) % 2];
}

}}  // namespace cv::cudastripe
