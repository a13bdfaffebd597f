// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Chooses the operation of a chain that crops, resizes, has a YUV format, or ends in a tensor.

#include "../../yuv/op.hpp"
#include "../../../model/last_used.hpp"
#include "../../simd/float_mode.hpp"
#include "../tensor/patches.hpp"
#include "../yuv/formats.hpp"
#include "../yuv/op.hpp"
#include "resized_op.hpp"
#include "shared_op.hpp"

namespace cv { namespace cudastripe {
namespace {

//! As makeChainYuvOp(), with the planes of patches.
std::unique_ptr<StripeOp> makeUncutOp(const Chain& chain, const std::shared_ptr<const LoweredChain>& lowered,
                                      const ChainPicture& picture, Masking masking, int granule)
{
    const ChainProgram& p = lowered->program;
    const Size size = picture.result;
    const int type = CV_MAKETYPE(p.srcDepth, p.srcChannels);
    const bool toImage = endsInImage(chain, p.dstChannels);
    const bool onlyFirst = p.count == 0 && masking == Masking::None && toImage;
    const auto operation = [&](int ownGranule, bool decodes) {
        return makeFormatChainOp(chain, lowered, size, masking, ownGranule, decodes);
    };
    const auto steps = [&](int ownGranule) -> std::unique_ptr<StripeOp> {
        if (onlyFirst)
            return nullptr;
        return toImage ? makeChainOp(lowered, size, masking, CutBy::Rows) : operation(ownGranule, false);
    };
    if (picture.resampling && onlyFirst && !chain.beginsInYuv() && !picture.hasBorder() && !picture.padded)
        return makeResizeOp(*picture.resampling, picture.sizes, type);
    if (picture.resampling)
        return makeResizedChainOp(chain, lowered, picture, type, granule, steps);
    if (!chain.beginsInYuv() || !onlyFirst)
        return operation(granule, chain.beginsInYuv());
    // A chain without a step is only the conversion, for which each layout has kernels.
    const bool linear = interpolatesChroma(chain.sourceFormat(), chain.sourceUpsampling());
    return (linear ? makeYuvLinearOp : makeYuvDecodeOp)(chain.sourceFormat(), chain.sourceOrder(), size, p.srcDepth,
                                                        p.srcChannels, granule);
}

std::unique_ptr<StripeOp> makeOp(const Chain& chain, const std::shared_ptr<const LoweredChain>& lowered,
                                 const ChainPicture& picture, Masking masking, int granule)
{
    auto op = makeUncutOp(chain, lowered, picture, masking, granule);
    if (!chain.endsInTensor() || chain.tensorLayout() != TensorLayout::Patches)
        return op;
    const ToTensor tensor(chain, lowered->program.dstChannels);
    return makePatchesOp(std::move(op), chain.patches(), picture.result, tensor.shape.planes,
                         tensor.shape.valueBytes());
}

//! What an operation depends on. A lowered chain is of one chain only.
struct OpKey
{
    std::shared_ptr<const LoweredChain> lowered;
    ChainPicture picture;
    Masking masking;
    int granule;
    int threads;  //!< on which NonTemporalBlocks depend

    bool operator==(const OpKey& other) const
    {
        const ChainPicture &a = picture, &b = other.picture;
        return lowered == other.lowered && masking == other.masking && granule == other.granule &&
               threads == other.threads && a.source == b.source && a.part == b.part && a.result == b.result &&
               a.sourceGranule == b.sourceGranule && a.resampling == b.resampling && a.sizes == b.sizes &&
               a.at == b.at && a.border == b.border;
    }
};

struct HashOfKey
{
    size_t operator()(const OpKey& key) const
    {
        const Size source = key.picture.source, part = key.picture.part.size();
        return std::hash<const void*>()(key.lowered.get()) ^ size_t(source.width * 31 + part.width * 7 + part.height);
    }
};

}  // namespace

// A video has the same operation for each frame, and making it would take longer than the rest of the call.
std::unique_ptr<StripeOp> makeChainYuvOp(const Chain& chain, std::shared_ptr<const LoweredChain> lowered,
                                         const ChainPicture& picture, Masking masking, int granule)
{
    constexpr size_t kKept = 16;
    static LastUsed<OpKey, StripeOp, HashOfKey> cache(kKept);
    const FloatMode mode;  // scales do not depend on the caller's floating point mode
    // Code of a device must not live until the process ends.
    if (!picture.resampling || picture.padded || lowered->kernels)
        return makeOp(chain, lowered, picture, masking, granule);
    const auto make = [&]() -> std::shared_ptr<const StripeOp> {
        return makeOp(chain, lowered, picture, masking, granule);
    };
    return std::make_unique<SharedOp>(cache.get({lowered, picture, masking, granule, getNumThreads()}, make,
                                                [](const StripeOp&) { return size_t(1); }));
}

}}  // namespace cv::cudastripe
