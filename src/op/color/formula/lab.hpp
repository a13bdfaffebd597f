// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The formulas of 8-bit Lab, in the fixed point of OpenCV's CPU implementation.

#pragma once

#include "formula.hpp"

namespace cv { namespace cudastripe {

//! What both ways share: weights of colours for X, Y and Z relative to white, or back, in units of 2^-12.
struct LabBase : PixelFormula<uchar>
{
    const int* table;  //!< see lab_tables.hpp
    int weights[9];    //!< a row for each channel of the result
    bool linear;       //!< colours are in linear light, else sRGB: which table it is
};

//! Colours to Lab.
struct LabFormula : LabBase
{
    static constexpr int kGammas = 256;  //!< light of each byte; then come cubic roots
    static constexpr int kRoots = 3072;
    static constexpr int kShift = 15;  //!< roots are in units of 2^-15

    template <class L, class Int, int In>
    CUDASTRIPE_FORMULA void run(const Int (&c)[In], Int (&o)[3]) const
    {
        const Int c0 = L::lookUp(table, c[0]), c1 = L::lookUp(table, c[1]), c2 = L::lookUp(table, c[2]);
        Int roots[3];
        for (int i = 0; i < 3; ++i) {
            const Int sum = c0 * weights[3 * i] + c1 * weights[3 * i + 1] + c2 * weights[3 * i + 2];
            roots[i] = L::lookUp(table + kGammas, (sum + (1 << 11)) >> 12);
        }
        constexpr int half = 1 << (kShift - 1), scale = (116 * 255 + 50) / 100;
        constexpr int offset = -((16 * 255 * (1 << kShift) + 50) / 100);
        o[0] = (roots[1] * scale + (offset + half)) >> kShift;
        o[1] = ((roots[0] - roots[1]) * 500 + (128 * (1 << kShift) + half)) >> kShift;
        o[2] = ((roots[1] - roots[2]) * 200 + (128 * (1 << kShift) + half)) >> kShift;
    }
};

//! Lab to colours.
struct OfLabFormula : LabBase
{
    static constexpr int kLightness = 256;  //!< first come Y of each lightness, then its root, then bytes of light
    static constexpr int kInverse = 4096;
    static constexpr int kEntries = 2 * kLightness + kInverse;

    template <class L, class Int, int Out>
    CUDASTRIPE_FORMULA void run(const Int (&c)[3], Int (&o)[Out]) const
    {
        constexpr int base = 1 << 14, shift = 12 + 2;
        const Int y = L::lookUp(table, c[0]), root = L::lookUp(table + kLightness, c[0]);
        // a / 500 and b / 200 as OpenCV approximates them.
        const Int a = ((c[1] * (5 * 53687) + (1 << 7)) >> 13) - 128 * base / 500;
        const Int b = ((c[2] * 41943 + (1 << 4)) >> 9) - (128 * base / 200 - 1);
        const Int x = cube<L>(root + a), z = cube<L>(root - b);
        for (int i = 0; i < 3; ++i) {
            const Int sum = x * weights[3 * i] + y * weights[3 * i + 1] + z * weights[3 * i + 2];
            const Int light = (sum + (1 << (shift - 1))) >> shift;
            const Int bounded = light < 0 ? L::ints(0) : light > kInverse - 1 ? L::ints(kInverse - 1) : light;
            o[i] = L::lookUp(table + 2 * kLightness, bounded);
        }
        if constexpr (Out == 4)
            o[3] = L::ints(kOpaque);
    }

private:
    //! The inverse of the root, linear near 0, in units of 2^-14; OpenCV has these values in a table.
    template <class L, class Int>
    CUDASTRIPE_FORMULA static Int cube(const Int& root)
    {
        // A float just above 108 / 841 gives the quotient without its fraction for all roots down to -9000.
        const Int linear = L::truncated(L::real(root) * 0.1284186f);
        const Int squared = (root * root) >> 14;
        return root <= 3390 ? linear - 290 : (squared * root) >> 14;
    }
};

}}  // namespace cv::cudastripe
