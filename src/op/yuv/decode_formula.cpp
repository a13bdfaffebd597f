// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The weights from YUV to colours.

#include <algorithm>
#include <cmath>

#include "planes.hpp"

namespace cv { namespace cudastripe {
namespace {

//! What a step of luma, U or V adds to red, green and blue, in steps of the result.
struct Weights
{
    double luma;
    double u[3];
    double v[3];
};

// cv::cvtColor's integers for 4:2:0 and 4:2:2, in 2^-20.
constexpr double kOpenCVUnit = 1 << 20;
constexpr Weights kOpenCV = {1220542 / kOpenCVUnit,
                             {0, -409993 / kOpenCVUnit, 2116026 / kOpenCVUnit},
                             {1673527 / kOpenCVUnit, -852492 / kOpenCVUnit, 0}};

Weights weightsOf(const YuvFormat& format, double most)
{
    // The tutorial's integers approximate BT.601.
    const MatrixRow& row = matrixRow(format.matrix() == YuvMatrix::Tutorial ? YuvMatrix::BT601 : format.matrix());
    const double kr = row.kr, kb = row.kb, kg = 1 - kr - kb;
    const bool limited = format.range() == YuvRange::Limited;
    const double scale = std::ldexp(1.0, format.depth() - 8), full = 256 * scale - 1;
    const double ofLuma = most / (limited ? 219 * scale : full), ofChroma = most / (limited ? 224 * scale : full);
    const double red = 2 * (1 - kr) * ofChroma, blue = 2 * (1 - kb) * ofChroma;
    return {ofLuma, {0, -blue * kb / kg, blue}, {red, -red * kr / kg, 0}};
}

}  // namespace

template <class Sample, class Value>
YuvDecodeFormula<Sample, Value> decodeFormulaOf(const YuvFormat& format, ChannelOrder order)
{
    using Formula = YuvDecodeFormula<Sample, Value>;
    using Sum = typename Formula::Sum;
    const Weights weights = isOpenCVs(format.matrix()) ? kOpenCV : weightsOf(format, Formula::kMax);
    const int scale = 1 << (format.depth() - 8), offset = format.range() == YuvRange::Limited ? 16 * scale : 0;
    const int layout = static_cast<int>(format.layout()), vFirst = packingOf(layout).vFirst;

    Formula formula;
    formula.leastLuma = isOpenCVs(format.matrix()) ? offset : 0;
    formula.neutral = 128 * scale;
    formula.unusedBits = unusedBitsOf(layout, format.depth());
    const auto zerosOf = [&](double weight, int bits) {
        return formula.zerosOf(static_cast<Sum>(std::ldexp(weight, Formula::kShift)), bits);
    };
    const int lumaZeros = zerosOf(weights.luma, Formula::kLumaBits);
    const int chromaZeros = zerosOf(std::max(weights.u[2], weights.v[0]), Formula::kChromaBits);
    const auto fixed = [=](double weight) {
        return static_cast<Sum>(std::llround(std::ldexp(weight, Formula::kShift - chromaZeros))) *
               (Sum(1) << chromaZeros);
    };
    // Greys midway between two values round up, which a weight a little too small would prevent.
    const double luma = std::ldexp(weights.luma, Formula::kShift - lumaZeros);
    formula.luma = static_cast<Sum>(std::ceil(luma - 1e-9)) * (Sum(1) << lumaZeros);
    for (int c = 0; c < 3; ++c) {
        const int colour = order == ChannelOrder::BGR ? 2 - c : c;
        formula.chroma[vFirst][c] = fixed(weights.u[colour]);
        formula.chroma[1 - vFirst][c] = fixed(weights.v[colour]);
        formula.bias[c] = (Sum(1) << (Formula::kShift - 1)) - formula.luma * offset -
                          (formula.chroma[0][c] + formula.chroma[1][c]) * formula.neutral;
    }
    return formula;
}

template CV_EXPORTS YuvDecodeFormula<uchar, uchar> decodeFormulaOf(const YuvFormat&, ChannelOrder);
template CV_EXPORTS YuvDecodeFormula<ushort, ushort> decodeFormulaOf(const YuvFormat&, ChannelOrder);
template CV_EXPORTS YuvDecodeFormula<ushort, uchar> decodeFormulaOf(const YuvFormat&, ChannelOrder);

}}  // namespace cv::cudastripe
