// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See decoding_resizer.hpp.

#include "decoding_resizer.hpp"

#include "resized_body.hpp"

namespace cv { namespace cudastripe {

DecodingResizer::DecodingResizer(const ChainDecoder& decoder, const ChainPicture& picture,
                                 const PictureRows& pictureRows, const PlacedRows& rows, const Resizer& resizer,
                                 int type)
    : StripeOp(picture.result.width, picture.result.height, 1),
      decoder_(decoder),
      picture_(picture),
      pictureRows_(pictureRows),
      rows_(rows),
      resizer_(resizer),
      channels_(CV_MAT_CN(type))
{
    inputs_ = pictureRows.planes();
    outputs_.push_back(plane(static_cast<int64>(CV_ELEM_SIZE(type))));
}

void DecodingResizer::hostRun(const StripePlanes&, int64) const
{
    CV_Error(Error::StsInternal, "cudastripe: CPUs decode rows");
}

KernelRef DecodingResizer::kernel(const StripePlanes& planes, int64 units) const
{
    const PictureRows::Blocks blocks = pictureRows_.blocksFor(planes, units);
    const ResizeMethod method = resizer_.method();
    if (decoder_.interpolates()) {
        YuvResizeBody<AnyResizeMath, true> body;
        body.pixels.places = decoder_.linearSource(blocks.planes, blocks.rows);
        body.maths = {method};
        return kernelOf(body, planes, units, blocks.planes.first);
    }
    const YuvPlaces places(decoder_.packing(), blocks.planes.in);
    if (method.kind == ResizeKind::Linear && decoder_.ofBytes()) {
        YuvResizeBody<LinearResizeMath, false> body;
        body.pixels.places = places;
        return kernelOf(body, planes, units, blocks.planes.first);
    }
    YuvResizeBody<AnyResizeMath, false> body;
    body.pixels.places = places;
    body.maths = {method};
    return kernelOf(body, planes, units, blocks.planes.first);
}

template <class Body>
KernelRef DecodingResizer::kernelOf(Body& body, const StripePlanes& planes, int64 units, int64 firstRow) const
{
    const PlacedRows::Part resized = rows_.partOf(planes.first, units);
    const StripePlanes own = resized.of(planes);
    const ResizeTables& tables = resizer_.tables();
    const Rect& part = picture_.part;
    body.pixels.formulas = decoder_.format().formulas;
    body.pixels.part = {part.x, part.y - static_cast<int>(firstRow), part.height - 1};
    body.across = tables.across();
    body.down = tables.down();
    body.table = tables.data();
    body.dst = own.out[0];
    body.firstResult = static_cast<int>(own.first);
    body.channels = channels_;
    KernelRef kernel(body, picture_.sizes.made.width, resized.rows, accesses(planes, units));
    kernel.setManyImages(tables.memory());
    return kernel;
}

}}  // namespace cv::cudastripe
