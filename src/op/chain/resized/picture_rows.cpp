// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See picture_rows.hpp.

#include "picture_rows.hpp"

namespace cv { namespace cudastripe {

PictureRows::PictureRows(const PictureSource& source, const ChainPicture& picture, const RowSpans& resized,
                         int64 pixelBytes)
    : source_(source),
      picture_(picture),
      resized_(resized),
      pixelBytes_(pixelBytes),
      rowBytes_(picture.source.width * pixelBytes)
{
    const StripeOp& op = source.op();
    set(ofPixels_, picture.source.height, 1, [&](int64 result) {
        const int64 first = firstRow(result);
        return SourceSpan{static_cast<int>(first), static_cast<int>(endRow(result) - first)};
    });
    for (size_t p = 0; p < op.inputs().size(); ++p)
        planes_.push_back(add(op.inputs()[p], ofPlanes_[p]));
    for (const bool readsHost : {false, true}) {
        between_[readsHost].push_back({rowBytes_, 1, 0, 0, &ofPixels_.rows});
        const PlaneSpecs own = op.between(readsHost);
        for (size_t i = 0; i < own.size(); ++i)
            between_[readsHost].push_back(add(own[i], ofBetween_[readsHost][i]));
    }
}

PlaneSpecs PictureRows::between(bool readsHost) const
{
    return between_[readsHost];
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

template <class RowsOf>
void PictureRows::set(PlaneRows& to, int64 sources, double scale, const RowsOf& rowsOf)
{
    to.rows = {nullptr, resized_.results, sources, 0, resized_.scale * scale, 0};
    to.spans.resize(static_cast<size_t>(resized_.results));
    for (int64 result = 0; result < resized_.results; ++result) {
        to.spans[size_t(result)] = rowsOf(result);
        to.rows.taps = std::max(to.rows.taps, to.spans[size_t(result)].count + 2 * picture_.sourceGranule);
    }
    to.rows.spans = to.spans.data();
    to.rows.needed = to.rows.countNeeded();
}

PlaneSpec PictureRows::add(const PlaneSpec& plane, PlaneRows& to)
{
    const StripeOp& op = source_.op();
    const int64 sources = plane.spans ? plane.spans->sources : op.rows(plane, picture_.source.height);
    const double scale = plane.spans ? plane.spans->scale : double(sources) / picture_.source.height;
    set(to, sources, scale, [&](int64 result) {
        const SourceSpan& block = ofPixels_.spans[size_t(result)];
        const RowsRead read = op.rowsRead(plane, block.first, block.count);
        return SourceSpan{static_cast<int>(op.firstRow(plane, block.first) - read.above), static_cast<int>(read.count)};
    });
    return {plane.rowBytes, 1, 0, 0, &to.rows};
}

PictureRows::Blocks PictureRows::blocksFor(const StripePlanes& planes, int64 rows) const
{
    const StripeOp& op = source_.op();
    const int64 first = firstRow(planes.first);
    Blocks blocks = {{}, endRow(planes.first + rows - 1) - first};
    blocks.planes.first = first;
    for (size_t p = 0; p < planes_.size(); ++p) {
        const int64 above = op.firstRow(op.inputs()[p], first) - ofPlanes_[p].rows.begin(planes.first);
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

void PictureRows::make(const StripePlanes& planes, int64 rows, const Blocks& blocks, const PlaneView& pixels) const
{
    const int64 first = blocks.planes.first;
    ofPixels_.rows.forEachRun(planes.first, rows, [&](int64 from, int64 to) {
        const StripePlanes needed = source_.op().from(blocks.planes, from - first);
        source_.run(needed, pixels.from(from - first), to - from);
    });
}

}}  // namespace cv::cudastripe
