// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See tensor_resizer.hpp.

#include "tensor_resizer.hpp"

#include "../lower/of_bytes.hpp"
#include "resized_source.hpp"

namespace cv { namespace cudastripe {

bool TensorResizer::takes(const LoweredChain& chain, const ResizeMethod& method, bool fromYuv)
{
    constexpr int kChannels = ResizedBytePixels::kChannels;
    const int channels = chain.program.dstChannels;
    const auto isDecoded = [](int channel) { return channel < kChannels; };
    return method.kind == ResizeKind::Linear && chain.ofBytes && channels <= kChannels &&
           (!fromYuv || std::all_of(chain.ofBytes->from(), chain.ofBytes->from() + channels, isDecoded));
}

TensorResizer::TensorResizer(const StripeOp& whole, const ChainPicture& picture, const PlacedRows& rows,
                             const Resizer& resizer, const Decoding& decoding,
                             std::shared_ptr<const LoweredChain> chain, const ToTensor& tensor)
    : StripeOp(picture.result.width, picture.result.height, whole.granule()),
      picture_(picture),
      rows_(rows),
      resizer_(resizer),
      decoding_(decoding),
      chain_(std::move(chain)),
      tensor_(tensor)
{
    inputs_ = whole.inputs();
    outputs_ = whole.outputs();
}

void TensorResizer::hostRun(const StripePlanes&, int64) const
{
    CV_Error(Error::StsInternal, "cudastripe: CPUs resize rows");
}

KernelRef TensorResizer::kernel(const StripePlanes& planes, int64 units) const
{
    const int(&from)[4] = chain_->ofBytes->from();
    if (!decoding_.decoder) {
        const int firstRow = static_cast<int>(rows_.spans().begin(planes.first));
        ResizedBytePixels pixels = {
            planes.in[0], firstRow, picture_.sizes.source.height - 1, chain_->program.srcChannels, {}};
        for (int c = 0; c < chain_->program.dstChannels; ++c)
            pixels.from[c] = from[c];
        return kernelOf(pixels, planes, units);
    }
    const PictureRows::Blocks blocks = decoding_.rows->blocksFor(planes, units);
    const Rect& part = picture_.part;
    ResizedYuvPixels<false> pixels;
    pixels.places = YuvPlaces(decoding_.decoder->packing(), blocks.planes.in);
    pixels.formulas = decoding_.decoder->format().formulas;
    pixels.formulas.ofBytes = reordered(pixels.formulas.ofBytes, from);
    pixels.part = {part.x, part.y - static_cast<int>(blocks.planes.first), part.height - 1};
    return kernelOf(pixels, planes, units);
}

template <class Pixels>
KernelRef TensorResizer::kernelOf(const Pixels& pixels, const StripePlanes& planes, int64 units) const
{
    const ResizeTables& tables = resizer_.tables();
    const Rect inside(picture_.at, picture_.sizes.made.size());
    ByteResizedSource<Pixels> source = {pixels,        tables.across(),
                                        tables.down(), inside.x,
                                        inside.width,  static_cast<int>(planes.first) - inside.y,
                                        inside.height, {}};
    for (int c = 0; c < source.kChannels; ++c)
        source.border[c] = saturate_cast<uchar>(picture_.border[chain_->ofBytes->from()[c]]);
    const ByteKernelWork work = {chain_->ofBytes->values(),
                                 tensor_.sink(planes.out, units),
                                 chain_->program.dstChannels,
                                 1,
                                 picture_.result.width,
                                 units,
                                 tables.data()};
    KernelRef kernel = makeByteKernel(source, work, accesses(planes, units));
    kernel.setManyImages(tables.memory());
    return kernel;
}

}}  // namespace cv::cudastripe
