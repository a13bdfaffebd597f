// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Where the samples of a kernel's pixels lie, as data: one kernel serves all layouts.

#pragma once

#include "linear_work.hpp"

namespace cv { namespace cudastripe {

/** @brief The samples of four neighbouring pixels of a row. Each kind of sample lies in one plane. Except in offset(),
indices are known to the compiler, so that a thread keeps its samples in registers. */
struct YuvPlaces
{
    static constexpr int kPixels = 4;

    struct Kind
    {
        PlaneView plane;
        int step;         //!< samples of all kinds that four pixels have in the plane
        int at[kPixels];  //!< the position of a pixel's sample among these samples
        int shift;        //!< log2 of the pixels that share a sample
        int stride;       //!< from such a sample to the next one of its kind, if all distances are equal; else 0

        //! The samples of pixels 4 * number to 4 * number + 3 of a row, in the image `by` bytes after that of `plane`.
        template <class T>
        CV_CUDASTRIPE_HD T* samples(std::int64_t number, std::int64_t row, std::int64_t by) const
        {
            return reinterpret_cast<T*>(plane.row(row) + by) + number * step;
        }

        //! The sample of pixel x of a row, in samples from the row's first.
        CV_CUDASTRIPE_HD unsigned offset(unsigned x) const
        {
            // If threads look up different entries of `at`, they wait for each other.
            if (stride > 0)
                return unsigned(at[0]) + (x >> shift) * unsigned(stride);
            return x / kPixels * unsigned(step) + unsigned(at[x % kPixels]);
        }
    };

    Kind kinds[kSampleKinds];
    int block[kPixels];  //!< which block of chroma a pixel is in
    int rowShift;        //!< 1 if two rows share chroma
    bool chroma;

    //! True if the pixel is the left one of its block.
    CV_CUDASTRIPE_HD bool leads(int pixel) const { return pixel == 0 || block[pixel] != block[pixel - 1]; }

    YuvPlaces() = default;
    YuvPlaces(const YuvPacking& packing, const PlaneView* planes)
        : kinds(), rowShift(packing.rows - 1), chroma(packing.chroma)
    {
        for (int p = 0; p < kPixels; ++p)
            block[p] = p / packing.cols;
        for (int n = 0; n < packing.planeCount; ++n) {
            for (int k = 0; k < kSampleKinds; ++k) {
                if (packing.planes[n].count[k] == 0)
                    continue;
                const SamplePattern pattern = SamplePattern::of(packing.planes[n], SampleKind(k));
                kinds[k].plane = planes[n];
                kinds[k].step = kPixels / packing.planes[n].cols * packing.planes[n].length;
                for (int p = 0; p < kPixels; ++p)
                    kinds[k].at[p] = static_cast<int>(pattern.at(unsigned(k == LumaSample ? p : block[p])));
                setStride(kinds[k], k == LumaSample ? 1 : packing.cols);
            }
        }
    }

private:
    static void setStride(Kind& kind, int cols)
    {
        kind.shift = cols == 4 ? 2 : cols == 2 ? 1 : 0;
        kind.stride = kind.step * cols / kPixels;
        for (int p = 0; p < kPixels; ++p) {
            if (kind.at[p] != kind.at[0] + (p >> kind.shift) * kind.stride)
                kind.stride = 0;
        }
    }
};

}}  // namespace cv::cudastripe
