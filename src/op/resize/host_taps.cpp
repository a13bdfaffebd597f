// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What only the CPU needs of the taps.

#include "rows.hpp"

namespace cv { namespace cudastripe {
namespace {

void setWeight(short*& weights, size_t at, short weight)
{
    weights[at] = weight;
}

//! Its high part, and then its low one, whose place is behind all high ones.
void setWeight(short*& weights, size_t at, int weight)
{
    weights[at] = static_cast<short>(weight >> PickedSums::kLowBits);
    weights[at + 2 * PickedSums::kSums] = static_cast<short>(weight & ((1 << PickedSums::kLowBits) - 1));
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
            short* weights = sums.weights.data() + block * blockWeights;
            setWeight(weights, at, body.across.template weightsOf<Weight>(body.table, x)[k]);
        }
    }
    sums.picks = BytePicks(offsets, rowBytes);
    return sums;
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
    if (!host.sums.picks.possible())
        host.sums = {};
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
