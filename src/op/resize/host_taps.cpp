// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What only the CPU needs of the taps.

#include "rows.hpp"

namespace cv { namespace cudastripe {
namespace {

//! Sets a weight, or its high and its low part.
void setWeight(short weight, short* high, short*)
{
    *high = weight;
}
void setWeight(int weight, short* high, short* low)
{
    *high = static_cast<short>(weight >> kLowWeightBits);
    *low = static_cast<short>(weight & ((1 << kLowWeightBits) - 1));
}

template <class Math>
PickedSums sumsOf(const ResizeBody<Math>& body, int cols, int64 rowBytes)
{
    using Weight = typename Math::Weight;
    PickedSums sums;
    sums.low = sizeof(Weight) > sizeof(short);
    sums.pairs = (body.across.width + 1) / 2;
    sums.count = cols * body.channels;
    const int blocks = (sums.count + PickedSums::kSums - 1) / PickedSums::kSums * sums.pairs;
    const size_t blockWeights = size_t(2 * PickedSums::kSums) * (sums.low ? 2 : 1);
    std::vector<int> offsets(size_t(blocks) * BytePicks::kBlock, BytePicks::kZero);
    sums.weights.resize(size_t(blocks) * blockWeights);
    for (int i = 0; i < sums.count; ++i) {
        const int x = i / body.channels, first = i / PickedSums::kSums * sums.pairs;
        const SourceSpan span = body.acrossSpans()[x];
        for (int k = 0; k < span.count; ++k) {
            const size_t block = size_t(first + k / 2), at = size_t(2 * (i % PickedSums::kSums) + k % 2);
            offsets[block * BytePicks::kBlock + 2 * at] = (span.first + k) * body.channels + i % body.channels;
            short* const high = sums.weights.data() + block * blockWeights + at;
            setWeight(body.across.template weightsOf<Weight>(body.table, x)[k], high, high + 2 * PickedSums::kSums);
        }
    }
    sums.picks = BytePicks(offsets, rowBytes);
    return sums;
}

//! For each result high parts, and then low ones.
template <class Math>
std::vector<short> splitWeights(const ResizeBody<Math>& body, int cols)
{
    const auto width = static_cast<size_t>(splitWidth(body.across.width));
    std::vector<short> split(2 * width * size_t(cols));
    for (int x = 0; x < cols; ++x) {
        short* const high = split.data() + 2 * width * size_t(x);
        for (int k = 0; k < body.acrossSpans()[x].count; ++k)
            setWeight(body.across.template weightsOf<int>(body.table, x)[k], high + k, high + width + k);
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

//! The two columns of each mean of 2 x 2.
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
