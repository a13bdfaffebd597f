// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "yuv_op.hpp"

#include <cstring>

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
        : chain_(std::move(chain)),
          packing_(packingOf(static_cast<int>(format.layout()))),
          formula_(formulaOf<T>(format, order, packing_)),
          size_(size),
          granule_(rowsTogether),
          outputs_(yuvPlanes(packing_, size.width, sizeof(T), rowsTogether))
    {
        const ChainProgram& p = chain_->program;
        inputs_.push_back(plane(p.srcDepth, p.srcChannels));
        if (p.secondChannels)
            inputs_.push_back(plane(p.secondDepth, p.secondChannels));
        nonTemporal_ = NonTemporalBlocks(*this);
    }

    int64 units() const override { return size_.height; }
    int granule() const override { return granule_; }
    bool sameBits() const override { return chain_->sameBits; }
    double hostCost() const override
    {
        return 1 + chain_->hostCost(double(size_.width) * size_.height, bytes(units()));
    }
    const PlaneSpecs& inputs() const override { return inputs_; }
    const PlaneSpecs& outputs() const override { return outputs_; }

    // The rows that share chroma go through the chain into a buffer, and from there into the planes.
    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        const FloatMode mode;
        const ChainProgram& p = chain_->program;
        HostChain chain(p, chain_->tables.data(), chain_->loops.get());
        const int64 rowBytes = int64(size_.width) * p.dstChannels * int64(sizeof(T));
        std::vector<T> buffer(static_cast<size_t>(size_.width) * p.dstChannels * static_cast<size_t>(granule_));
        const PlaneView result = {reinterpret_cast<uchar*>(buffer.data()), rowBytes, rowBytes};
        for (int64 first = 0; first < units; first += granule_) {
            const int64 count = std::min<int64>(granule_, units - first);
            const StripePlanes part = from(planes, first);
            for (int64 y = 0; y < count; ++y) {
                const uchar* second = p.secondChannels ? part.in[1].row(y) : nullptr;
                chain.run({part.in[0].row(y), second, nullptr, nullptr, result.row(y), size_.width, false});
            }
            const bool nonTemporal = nonTemporal_.at(part.out[0].base);
            convertYuvRows(formula_, packing_, {result, part.out, size_.width, count, p.dstChannels, nonTemporal});
        }
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        const ChainProgram& p = chain_->program;
        ChainYuvBody<T> body;
        KernelRef::Accesses accesses = {{planes.in[0], units, false}};
        body.src = planes.in[0];
        body.srcAligned = quadsAligned(body.src, p.srcDepth, units);
        if (p.secondChannels) {
            accesses.push_back({planes.in[1], units, false});
            body.second = planes.in[1];
        }
        body.secondAligned = quadsAligned(body.second, p.secondDepth, units);
        for (size_t i = 0; i < outputs_.size(); ++i) {
            body.out[i] = planes.out[i];
            accesses.push_back({planes.out[i], rows(outputs_[i], units), true});
        }
        body.program = p;
        body.cols = size_.width;
        body.packing = packing_;
        body.formula = formula_;
        const int64 items = (body.cols + ChainYuvBody<T>::kPixels - 1) / ChainYuvBody<T>::kPixels;
        return chainKernelOf(body, *chain_, items, units / packing_.rows, accesses);
    }

private:
    PlaneSpec plane(int depth, int channels) const
    {
        return {int64(size_.width) * depthBytes(depth) * channels, granule_};
    }

    const std::shared_ptr<const CompiledChain> chain_;
    YuvPacking packing_;
    YuvFormula<T> formula_;
    Size size_;
    int granule_;
    PlaneSpecs inputs_;
    PlaneSpecs outputs_;
    NonTemporalBlocks nonTemporal_;
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
