// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation of a chain that gives an image.

#include "op.hpp"

#include "../non_temporal_blocks.hpp"
#include "../simd/float_mode.hpp"
#include "../simd/non_temporal_store.hpp"
#include "kernels.hpp"
#include "rows/host_chain.hpp"

namespace cv { namespace cudastripe {
namespace {

class ChainOp final : public StripeOp
{
public:
    ChainOp(std::shared_ptr<const LoweredChain> chain, Size size, Masking masking, CutBy cut)
        : StripeOp(size.width, size.height, cut), chain_(std::move(chain)), masking_(masking)
    {
        const ChainProgram& p = chain_->program;
        inputs_.push_back(plane(depthBytes(p.srcDepth) * p.srcChannels));
        if (p.secondChannels)
            inputs_.push_back(plane(depthBytes(p.secondDepth) * p.secondChannels));
        if (masking != Masking::None)
            inputs_.push_back(plane(1));
        outputs_.push_back(plane(depthBytes(p.dstDepth) * p.dstChannels));
        if (masking == Masking::KeepsOld)
            inputs_.push_back(outputs_[0]);
        sameBits_ = chain_->sameBits;
        inUse_ = chain_->kernels;
        hostCost_ = chain_->hostCost(double(cols_) * double(units_), bytes(units_));
        blocks_ = NonTemporalBlocks(*this, true);
    }

    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        const FloatMode mode;
        HostChain chain(chain_->program, chain_->tables.data(), chain_->loops());
        blocks_.run(*this, planes, units, [&](const StripePlanes& part, int64 count, bool nonTemporal) {
            const ChainWork w = work(part, count);
            for (int64 y = 0; y < w.rows; ++y)
                chain.run(w.row(y, nonTemporal));
        });
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        return makeChainKernel(*chain_, work(planes, units), accesses(planes, units));
    }

private:
    ChainWork work(const StripePlanes& planes, int64 units) const
    {
        ChainWork w = chainWork(planes, 1, chain_->program, masking_, loopCols(units), loopRows(units));
        for (PlaneView* const view : {&w.src, &w.second, &w.mask, &w.old, &w.dst})
            *view = loopView(*view, units);
        return w;
    }

    const std::shared_ptr<const LoweredChain> chain_;
    Masking masking_;
    NonTemporalBlocks blocks_{0};
};

}  // namespace

std::unique_ptr<StripeOp> makeChainOp(std::shared_ptr<const LoweredChain> chain, Size size, Masking masking, CutBy cut)
{
    return std::make_unique<ChainOp>(std::move(chain), size, masking, cut);
}

}}  // namespace cv::cudastripe
