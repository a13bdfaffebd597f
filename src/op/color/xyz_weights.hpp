// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The matrices between colours and XYZ: Rec. 709 primaries with white D65.

#pragma once

namespace cv { namespace cudastripe {

//! A matrix of OpenCV, whose rows and columns count red first.
struct XyzMatrix
{
    double weights[9];
    bool toColors;

    //! Calls set(place, weight, ofXyz) for each weight: its place for the order of the colours in memory, and the
    //! number of X, Y or Z that it belongs to.
    template <class Set>
    void forEach(bool redFirst, const Set& set) const
    {
        for (int i = 0; i < 9; ++i) {
            const int row = i / 3, col = i % 3;
            const int swapped = toColors ? (2 - row) * 3 + col : row * 3 + 2 - col;
            set(redFirst ? i : swapped, weights[i], toColors ? col : row);
        }
    }
};

constexpr XyzMatrix kXyzOfColors = {
    {0.412453, 0.357580, 0.180423, 0.212671, 0.715160, 0.072169, 0.019334, 0.119193, 0.950227}, false};
constexpr XyzMatrix kColorsOfXyz = {
    {3.240479, -1.53715, -0.498535, -0.969256, 1.875991, 0.041556, 0.055648, -0.204043, 1.057311}, true};

}}  // namespace cv::cudastripe
