// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The formulas and the planes of a YUV format.

#pragma once

#include <vector>

#include "../../model/yuv/coefficients.hpp"
#include "../../model/yuv/packing.hpp"
#include "../stripe_op.hpp"
#include "decode_formula.hpp"
#include "formula.hpp"

namespace cv { namespace cudastripe {

inline int log2Of(int powerOfTwo)
{
    int bits = 0;
    while (powerOfTwo >> bits > 1)
        ++bits;
    return bits;
}

template <class T>
LinearForm formOf(const int (&weights)[3], ChannelOrder order, int shift, bool rounds, int offset)
{
    const bool bgr = order == ChannelOrder::BGR, bytes = sizeof(T) == 1;
    const int half = rounds ? 1 << (shift - 1) : 0;
    return {{weights[bgr ? 2 : 0], weights[1], weights[bgr ? 0 : 2]},
            bytes ? (offset << shift) + half : half,
            shift,
            bytes ? 0 : offset};
}

template <class T>
YuvFormula<T> formulaOf(const YuvFormat& format, ChannelOrder order, const YuvPacking& packing)
{
    const YuvCoefficients c = coefficientsOf(format);
    YuvFormula<T> formula;
    formula.sumCols = format.siting() == ChromaSiting::Center;
    formula.sumRows = format.siting() != ChromaSiting::TopLeft;
    const int summed = (formula.sumCols ? packing.cols : 1) * (formula.sumRows ? packing.rows : 1);
    const int shift = c.chromaShift + log2Of(summed);
    formula.luma = formOf<T>(c.luma, order, c.lumaShift, c.rounds, c.lumaOffset);
    formula.chroma[packing.vFirst ? 1 : 0] = formOf<T>(c.u, order, shift, c.rounds, c.chromaOffset);
    formula.chroma[packing.vFirst ? 0 : 1] = formOf<T>(c.v, order, shift, c.rounds, c.chromaOffset);
    formula.most = c.most;
    formula.unusedBits = unusedBitsOf(static_cast<int>(format.layout()), format.depth());
    return formula;
}

//! The formula from a format to a result with this order of channels.
template <class Sample, class Value>
YuvDecodeFormula<Sample, Value> decodeFormulaOf(const YuvFormat& format, ChannelOrder order);

//! The planes of an image with this width and granule.
inline PlaneSpecs yuvPlanes(const YuvPacking& packing, int64 cols, size_t sampleBytes, int granule)
{
    PlaneSpecs planes;
    for (int p = 0; p < packing.planeCount; ++p) {
        const PlanePacking& plane = packing.planes[p];
        planes.push_back(
            {plane.groupsOf(cols) * plane.length * int64(sampleBytes), static_cast<int>(packing.rowsOf(p, granule))});
    }
    return planes;
}

}}  // namespace cv::cudastripe
