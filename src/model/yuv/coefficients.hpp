// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The integers of linear YUV formulas.

#pragma once

#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

/** @brief The integers of a linear YUV formula, for red, green and blue.

For 8-bit pixels: luma = floor((weights . pixel + half) / 2^lumaShift) + lumaOffset, with half = 2^(lumaShift - 1), or 0
if `rounds` is false. Chroma likewise: from the sum of n pixels, with 2^chromaShift * n as the divisor.
For 16-bit pixels m + floor(m / 2^16) replaces the weighted sum m; with 16 bits more in the shift this divides by 65535.
*/
struct YuvCoefficients
{
    int luma[3] = {};
    int u[3] = {};
    int v[3] = {};
    int lumaShift = 0;
    int chromaShift = 0;
    bool rounds = true;
    int lumaOffset = 0;
    int chromaOffset = 0;
    int most = 0;  //!< the greatest code; a code is the number that a sample holds
};

constexpr long long nearest(double value)
{
    return static_cast<long long>(value < 0 ? value - 0.5 : value + 0.5);
}

/** @brief Derives the integers of a matrix. One weight of each sum takes what rounding leaves over, so that the weights
of luma add up to exactly white and those of chroma to 0: no grey has colour, and white is white. */
constexpr YuvCoefficients deriveYuv(double kr, double kb, YuvRange range, int depth)
{
    constexpr int bits = 20;  // 3 weights of 20 bits, 4 pixels of 8: the most that a 32-bit sum holds
    const bool limited = range == YuvRange::Limited;
    const int scale = 1 << (depth - 8);
    YuvCoefficients c;
    c.most = (256 * scale) - 1;
    const int white = limited ? 219 * scale : c.most;
    const int chroma = limited ? 224 * scale : c.most;
    c.lumaOffset = limited ? 16 * scale : 0;
    c.chromaOffset = 128 * scale;
    // Units of weights. 8-bit pixels: 2^-20 codes for a step of 1. 16-bit pixels: 2^(depth - 20) codes for 2^16 steps.
    const bool eight = depth == 8;
    c.lumaShift = c.chromaShift = eight ? bits : 16 + bits - depth;
    const double unit = eight ? double(1 << bits) / 255 : double(1 << (bits - depth));
    const int whiteWeight = int(nearest(white * unit));
    c.luma[0] = int(nearest(kr * white * unit));
    c.luma[2] = int(nearest(kb * white * unit));
    c.luma[1] = whiteWeight - c.luma[0] - c.luma[2];
    const double kg = 1 - kr - kb;
    c.u[0] = int(nearest(-kr / (2 * (1 - kb)) * chroma * unit));
    c.u[1] = int(nearest(-kg / (2 * (1 - kb)) * chroma * unit));
    c.u[2] = -c.u[0] - c.u[1];
    c.v[1] = int(nearest(-kg / (2 * (1 - kr)) * chroma * unit));
    c.v[2] = int(nearest(-kb / (2 * (1 - kr)) * chroma * unit));
    c.v[0] = -c.v[1] - c.v[2];
    return c;
}

//! A row of the table of matrices. Matrices with their own integers have no weights.
struct MatrixRow
{
    const char* name;
    double kr, kb;
    const YuvCoefficients* integers;  //!< null: deriveYuv() derives them from the weights
    ChromaSiting siting;              //!< the siting of formats that name none
};

CV_EXPORTS const MatrixRow& matrixRow(YuvMatrix matrix);
constexpr int kMatrixCount = static_cast<int>(YuvMatrix::Tutorial) + 1;

//! The integers of a format.
CV_EXPORTS YuvCoefficients coefficientsOf(const YuvFormat& format);

//! True for the matrices of cv::cvtColor's codes.
inline bool isOpenCVs(YuvMatrix matrix)
{
    return matrix == YuvMatrix::OpenCV420 || matrix == YuvMatrix::OpenCV422;
}

}}  // namespace cv::cudastripe
