// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "op.hpp"

#include "../simd/float_mode.hpp"
#include "../simd/non_temporal_blocks.hpp"
#include "../simd/non_temporal_store.hpp"
#include "body.hpp"
#include "kernels.hpp"
#include "rows/host_chain.hpp"

namespace cv { namespace cudastripe {
namespace {

class ChainOp final : public StripeOp
{
public:
    ChainOp(std::shared_ptr<const CompiledChain> chain, Size size, Masking masking, CutBy cut)
        : chain_(std::move(chain)),
          masking_(masking),
          flat_(cut == CutBy::Elements),
          cols_(flat_ ? 1 : size.width),
          units_(flat_ ? int64(size.width) * size.height : size.height),
          granule_(flat_ ? flatGranule(units_) : 1)
    {
        const ChainProgram& p = chain_->program;
        inputs_.push_back(plane(p.srcDepth, p.srcChannels));
        if (p.secondChannels)
            inputs_.push_back(plane(p.secondDepth, p.secondChannels));
        if (masking != Masking::None)
            inputs_.push_back(plane(CV_8U, 1));
        outputs_.push_back(plane(p.dstDepth, p.dstChannels));
        if (masking == Masking::KeepsOld)
            inputs_.push_back(outputs_[0]);
        nonTemporal_ = NonTemporalBlocks(*this);
        hostCost_ = chain_->hostCost(double(cols_) * double(units_), bytes(units_));
    }

    int64 units() const override { return units_; }
    int granule() const override { return granule_; }
    bool flat() const override { return flat_; }
    bool sameBits() const override { return chain_->sameBits; }
    double hostCost() const override { return hostCost_; }
    const PlaneSpecs& inputs() const override { return inputs_; }
    const PlaneSpecs& outputs() const override { return outputs_; }

    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        const FloatMode mode;
        HostChain chain(chain_->program, chain_->tables.data(), chain_->loops.get());
        nonTemporal_.run(*this, planes, units, [&](const StripePlanes& part, int64 count, bool nonTemporal) {
            run(chain, region(part, count), nonTemporal);
        });
        if (nonTemporal_.anyNonTemporal())
            fenceNonTemporal();
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        const Region r = region(planes, units);
        KernelRef::Accesses accesses = {{r.work.src, r.rows, false}};
        if (chain_->program.secondChannels)
            accesses.push_back({r.work.second, r.rows, false});
        if (masking_ != Masking::None)
            accesses.push_back({r.work.mask, r.rows, false});
        if (masking_ == Masking::KeepsOld)
            accesses.push_back({r.work.old, r.rows, false});
        accesses.push_back({r.work.dst, r.rows, true});
        return makeChainKernel(*chain_, r.work, r.rows, accesses);
    }

private:
    //! What is done: elements of a flat array are one long row.
    struct Region
    {
        ChainKernelWork work;
        int64 rows;
    };

    PlaneSpec plane(int depth, int channels) const { return {cols_ * depthBytes(depth) * channels, granule_}; }

    void run(HostChain& chain, const Region& r, bool nonTemporal) const
    {
        for (int64 y = 0; y < r.rows; ++y) {
            ChainRow row = {r.work.src.row(y), nullptr, nullptr, nullptr, r.work.dst.row(y), r.work.cols, nonTemporal};
            if (chain_->program.secondChannels)
                row.second = r.work.second.row(y);
            if (masking_ != Masking::None)
                row.mask = r.work.mask.row(y);
            if (masking_ == Masking::KeepsOld)
                row.old = r.work.old.row(y);
            chain.run(row);
        }
    }

    Region region(const StripePlanes& planes, int64 units) const
    {
        const auto view = [&](const PlaneView& all) { return flat_ ? all.joined(units) : all; };
        size_t next = 0;
        Region r;
        r.work.src = view(planes.in[next++]);
        if (chain_->program.secondChannels)
            r.work.second = view(planes.in[next++]);
        r.work.masking = masking_;
        if (masking_ != Masking::None)
            r.work.mask = view(planes.in[next++]);
        if (masking_ == Masking::KeepsOld)
            r.work.old = view(planes.in[next++]);
        r.work.dst = view(planes.out[0]);
        r.work.cols = flat_ ? units : cols_;
        r.rows = flat_ ? 1 : units;
        return r;
    }

    const std::shared_ptr<const CompiledChain> chain_;
    Masking masking_;
    bool flat_;
    int64 cols_;
    int64 units_;
    int granule_;
    PlaneSpecs inputs_;
    PlaneSpecs outputs_;
    NonTemporalBlocks nonTemporal_;
    double hostCost_;
};

}  // namespace

std::unique_ptr<StripeOp> makeChainOp(std::shared_ptr<const CompiledChain> chain, Size size, Masking masking, CutBy cut)
{
    return std::make_unique<ChainOp>(std::move(chain), size, masking, cut);
}

}}  // namespace cv::cudastripe
