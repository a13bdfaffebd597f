// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The table of YUV matrices.

#include "coefficients.hpp"

namespace cv { namespace cudastripe {
namespace {

// The first two are from cv::cvtColor's CPU code; the second halves the chroma weights, for the sum of two pixels.
constexpr YuvCoefficients kOpenCV420 = {
    {269484, 528482, 102760}, {-155188, -305135, 460324}, {460324, -385875, -74448}, 20, 20, true, 16, 128, 255};
constexpr YuvCoefficients kOpenCV422 = {
    {4211, 8258, 1606}, {-1212, -2384, 3596}, {3596, -3015, -582}, 14, 13, true, 16, 128, 255};
constexpr YuvCoefficients kTutorial = {{66, 129, 25}, {-38, -74, 112}, {112, -94, -18}, 8, 8, false, 16, 128, 255};

#define CUDASTRIPE_MATRIX_ROW(NAME, TEXT, KR, KB) {TEXT, KR, KB, nullptr, ChromaSiting::Left},
constexpr MatrixRow kMatrixRows[] = {
    CV_CUDASTRIPE_YUV_MATRICES(CUDASTRIPE_MATRIX_ROW){"opencv420", 0, 0, &kOpenCV420, ChromaSiting::TopLeft},
    {"opencv422", 0, 0, &kOpenCV422, ChromaSiting::Center},
    {"tutorial", 0, 0, &kTutorial, ChromaSiting::Left},
};
#undef CUDASTRIPE_MATRIX_ROW
static_assert(sizeof(kMatrixRows) / sizeof(kMatrixRows[0]) == kMatrixCount, "a row for each enumerator");

constexpr int sum(const int (&weights)[3])
{
    return weights[0] + weights[1] + weights[2];
}

// The code of a grey by the formula.
constexpr long long greyCode(const YuvCoefficients& c, int depth, long long value)
{
    const long long m = sum(c.luma) * value, scaled = depth == 8 ? m : m + (m >> 16);
    return ((scaled + (1LL << (c.lumaShift - 1))) >> c.lumaShift) + c.lumaOffset;
}

// The code of a grey by integers alone: no grey lies midway between two codes.
constexpr long long exactGrey(YuvRange range, int depth, long long value)
{
    const long long scale = 1 << (depth - 8), most = depth == 8 ? 255 : 65535;
    const long long white = range == YuvRange::Limited ? 219 * scale : 256 * scale - 1;
    return (2 * value * white + most) / (2 * most) + (range == YuvRange::Limited ? 16 * scale : 0);
}

constexpr bool derivedIsExact(double kr, double kb, YuvRange range, int depth)
{
    const YuvCoefficients c = deriveYuv(kr, kb, range, depth);
    if (sum(c.u) != 0 || sum(c.v) != 0)
        return false;
    // Checks all greys of 8 bits, and as many of 16 bits as compilers can evaluate; tests check all.
    const int most = depth == 8 ? 255 : 65535, stride = depth == 8 ? 1 : 257;
    for (int value = 0; value <= most; value += stride) {
        if (greyCode(c, depth, value) != exactGrey(range, depth, value))
            return false;
    }
    return true;
}

constexpr bool allDerivedAreExact()
{
    for (const MatrixRow& row : kMatrixRows) {
        for (int depth : {8, 10, 12, 16}) {
            for (YuvRange range : {YuvRange::Limited, YuvRange::Full}) {
                if (!row.integers && !derivedIsExact(row.kr, row.kb, range, depth))
                    return false;
            }
        }
    }
    return true;
}
static_assert(allDerivedAreExact(), "greys have no colour, and their luma is exact, white's included");

}  // namespace

const MatrixRow& matrixRow(YuvMatrix matrix)
{
    return kMatrixRows[static_cast<size_t>(matrix)];
}

YuvCoefficients coefficientsOf(const YuvFormat& format)
{
    const MatrixRow& row = matrixRow(format.matrix());
    return row.integers ? *row.integers : deriveYuv(row.kr, row.kb, format.range(), format.depth());
}

}}  // namespace cv::cudastripe
