// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See picture_rows.hpp.

#include "picture_rows.hpp"

namespace cv { namespace cudastripe {

PictureRows::PictureRows(const ChainDecoder& decoder, const ChainPicture& picture, const RowSpans& resized,
                         int64 pixelBytes)
    : decoder_(decoder),
      picture_(picture),
      resized_(resized),
      pixelBytes_(pixelBytes),
      rowBytes_(picture.source.width * pixelBytes)
{
    const StripeOp& decoding = decoder.op();
    for (size_t p = 0; p < decoding.inputs().size(); ++p)
        planes_.push_back(specOf(decoding.inputs()[p], spans_[p], planeSpans_[p]));
    specOf(decoding.outputs()[0], spansOfPixels_, pixelSpans_);
}

int64 PictureRows::firstRow(int64 result) const
{
    const int64 row = resized_.begin(result) + picture_.part.y;
    return row - row % picture_.sourceGranule;
}

int64 PictureRows::endRow(int64 result) const
{
    const int64 row = resized_.end(result) + picture_.part.y + picture_.sourceGranule - 1;
    return std::min<int64>(row - row % picture_.sourceGranule, picture_.source.height);
}

PlaneSpec PictureRows::specOf(const PlaneSpec& plane, std::vector<SourceSpan>& spans, RowSpans& rows) const
{
    const auto rowsOf = [&](int64 row) { return decoder_.op().rows(plane, row); };
    const int64 sources = rowsOf(picture_.source.height);
    rows = {nullptr, resized_.results, sources, 0, resized_.scale * double(sources) / picture_.source.height, 0};
    spans.reserve(static_cast<size_t>(resized_.results));
    for (int64 result = 0; result < resized_.results; ++result) {
        const int64 begin = std::max<int64>(rowsOf(firstRow(result)) - plane.rowsAbove, 0);
        const int64 end = std::min(rowsOf(endRow(result)) + plane.rowsBelow, sources);
        spans.push_back({static_cast<int>(begin), static_cast<int>(end - begin)});
        rows.taps = std::max(rows.taps, spans.back().count + 2 * picture_.sourceGranule);
    }
    rows.spans = spans.data();
    rows.needed = rows.countNeeded();
    return {plane.rowBytes, 1, 0, 0, &rows};
}

PictureRows::Blocks PictureRows::blocksFor(const StripePlanes& planes, int64 rows) const
{
    const StripeOp& decoding = decoder_.op();
    const int64 first = firstRow(planes.first);
    Blocks blocks = {{}, endRow(planes.first + rows - 1) - first};
    blocks.planes.first = first;
    for (size_t p = 0; p < planes_.size(); ++p) {
        const int64 above = decoding.rows(decoding.inputs()[p], first) - planeSpans_[p].begin(planes.first);
        blocks.planes.in[p] = planes.in[p].from(above);
    }
    return blocks;
}

PlaneView PictureRows::partOf(const PlaneView& pixels, int64 result, int64 first) const
{
    PlaneView part = pixels.from(resized_.begin(result) + picture_.part.y - first);
    part.base += picture_.part.x * pixelBytes_;
    part.rowBytes = picture_.part.width * pixelBytes_;
    return part;
}

void PictureRows::decode(const StripePlanes& planes, int64 rows, const Blocks& blocks, const PlaneView& pixels) const
{
    const int64 first = blocks.planes.first;
    pixelSpans_.forEachRun(planes.first, rows, [&](int64 from, int64 to) {
        const StripePlanes needed = decoder_.op().from(blocks.planes, from - first);
        decoder_.run(needed, pixels.from(from - first), to - from);
    });
}

}}  // namespace cv::cudastripe
