// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation of a chain that ends in a YUV format.

#include "op.hpp"

#include "../simd/float_mode.hpp"
#include "../simd/non_temporal_blocks.hpp"
#include "../yuv/planes.hpp"
#include "../yuv/rows/rows.hpp"
#include "kernels.hpp"
#include "rows/host_chain.hpp"
#include "yuv_body.hpp"

namespace cv { namespace cudastripe {
namespace {

template <class T>
class ChainYuvOp final : public StripeOp
{
public:
    ChainYuvOp(std::shared_ptr<const CompiledChain> chain, const YuvFormat& format, ChannelOrder order, Size size,
               int rowsTogether)
        : StripeOp(size.width, size.height, rowsTogether),
          chain_(std::move(chain)),
          packing_(packingOf(static_cast<int>(format.layout()))),
          formula_(formulaOf<T>(format, order, packing_))
    {
        const ChainProgram& p = chain_->program;
        inputs_.push_back(plane(depthBytes(p.srcDepth) * p.srcChannels));
        if (p.secondChannels)
            inputs_.push_back(plane(depthBytes(p.secondDepth) * p.secondChannels));
        outputs_ = yuvPlanes(packing_, size.width, sizeof(T), rowsTogether);
        sameBits_ = chain_->sameBits;
        hostCost_ = 1 + chain_->hostCost(double(cols_) * double(units_), bytes(units_));
        blocks_ = NonTemporalBlocks(*this);
    }

    // The rows that share chroma go through the chain into a buffer, and from there into the planes.
    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        const FloatMode mode;
        const ChainProgram& p = chain_->program;
        HostChain chain(p, chain_->tables.data(), chain_->loops());
        const int64 rowBytes = cols_ * p.dstChannels * int64(sizeof(T));
        std::vector<uchar> buffer(static_cast<size_t>(rowBytes * granule_));
        const PlaneView result = {buffer.data(), rowBytes, rowBytes};
        for (int64 first = 0; first < units; first += granule_) {
            const int64 count = std::min<int64>(granule_, units - first);
            const StripePlanes part = from(planes, first);
            for (int64 y = 0; y < count; ++y) {
                const uchar* second = p.secondChannels ? part.in[1].row(y) : nullptr;
                chain.run({part.in[0].row(y), second, nullptr, nullptr, result.row(y), cols_, false});
            }
            const bool nonTemporal = blocks_.at(part.out[0].base);
            convertYuvRows(formula_, packing_, {result, part.out, cols_, count, p.dstChannels, nonTemporal});
        }
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        const ChainProgram& p = chain_->program;
        ChainYuvBody<T> body;
        body.src = planes.in[0];
        body.srcAligned = quadsAligned(body.src, p.srcDepth, units);
        if (p.secondChannels)
            body.second = planes.in[1];
        body.secondAligned = quadsAligned(body.second, p.secondDepth, units);
        std::copy(planes.out, planes.out + outputs_.size(), body.out);
        body.program = p;
        body.cols = cols_;
        body.packing = packing_;
        body.formula = formula_;
        const int64 items = (cols_ + ChainYuvBody<T>::kPixels - 1) / ChainYuvBody<T>::kPixels;
        return chainKernelOf(body, *chain_, items, units / packing_.rows, accesses(planes, units));
    }

private:
    const std::shared_ptr<const CompiledChain> chain_;
    const YuvPacking& packing_;
    YuvFormula<T> formula_;
    NonTemporalBlocks blocks_{0};
};

}  // namespace

std::unique_ptr<StripeOp> makeChainYuvOp(std::shared_ptr<const CompiledChain> chain, const YuvFormat& format,
                                         ChannelOrder order, Size size, int rowsTogether)
{
    if (format.depth() == 8)
        return std::make_unique<ChainYuvOp<uchar>>(std::move(chain), format, order, size, rowsTogether);
    return std::make_unique<ChainYuvOp<ushort>>(std::move(chain), format, order, size, rowsTogether);
}

}}  // namespace cv::cudastripe
