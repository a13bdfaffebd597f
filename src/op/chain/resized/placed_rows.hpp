// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The rows of an image on which a resized picture lies.

#pragma once

#include <vector>

#include "../../stripe_op.hpp"
#include "../op.hpp"

namespace cv { namespace cudastripe {

class PlacedRows
{
public:
    //! `resized`: the source rows that the picture's rows need. All references must live as long as this.
    PlacedRows(const ChainPicture& picture, const RowSpans& resized, int64 pixelBytes)
        : picture_(picture), pixelBytes_(pixelBytes), spans_(resized)
    {
        if (!picture.hasBorder())
            return;
        // Rows of the border above the picture get the picture's first source row, those below it the last one.
        const SourceSpan& last = resized.spans[resized.results - 1];
        ofBorder_.assign(size_t(picture.result.height), {last.first + last.count - 1, 1});
        std::fill_n(ofBorder_.begin(), picture.at.y, SourceSpan{resized.spans[0].first, 1});
        std::copy_n(resized.spans, resized.results, ofBorder_.begin() + picture.at.y);
        spans_.spans = ofBorder_.data();
        spans_.results = picture.result.height;
    }
    PlacedRows(const PlacedRows&) = delete;
    PlacedRows& operator=(const PlacedRows&) = delete;

    //! The rows of the source that each row of the image needs.
    const RowSpans& spans() const { return spans_; }

    //! The picture's rows among some rows of the image.
    struct Part
    {
        int64 rows;     //!< perhaps 0
        int64 first;    //!< the first of these rows in the picture
        int64 skipped;  //!< rows of the image above these rows
        int64 at, rowBytes;

        //! The planes of these rows; `planes` are those of the image's rows.
        StripePlanes of(const StripePlanes& planes) const
        {
            StripePlanes own = planes;
            own.first = first;
            own.out[0] = own.out[0].from(skipped);
            own.out[0].base += at;
            own.out[0].rowBytes = rowBytes;
            return own;
        }
    };
    Part partOf(int64 first, int64 rows) const
    {
        const Size size = picture_.sizes.made.size();
        const int64 top = picture_.at.y, from = std::max(first, top), to = std::min(first + rows, top + size.height);
        return {std::max<int64>(0, to - from), from - top, from - first, picture_.at.x * pixelBytes_,
                size.width * pixelBytes_};
    }

private:
    const ChainPicture& picture_;
    const int64 pixelBytes_;
    RowSpans spans_;
    std::vector<SourceSpan> ofBorder_;
};

}}  // namespace cv::cudastripe
