// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The integers of a shuffle of YUV samples.

#include "shuffle_formula.hpp"

#include "../../model/yuv/coefficients.hpp"
#include "op.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kNarrowShift = 8;  // enough for 16 bits to 8, the greatest step
constexpr int kWideShift = 40;   // errors stay too small to change a rounding

int64 codesOf(const YuvFormat& format)
{
    return int64(1) << format.depth();
}

CodeScale scaleOf(const YuvFormat& from, const YuvFormat& to, bool chroma)
{
    CodeScale scale;
    scale.most = static_cast<int>(codesOf(to) - 1);
    if (from.range() == YuvRange::Limited || from.depth() == to.depth()) {
        scale.kind = from.depth() == to.depth() ? ScaleKind::Same : ScaleKind::Narrow;
        scale.shift = kNarrowShift;
        scale.factor = int64(1) << (kNarrowShift + to.depth() - from.depth());
        scale.bias = int64(1) << (kNarrowShift - 1);
        return scale;
    }
    const int64 most = codesOf(from) - 1, neutral = chroma ? codesOf(from) / 2 : 0;
    const int64 newNeutral = chroma ? codesOf(to) / 2 : 0;
    scale.kind = ScaleKind::Wide;
    scale.shift = kWideShift;
    // Factor and bias are rounded up, so halves go up. `+ neutral` offsets the factor's excess, which is below 1.
    scale.factor = ((int64(scale.most) << kWideShift) + most - 1) / most;
    scale.bias = (int64(1) << (kWideShift - 1)) + (newNeutral << kWideShift) - neutral * scale.factor + neutral;
    return scale;
}

SampleBits bitsOf(const YuvFormat& format)
{
    return {format.depth(), unusedBitsOf(static_cast<int>(format.layout()), format.depth())};
}

}  // namespace

bool sameColours(const YuvFormat& a, const YuvFormat& b)
{
    // OpenCV decodes both of its formats by the same integers.
    const bool matrix = a.matrix() == b.matrix() || (isOpenCVs(a.matrix()) && isOpenCVs(b.matrix()));
    return matrix && a.range() == b.range();
}

int layoutToShuffle(const YuvFormat& from, const YuvFormat& to)
{
    const int layout = static_cast<int>(from.layout());
    const bool apart = packingOf(layout).planeCount > 1 && packingOf(layout).planes[0].luma;
    const bool grey = !packingOf(static_cast<int>(to.layout())).chroma;
    return grey && apart ? static_cast<int>(YuvLayout::Y) : layout;
}

int planesToShuffle(const YuvFormat& from, const YuvFormat& to)
{
    return packingOf(layoutToShuffle(from, to)).planeCount;
}

YuvShuffle yuvShuffleOf(const YuvFormat& from, const YuvFormat& to)
{
    YuvShuffle shuffle;
    shuffle.luma = scaleOf(from, to, false);
    shuffle.chroma = scaleOf(from, to, true);
    shuffle.from = bitsOf(from);
    shuffle.to = bitsOf(to);
    shuffle.fromMost = static_cast<int>(codesOf(from) - 1);
    shuffle.fromNeutral = static_cast<int>(codesOf(from) / 2);
    shuffle.sumCols = to.siting() == ChromaSiting::Center;
    shuffle.sumRows = to.siting() != ChromaSiting::TopLeft;
    const YuvPacking& source = packingOf(static_cast<int>(from.layout()));
    const YuvPacking& result = packingOf(static_cast<int>(to.layout()));
    shuffle.swapped = source.chroma && result.chroma && source.vFirst != result.vFirst;
    return shuffle;
}

}}  // namespace cv::cudastripe
