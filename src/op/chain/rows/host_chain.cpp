// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A program on rows of the host: runs of pixels go through all loops while they lie in the L1 cache.

#include "host_chain.hpp"

#include "../../depth_types.hpp"
#include "../../simd/fetch_ahead.hpp"
#include "../../simd/non_temporal_store.hpp"
#include "masking.hpp"

namespace cv { namespace cudastripe {
namespace {

//! Arrays that stay in the L1 cache.
struct Buffers
{
    static constexpr int kBytes = ChainArrays::kTogether * 4 * 8;  //!< of kTogether pixels of any type

    alignas(64) uchar between[2][kBytes];
    alignas(64) uchar converted[kBytes];  //!< values of the second image
    alignas(64) uchar src[kBytes];        //!< the end of a row, if it has too few pixels for a loop
    alignas(64) uchar second[kBytes];
};

thread_local Buffers buffers;

//! Clears the values after the last one that loops read because they take many values at a time: old ones may overflow.
void clearTail(uchar* values, int count, int depth)
{
    constexpr int together = ChainArrays::kTogether;
    const int bytes = depthBytes(depth), end = (count + together - 1) / together * together;
    std::memset(values + count * bytes, 0, static_cast<size_t>((end - count) * bytes));
}

}  // namespace

HostChain::HostChain(const ChainProgram& program, const uchar* tables, const std::vector<ChainLoopStep>& steps)
    : program_(program), tables_(tables), steps_(steps)
{
    int channels = program.srcChannels, bytes = depthBytes(program.srcDepth) * channels;
    for (const ChainLoopStep& step : steps_) {
        const int read = step.convertsSecond ? program.secondChannels : channels;
        if (!step.loop->onPixels)
            unit_ =
                std::max(unit_, read == program.srcChannels ? ChainArrays::kTogether / read : ChainArrays::kTogether);
        bytes = std::max(bytes, depthBytes(step.loop->to) * step.in.channels);
        if (step.convertsSecond)
            continue;
        channels = step.in.channels;
        ++results_;
    }
    together_ = Buffers::kBytes / bytes / unit_ * unit_;
}

void HostChain::run(const ChainRow& row)
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
        clearTail(to, pixels * channels, depth);
    };
    copy(buffers.src, part.src, program_.srcDepth, program_.srcChannels);
    if (part.second)
        copy(buffers.second, part.second, program_.secondDepth, program_.secondChannels);
    runSteps(buffers.src, buffers.second, result(), pixels, 0);
    store(part, pixels);
}

void HostChain::runSteps(const uchar* src, const uchar* second, uchar* dst, int pixels, int ahead)
{
    int channels = program_.srcChannels, results = 0;
    const uchar* converted = nullptr;
    for (const ChainLoopStep& step : steps_) {
        const auto runLoop = [&](const uchar* from, int ofPixel, const uchar* other, uchar* to) {
            step.loop->run({&step.in, tables_, step.x, step.y, from, other, to, pixels * ofPixel, ofPixel, ahead});
        };
        if (step.convertsSecond) {
            runLoop(second, program_.secondChannels, nullptr, buffers.converted);
            converted = buffers.converted;
            continue;
        }
        uchar* const to = results + 1 < results_ ? buffers.between[results % 2] : dst;
        runLoop(src, channels, step.in.operand == ChainOperand::Self ? src : converted ? converted : second, to);
        channels = step.in.channels;
        if (pixels < unit_)
            clearTail(to, pixels * channels, step.loop->to);
        src = to;
        ahead = 0;
        converted = nullptr;
        ++results;
    }
    if (!results_ && dst != src)
        std::memcpy(dst, src, static_cast<size_t>(pixels * channels * depthBytes(program_.dstDepth)));
}

void HostChain::store(const ChainRow& part, int pixels)
{
    const int bytes = depthBytes(program_.dstDepth) * program_.dstChannels;
    if (part.mask)
        keepUnmaskedOf(program_.dstDepth, program_.dstChannels)(part.mask, part.old, result(), pixels);
    storeBytes(part.dst, result(), static_cast<size_t>(pixels * bytes), part.nonTemporal);
}

uchar* HostChain::result()
{
    return buffers.between[(results_ + 1) % 2];
}

}}  // namespace cv::cudastripe
