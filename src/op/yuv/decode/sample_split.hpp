// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The samples of a layout apart: luma, and chroma in pairs.

#pragma once

#include "../packing.hpp"
#include "../rows/plane_codec.hpp"

namespace cv { namespace cudastripe {

//! Pixels of a row that are done at a time, so that they stay in the first cache.
constexpr int kDecodePixelsAtOnce = 1024;

/** @brief The samples of a block of pixels: luma of each row, and the pairs of chroma that the rows share. They point
into planes where the layout has them so, else into buffers. */
template <class T>
class SampleSplit
{
public:
    static constexpr int kMostRows = 2;

    const T* luma[kMostRows] = {};
    const T* pairs = nullptr;  //!< the first chroma of a pair is that of the packing

    //! `planes` has the first sample of the block in each row of a plane.
    void read(const YuvPacking& packing, const T* const (&planes)[YuvPacking::kMostPlanes][kMostRows], int pixels)
    {
        const T* single[2] = {};
        for (int p = 0; p < packing.planeCount; ++p) {
            const PlanePacking& plane = packing.planes[p];
            const int groups = pixels / plane.cols;
            if (plane.luma && plane.length == 1) {
                for (int r = 0; r < packing.rows; ++r)
                    luma[r] = planes[p][r];
            } else if (plane.length == 1) {
                single[plane.kinds[0] - FirstChromaSample] = planes[p][0];
            } else if (!plane.luma && plane.length == 2) {
                pairs = planes[p][0];
            } else {
                readMixed(plane, planes[p][0], groups);
            }
        }
        if (single[0])
            mergePairs(single[0], single[1], pixels / packing.cols);
    }

private:
    //! Luma and chroma in one plane.
    void readMixed(const PlanePacking& plane, const T* from, int groups)
    {
        const bool lumaFirst = plane.kinds[0] == LumaSample && plane.kinds[2] == LumaSample;
        const bool lumaSecond = plane.kinds[1] == LumaSample && plane.kinds[3] == LumaSample;
        const bool chromaInOrder = plane.kinds[lumaFirst ? 1 : 0] == FirstChromaSample;
        luma[0] = luma_;
        pairs = pairs_;
        if (plane.length == 4 && (lumaFirst || lumaSecond) && chromaInOrder) {
            T* parts[2] = {lumaFirst ? luma_ : pairs_, lumaFirst ? pairs_ : luma_};
            splitChannels(from, parts, groups * 2, 2);
            return;
        }
        T* const chroma[] = {pairs_, pairs_ + 1};
        int seen[kSampleKinds] = {};
        for (int g = 0; g < groups; ++g) {
            for (int i = 0; i < plane.length; ++i, ++from) {
                const int kind = plane.kinds[i], index = seen[kind]++;
                if (kind == LumaSample)
                    luma_[index] = *from;
                else
                    chroma[kind - FirstChromaSample][2 * index] = *from;
            }
        }
    }

    void mergePairs(const T* first, const T* second, int count)
    {
        const T* parts[2] = {first, second};
        mergeChannels(parts, pairs_, count, 2);
        pairs = pairs_;
    }

    alignas(64) T luma_[kDecodePixelsAtOnce];
    alignas(64) T pairs_[2 * kDecodePixelsAtOnce];
};

}}  // namespace cv::cudastripe
