// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Data about taps that only the CPU needs.

#include "rows.hpp"
#include "simd/byte_weights.hpp"

namespace cv { namespace cudastripe {
namespace {

//! The data of sums by lookups; empty if a weight has too many bits.
template <class Math>
PickedSums sumsOf(const ResizeBody<Math>& body, int cols, int64 rowBytes)
{
    using Weight = typename Math::Weight;
    constexpr bool isLong = sizeof(Weight) > sizeof(short);
    PickedSums sums;
    const bool words = body.across.width <= 2 && !isLong;
    sums.taps = words ? 2 : 4;
    sums.weightBytes = words ? 1 : isLong ? kBytesOfLongWeights : 2;
    sums.groups = (body.across.width + sums.taps - 1) / sums.taps;
    sums.count = cols * body.channels;
    const int blocks = (sums.count + PickedSums::kSums - 1) / PickedSums::kSums * sums.groups;
    std::vector<int> offsets(size_t(blocks) * BytePicks::kBlock, BytePicks::kZero);
    sums.weights.resize(size_t(blocks) * size_t(sums.weightBytes));
    for (int i = 0; i < sums.count; ++i) {
        const int x = i / body.channels, first = i / PickedSums::kSums * sums.groups;
        const SourceSpan span = body.acrossSpans()[x];
        for (int k = 0; k < span.count; ++k) {
            const auto weight = body.across.template weightsOf<Weight>(body.table, x)[k];
            const size_t block = size_t(first + k / sums.taps);
            const size_t at = size_t(4 * (i % PickedSums::kSums) + k % sums.taps * (4 / sums.taps));
            uchar* const to = sums.weights[block * size_t(sums.weightBytes)].bytes + at;
            offsets[block * BytePicks::kBlock + at] = (span.first + k) * body.channels + i % body.channels;
            if (words)
                std::memcpy(to, &weight, sizeof(short));
            else if (!splitWeight(weight, sums.weightBytes, to, sizeof(BytePicks::Block)))
                return {};
        }
    }
    sums.picks = BytePicks(offsets, rowBytes);
    return sums;
}

//! For each result the high parts of its weights, then the low parts.
template <class Math>
std::vector<short> splitWeights(const ResizeBody<Math>& body, int cols)
{
    const auto width = static_cast<size_t>(splitWidth(body.across.width));
    std::vector<short> split(2 * width * size_t(cols));
    for (int x = 0; x < cols; ++x) {
        short* const high = split.data() + 2 * width * size_t(x);
        for (int k = 0; k < body.acrossSpans()[x].count; ++k) {
            const int weight = body.across.template weightsOf<int>(body.table, x)[k];
            high[k] = static_cast<short>(weight >> kLowWeightBits);
            high[width + size_t(k)] = static_cast<short>(weight & ((1 << kLowWeightBits) - 1));
        }
    }
    return split;
}

}  // namespace

template <class Math>
HostTaps hostTapsOf(const ResizeBody<Math>& body, int cols, int64 rowBytes)
{
    HostTaps host;
    if constexpr (kMiddleOf<Math> != MiddleKind::None) {
        if (BytePicks::available())
            host.sums = sumsOf(body, cols, rowBytes);
    }
    if (host.sums.picks.possible())
        return host;
    host.sums = {};
    if constexpr (kMiddleOf<Math> == MiddleKind::Bytes)
        host.split = splitWeights(body, cols);
    return host;
}

//! Picks the two columns of each mean of 2 x 2 pixels.
HostTaps hostTapsOf(const ResizeBody<BoxBytes>& body, int cols, int64 rowBytes)
{
    HostTaps host;
    std::vector<int> offsets;
    for (int i = 0; body.math.shifts && i < std::min(cols * body.channels, body.math.wholeSamples); ++i) {
        const int first = body.acrossSpans()[i / body.channels].first * body.channels + i % body.channels;
        offsets.insert(offsets.end(), {first, first + body.channels});
    }
    host.picks = BytePicks(offsets, rowBytes);
    return host;
}

template <class Value>
HostTaps hostTapsOf(const NearestBody<Value>& body, int cols, int64 rowBytes)
{
    HostTaps host;
    std::vector<int> offsets;
    const SourceSpan* const spans = body.acrossSpans();
    const int bytes = body.channels * int(sizeof(Value));
    for (int x = 0; x < cols; ++x) {
        for (int i = 0; i < bytes; ++i)
            offsets.push_back(spans[x].first * bytes + i);
    }
    host.picks = BytePicks(offsets, rowBytes);
    return host;
}

template HostTaps hostTapsOf(const NearestBody<uchar>&, int, int64);
template HostTaps hostTapsOf(const NearestBody<ushort>&, int, int64);
template HostTaps hostTapsOf(const NearestBody<std::uint32_t>&, int, int64);
template HostTaps hostTapsOf(const NearestBody<std::uint64_t>&, int, int64);
#define CUDASTRIPE_HOST_TAPS(...) template HostTaps hostTapsOf(const ResizeBody<__VA_ARGS__>&, int, int64);
CUDASTRIPE_SUMS(CUDASTRIPE_HOST_TAPS)

}}  // namespace cv::cudastripe
