// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The rows of a picture that rows of a resized one need.

#pragma once

#include "../../resize/tables.hpp"
#include "../op.hpp"
#include "../yuv/decoder.hpp"

namespace cv { namespace cudastripe {

class PictureRows
{
public:
    //! `resized`: the rows of the part that each row of the result needs. All references must live as long as this.
    PictureRows(const PictureSource& source, const ChainPicture& picture, const RowSpans& resized, int64 pixelBytes);
    PictureRows(const PictureRows&) = delete;
    PictureRows& operator=(const PictureRows&) = delete;

    //! The planes that the source reads.
    const PlaneSpecs& planes() const { return planes_; }
    //! The plane of the source's pixels, and the images between its own passes.
    PlaneSpecs between(bool readsHost) const;

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
    //! Makes the rows that are needed, on the calling thread; `pixels` have the rows of the blocks.
    void make(const StripePlanes& planes, int64 rows, const Blocks& blocks, const PlaneView& pixels) const;

private:
    int64 firstRow(int64 result) const;
    int64 endRow(int64 result) const;
    //! The rows of a plane of the source's operation that each row of the result needs.
    struct PlaneRows
    {
        std::vector<SourceSpan> spans;
        RowSpans rows;
    };
    //! `rowsOf(result)` gives the rows that a row of the result needs. `scale`: rows for each row of the picture.
    template <class RowsOf>
    void set(PlaneRows& to, int64 sources, double scale, const RowsOf& rowsOf);
    PlaneSpec add(const PlaneSpec& plane, PlaneRows& to);

    const PictureSource& source_;
    const ChainPicture& picture_;
    const RowSpans& resized_;
    const int64 pixelBytes_, rowBytes_;
    PlaneSpecs planes_;
    PlaneRows ofPlanes_[YuvPacking::kMaxPlanes], ofPixels_;
    PlaneRows ofBetween_[2][StripePlanes::kMaxBetween];  //!< from device memory, and from host memory
    PlaneSpecs between_[2];
};

}}  // namespace cv::cudastripe
