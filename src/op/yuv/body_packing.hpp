// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The packing of a layout as the threads of its kernels need it.

#pragma once

#include "opencv2/cudastripe/detail/host_device.hpp"
#include "packing.hpp"

namespace cv { namespace cudastripe {

//! A thread has `Pixels` neighbours of all the rows that share chroma, or a group of the layout if that is more.
template <int Layout, int Pixels>
struct BodyPacking
{
    static constexpr YuvPacking kPacking = packingOf(Layout);
    static constexpr int kGroup = kPacking.planes[0].cols > kPacking.cols ? kPacking.planes[0].cols : kPacking.cols;
    static constexpr int kRows = kPacking.rows;
    static constexpr int kPixels = Pixels > kGroup ? Pixels : kGroup;
    //! Loads and stores are wide if the layout's groups fit in the pixels; 0 pixels ask for narrow ones.
    static constexpr bool kWide = Pixels >= kGroup;
    template <int N>
    static constexpr bool isWide = kWide&& N == kPixels;

    //! Samples that a plane has for `pixels` pixels.
    CV_CUDASTRIPE_HD static constexpr int samplesOf(int plane, int pixels)
    {
        constexpr YuvPacking packing = kPacking;
        return pixels / packing.planes[plane].cols * packing.planes[plane].length;
    }

    //! Codes of N pixels across.
    template <int N>
    struct Codes
    {
        int luma[kRows][N];
        int chroma[2][N / kPacking.cols];

        //! The code of a sample of a plane.
        CV_CUDASTRIPE_HD int& of(const PlanePacking& plane, int row, int sample)
        {
            const int at = sample % plane.length, kind = plane.kinds[at];
            const int index = sample / plane.length * plane.count[kind] + plane.before[at];
            return kind == LumaSample ? luma[row][index] : chroma[kind - FirstChromaSample][index];
        }
    };
};

}}  // namespace cv::cudastripe
