// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rows of a Bayer pattern, and the arithmetic of one pixel of the result.

#pragma once

#include "../../../model/color_codes.hpp"
#include "../../plane_view.hpp"
#include "formula.hpp"
#include "opencv2/core/cvdef.h"

namespace cv { namespace cudastripe {

//! What a pixel is made of: the samples around a place of the pattern. Numbers are ints, or vectors for many pixels.
template <class Number>
struct BayerSamples
{
    Number center, above, below, left, right;
    Number corners;  //!< the sum of the four samples at the corners
};

//! Green of a colour site: the mean in the direction in which its neighbours differ less.
template <class Number>
CUDASTRIPE_FORMULA Number alongEdge(const BayerSamples<Number>& s, const Number& across, const Number& down)
{
    const Number apart = s.left > s.right ? s.left - s.right : s.right - s.left;
    const Number apartDown = s.above > s.below ? s.above - s.below : s.below - s.above;
    return apart > apartDown ? down : across;
}

//! The formula of a code. A place with blue or red is a colour site, the others are green.
struct BayerFormula
{
    static constexpr int kRed = 4899, kGreen = 9617, kBlue = 1868;  //!< weights of luma, in units of 2^-14

    BayerMethod method;
    bool blueInOddRows, blueInOddCols;

    //! True if colour sites of a row are blue.
    CV_CUDASTRIPE_HD bool blueRow(int row) const { return (row & 1) == int(blueInOddRows); }
    //! True if the colour sites of a row are the odd ones.
    CV_CUDASTRIPE_HD bool oddSites(int row) const { return blueRow(row) == blueInOddCols; }
    //! The weight of the colour of a row's colour sites.
    CV_CUDASTRIPE_HD int weight(int row) const { return blueRow(row) ? kBlue : kRed; }

    //! The channels for a place: that of the row's colour sites, green, and the other colour.
    template <class Number, class Mask>
    CUDASTRIPE_FORMULA static void colors(const BayerSamples<Number>& s, const Mask& site, bool edges, Number (&o)[3])
    {
        const Number across = (s.left + s.right + 1) >> 1, down = (s.above + s.below + 1) >> 1;
        Number green = (s.left + s.right + s.above + s.below + 2) >> 2;
        if (edges)
            green = alongEdge(s, across, down);
        o[0] = site ? s.center : across;
        o[1] = site ? green : s.center;
        o[2] = site ? (s.corners + 2) >> 2 : down;
    }

    //! Luma, rounded once, of sums: of both samples beside the place, of both above and below it, and of the corners.
    //! `own` is the weight of the row's colour sites.
    CV_CUDASTRIPE_HD static int gray(unsigned center, unsigned across, unsigned down, unsigned corners, bool site,
                                     int own)
    {
        // The sums fit in 32 bits without a sign.
        const unsigned other = unsigned(kRed + kBlue - own);
        const unsigned ofSite = corners * other + (across + down) * kGreen + center * 4 * unsigned(own);
        const unsigned ofGreen = down * other + across * unsigned(own) + center * 2 * kGreen;
        return int(site ? (ofSite + (1u << 15)) >> 16 : (ofGreen + (1u << 14)) >> 15);
    }
    CV_CUDASTRIPE_HD static int gray(const BayerSamples<int>& s, bool site, int own)
    {
        return gray(unsigned(s.center), unsigned(s.left + s.right), unsigned(s.above + s.below), unsigned(s.corners),
                    site, own);
    }
};

/** @brief Rows of the result with what they read. A pixel at the edge of the image is that of its neighbour inside; an
image with fewer than three rows or columns has none, and its colours are 0. */
struct BayerWork
{
    BayerFormula formula;
    PlaneView src;  //!< its row 0 is row `srcFirst` of the image
    PlaneView dst;  //!< its row 0 is row `first` of the image
    int srcFirst, first;
    int rows, cols;  //!< of the image
    int channels;    //!< of the result

    CV_CUDASTRIPE_HD bool hasInside() const { return rows > 2 && cols > 2; }
    //! Alpha of an image without an inside, as in OpenCV.
    template <class T>
    CV_CUDASTRIPE_HD T emptyAlpha() const
    {
        return rows > 2 ? T(-1) : T(0);
    }
    //! The number of the inner row or column that counts for a row or a column.
    CV_CUDASTRIPE_HD static int inside(int at, int count) { return at < 1 ? 1 : at > count - 2 ? count - 2 : at; }
    //! A row of the pattern, by its number in the image.
    template <class T>
    CV_CUDASTRIPE_HD const T* row(int number, int64 by = 0) const
    {
        return reinterpret_cast<const T*>(src.rowOfImage(unsigned(number - srcFirst)) + by);
    }
};

}}  // namespace cv::cudastripe
