// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See resizing.hpp.

#include "resizing.hpp"

namespace cv { namespace cudastripe {

ChainResizing::ChainResizing(const Chain& chain, const ChainPicture& picture, int type)
    : resizer_(makeResizer(*picture.resampling, sizesOf(picture.part.size(), picture.result), type)),
      channels_(CV_MAT_CN(type)),
      pixelBytes_(static_cast<int64>(CV_ELEM_SIZE(type))),
      picture_(picture),
      hostTime_(resizer_->hostCost() * resizer_->bytes(resizer_->units()))
{
    if (!chain.beginsInYuv()) {
        inputs_ = resizer_->inputs();
        return;
    }
    decoder_.emplace(chain, picture.source, type, picture.sourceGranule);
    const StripeOp& decoding = decoder_->op();
    const double decoded = double(tables().rows().needed) / picture.source.height;
    hostTime_ += decoding.hostCost() * decoding.bytes(decoding.units()) * decoded;
    for (size_t p = 0; p < decoding.inputs().size(); ++p)
        inputs_.push_back(specOf(decoding.inputs()[p], spans_[p], rowSpans_[p]));
}

// On an H200, with 3 TB/s as the rate of a kernel of cost 1: 10 ps a tap for 4K to 224 x 224 by Pillow's Bicubic, where
// samples are loaded; 54 ps for NV12 of 1080p to the same, where they are decoded for each tap.
double ChainResizing::kernelTime() const
{
    constexpr double kLoaded = 30, kDecoded = 160;
    const double taps = double(tables().across().width) * tables().rows().taps;
    return taps * double(picture_.result.area()) * (decoder_ ? kDecoded : kLoaded);
}

// Rows of the source are decoded and summed again where one piece ends and the next begins, so pieces are as large as
// caches allow.
int ChainResizing::rowsAtOnce(int granule) const
{
    constexpr double kMostBytes = 1 << 20;
    const double decoded = decoder_ ? double(tables().rows().needed) * picture_.source.width : 0;
    const double bytes = (decoded / picture_.result.height + picture_.result.width) * double(pixelBytes_);
    return granule * std::max(1, static_cast<int>(kMostBytes / bytes) / granule);
}

int64 ChainResizing::firstRow(int64 result) const
{
    const int64 row = tables().rows().begin(result) + picture_.part.y;
    return row - row % picture_.sourceGranule;
}

int64 ChainResizing::endRow(int64 result) const
{
    const int64 row = tables().rows().end(result) + picture_.part.y + picture_.sourceGranule - 1;
    return std::min<int64>(row - row % picture_.sourceGranule, picture_.source.height);
}

PlaneSpec ChainResizing::specOf(const PlaneSpec& plane, std::vector<SourceSpan>& spans, RowSpans& rows) const
{
    const StripeOp& decoding = decoder_->op();
    const auto rowsOf = [&](int64 row) { return decoding.rows(plane, row); };
    const int64 sources = rowsOf(picture_.source.height);
    const RowSpans& pixels = tables().rows();
    rows = {nullptr, pixels.results, sources, 0, pixels.scale * double(sources) / picture_.source.height, 0};
    spans.reserve(static_cast<size_t>(pixels.results));
    for (int64 result = 0; result < pixels.results; ++result) {
        const int64 begin = std::max<int64>(rowsOf(firstRow(result)) - plane.rowsAbove, 0);
        const int64 end = std::min(rowsOf(endRow(result)) + plane.rowsBelow, sources);
        spans.push_back({static_cast<int>(begin), static_cast<int>(end - begin)});
        rows.taps = std::max(rows.taps, spans.back().count + 2 * picture_.sourceGranule);
    }
    rows.spans = spans.data();
    rows.needed = rows.countNeeded();
    return {plane.rowBytes, 1, 0, 0, &rows};
}

ChainResizing::Decoded ChainResizing::decodedFor(const StripePlanes& planes, int64 rows) const
{
    const StripeOp& decoding = decoder_->op();
    const int64 first = firstRow(planes.first);
    Decoded decoded = {{}, endRow(planes.first + rows - 1) - first};
    decoded.planes.first = first;
    for (size_t p = 0; p < inputs_.size(); ++p) {
        const int64 above = decoding.rows(decoding.inputs()[p], first) - inputs_[p].spans->begin(planes.first);
        decoded.planes.in[p] = planes.in[p].from(above);
    }
    return decoded;
}

void ChainResizing::run(const StripePlanes& planes, const PlaneView& result, int64 rows, Buffer& buffer) const
{
    StripePlanes own = planes;
    own.out[0] = result;
    if (decoder_) {
        const Decoded decoded = decodedFor(planes, rows);
        const int64 rowBytes = picture_.source.width * pixelBytes_;
        const PlaneView pixels = {buffer.of(static_cast<size_t>(decoded.rows * rowBytes)), rowBytes, rowBytes};
        const int64 first = decoded.planes.first;
        inputs_[0].spans->forEachRun(planes.first, rows, [&](int64 from, int64 to) {
            const StripePlanes needed = decoder_->op().from(decoded.planes, from - first);
            decoder_->run(needed, pixels.from(from - first), to - from);
        });
        const int64 above = tables().rows().begin(planes.first) + picture_.part.y - first;
        own.in[0] = pixels.from(above);
        own.in[0].base += picture_.part.x * pixelBytes_;
        own.in[0].rowBytes = picture_.part.width * pixelBytes_;
    }
    resizer_->hostRun(own, rows);
}

void ChainResizing::runAll(const StripeOp& op, const StripePlanes& planes, int64 rows) const
{
    Buffer buffer;
    const int64 most = rowsAtOnce(op.granule());
    for (int64 first = 0; first < rows; first += most) {
        const StripePlanes block = op.from(planes, first);
        run(block, block.out[0], std::min(most, rows - first), buffer);
    }
}

}}  // namespace cv::cudastripe
