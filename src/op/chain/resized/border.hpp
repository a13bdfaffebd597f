// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The border around a picture that lies on a larger image.

#pragma once

#include "../../stripe_op.hpp"
#include "../../word_bytes.hpp"
#include "../op.hpp"

namespace cv { namespace cudastripe {

/** @brief Fills the border in rows of an image. Each thread makes kBytes of a row. */
struct BorderBody
{
    static constexpr int kBytes = 16;
    static constexpr int kMostPhases = 3;

    PlaneView dst;  //!< its row 0 is row `first` of the image
    int64 first;
    int64 left, right;  //!< bytes of a row where the picture begins and ends
    int64 top, bottom;  //!< rows of the image where the picture begins and ends
    int phases;         //!< pieces of kBytes after which the bytes of pixels repeat
    bool aligned;       //!< rows are aligned to kBytes
    alignas(kBytes) std::uint32_t pixels[kMostPhases][kBytes / 4];

    CV_CUDASTRIPE_HD void operator()(int64 x, int64 y, PlaneShift by = PlaneShift()) const
    {
        const int64 begin = x * kBytes, row = first + y;
        const int64 end = begin + kBytes < dst.rowBytes ? begin + kBytes : dst.rowBytes;
        const bool meets = row >= top && row < bottom && begin < right && end > left;
        if (meets && begin >= left && end <= right)
            return;
        uchar* const to = dst.base + y * dst.step + by.out + begin;
        const std::uint32_t* const from = pixels[unsigned(x) % unsigned(phases)];
        if (aligned && !meets && end == begin + kBytes)
            return storeWords<kBytes>(to, from);
        for (int i = 0; i < end - begin; ++i) {
            if (!meets || begin + i < left || begin + i >= right)
                to[i] = static_cast<uchar>(byteOf(from[i / 4], i % 4));
        }
    }
};

//! The pass that makes the border.
class BorderOp final : public StripeOp
{
public:
    //! `type`: of the pixels.
    BorderOp(const ChainPicture& picture, int type);

    void hostRun(const StripePlanes& planes, int64 units) const override;
    KernelRef kernel(const StripePlanes& planes, int64 units) const override;

private:
    BorderBody bodyOn(const StripePlanes& planes, int64 units) const;

    BorderBody body_ = {};
    std::vector<uchar> row_;  //!< of the border
};

}}  // namespace cv::cudastripe
