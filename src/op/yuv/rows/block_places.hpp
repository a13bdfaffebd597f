// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Where the samples of a block of pixels go.

#pragma once

#include "../../simd/fetch_ahead.hpp"
#include "planar_block.hpp"
#include "rows.hpp"
#include "sample_merge.hpp"

namespace cv { namespace cudastripe {

//! The places of a block's samples in the destination, block by block along a group of rows that share chroma.
template <class T>
class BlockPlaces
{
public:
    //! The width of blocks that hold so many pixels: whole vectors of luma, and of chroma with half the columns.
    static int blockWidth(int pixels) { return roundUp(pixels, 2 * kWholeCodes); }

    //! All blocks of a row are `width` pixels wide, but the last one.
    BlockPlaces(const YuvPacking& packing, const YuvRows& work, int width) : count_(packing.planeCount)
    {
        for (int p = 0; p < count_; ++p) {
            const PlanePacking& plane = packing.planes[p];
            Plane& to = planes_[p];
            to.view = &work.out[p];
            to.rows = static_cast<int>(packing.rowsOf(p, packing.rows));
            to.length = plane.length;
            to.kind = plane.kinds[0];
            to.groups[0] = width / plane.cols;
            to.groups[1] = static_cast<int>(plane.groupsOf((work.cols - 1) % width + 1));
            to.direct = sizeof(T) == 1 && plane.length == 1 && !work.nonTemporal &&
                        (to.groups[0] | to.groups[1]) % kWholeCodes == 0;
        }
    }

    //! Goes to the first block of a group of rows.
    void begin(int64 group)
    {
        forEach([group](int, Plane& plane, int r) {
            plane.first[r] = reinterpret_cast<T*>(plane.view->row(group * plane.rows + r));
        });
    }

    //! Goes to the next block.
    void next()
    {
        forEach([](int, Plane& plane, int r) { plane.first[r] += plane.groups[0] * plane.length; });
    }

    void fetchToWrite(bool last)
    {
        forEach([last](int, const Plane& plane, int r) {
            cudastripe::fetchToWrite(plane.first[r], plane.groups[last] * plane.length * int(sizeof(T)));
        });
    }

    //! Lets codes go to the destination at once, if they fill whole vectors and nothing else is in their plane.
    void give(BlockCodes<T>& codes)
    {
        forEach([&](int, const Plane& plane, int r) {
            if (plane.direct)
                (plane.kind == LumaSample ? codes.luma[r] : codes.chroma[plane.kind - FirstChromaSample]) =
                    plane.first[r];
        });
    }

    //! Stores the codes of the other planes.
    void store(SampleMerge<T>& merge, const BlockCodes<T>& codes, bool last, bool nonTemporal)
    {
        forEach([&](int p, const Plane& plane, int r) {
            if (!plane.direct)
                merge.store(p, {codes.luma[r], codes.chroma[0], codes.chroma[1]}, plane.first[r], plane.groups[last],
                            nonTemporal);
        });
    }

private:
    struct Plane
    {
        const PlaneView* view;
        int rows, length;
        SampleKind kind;  // of its first sample
        int groups[2];    // in a block, and in the last one of a row
        bool direct;
        T* first[BlockCodes<T>::kMaxRows];
    };

    template <class Use>
    void forEach(const Use& use)
    {
        for (int p = 0; p < count_; ++p) {
            for (int r = 0; r < planes_[p].rows; ++r)
                use(p, planes_[p], r);
        }
    }

    Plane planes_[YuvPacking::kMaxPlanes];
    const int count_;
};

}}  // namespace cv::cudastripe
