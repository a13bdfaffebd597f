// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The rows of a YUV picture that rows of a resized one need.

#pragma once

#include "../../resize/tables.hpp"
#include "../op.hpp"
#include "decoder.hpp"

namespace cv { namespace cudastripe {

class PictureRows
{
public:
    //! `resized`: the rows of the part that each row of the result needs. All references must live as long as this.
    PictureRows(const ChainDecoder& decoder, const ChainPicture& picture, const RowSpans& resized, int64 pixelBytes);
    PictureRows(const PictureRows&) = delete;
    PictureRows& operator=(const PictureRows&) = delete;

    //! The planes of the picture.
    const PlaneSpecs& planes() const { return planes_; }
    //! The plane of decoded pixels.
    PlaneSpec pixels() const { return {rowBytes_, 1, 0, 0, &pixelSpans_}; }

    //! Whole blocks of the picture.
    struct Blocks
    {
        StripePlanes planes;
        int64 rows;
    };
    //! The blocks that `rows` rows of the result need; `planes` are the planes of these rows.
    Blocks blocksFor(const StripePlanes& planes, int64 rows) const;
    //! The part that is resized, from the first row that row `result` of the result needs. `pixels` begin with row
    //! `first` of the picture.
    PlaneView partOf(const PlaneView& pixels, int64 result, int64 first) const;
    //! Decodes the rows that are needed to `pixels`, on the calling thread; `pixels` have the rows of the blocks.
    void decode(const StripePlanes& planes, int64 rows, const Blocks& blocks, const PlaneView& pixels) const;

private:
    int64 firstRow(int64 result) const;
    int64 endRow(int64 result) const;
    PlaneSpec specOf(const PlaneSpec& plane, std::vector<SourceSpan>& spans, RowSpans& rows) const;

    const ChainDecoder& decoder_;
    const ChainPicture& picture_;
    const RowSpans& resized_;
    const int64 pixelBytes_, rowBytes_;
    PlaneSpecs planes_;
    std::vector<SourceSpan> spans_[YuvPacking::kMaxPlanes], spansOfPixels_;
    RowSpans planeSpans_[YuvPacking::kMaxPlanes], pixelSpans_;
};

}}  // namespace cv::cudastripe
