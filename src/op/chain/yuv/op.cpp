// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation of a chain that begins or ends in a YUV format, or ends in a tensor.

#include <optional>

#include "../../non_temporal_blocks.hpp"
#include "../../simd/float_mode.hpp"
#include "../../simd/non_temporal_store.hpp"
#include "../../yuv/op.hpp"
#include "../../yuv/planes.hpp"
#include "../../yuv/rows/rows.hpp"
#include "../kernels.hpp"
#include "../lower/of_bytes.hpp"
#include "../op.hpp"
#include "../rows/host_chain.hpp"
#include "../tensor/byte_kernels.hpp"
#include "../tensor/byte_rows.hpp"
#include "../tensor/rows.hpp"
#include "body.hpp"
#include "resizing.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kKernelCost = 5;         // 8K of NV12 to a tensor of 16F: 405 us for 248 MB on an H100
constexpr double kKernelCostOfBytes = 2;  // the same in 130 us on an H200, where a copy takes 66
//! With fewer, the 11 us that finding the values of a new chain takes on the CPU are not won back.
constexpr int64 kMinPixelsForBytes = 1 << 14;

class ChainYuvOp final : public StripeOp
{
public:
    //! `resizing` may be null.
    ChainYuvOp(const Chain& chain, std::shared_ptr<const LoweredChain> lowered, Size size, Masking masking, int granule,
               std::unique_ptr<ChainResizing> resizing)
        : StripeOp(size.width, size.height, granule),
          chain_(std::move(lowered)),
          masking_(masking),
          resizing_(std::move(resizing))
    {
        const ChainProgram& p = chain_->program;
        if (resizing_) {
            inputs_ = resizing_->inputs();
        } else if (chain.beginsInYuv()) {
            decoder_.emplace(chain, size, CV_MAKETYPE(p.srcDepth, p.srcChannels), granule);
            inputs_ = decoder_->op().inputs();
            rows_ = decoder_->packing().rows;
        } else {
            inputs_.push_back(plane(depthBytes(p.srcDepth) * p.srcChannels));
        }
        srcPlanes_ = static_cast<int>(inputs_.size());
        if (p.secondChannels)
            inputs_.push_back(plane(depthBytes(p.secondDepth) * p.secondChannels));
        if (masking != Masking::None)
            inputs_.push_back(plane(1));
        if (chain.endsInYuv()) {
            to_.emplace(chain.yuvFormat(), chain.yuvOrder());
            outputs_ = yuvPlanes(to_->packing, size.width, to_->formulas.bytes ? 1 : 2, granule);
            rows_ = std::max(rows_, to_->packing.rows);
        } else if (!endsInImage(chain, p.dstChannels)) {
            tensor_.emplace(chain, p.dstChannels);
            for (int i = 0; i < tensor_->shape.planes; ++i)
                outputs_.push_back(plane(depthBytes(tensor_->depth()) * tensor_->shape.values));
        } else {
            outputs_.push_back(plane(depthBytes(p.dstDepth) * p.dstChannels));
        }
        if (masking == Masking::KeepsOld)
            inputs_.push_back(outputs_[0]);
        sameBits_ = chain_->sameBits;
        inUse_ = chain_->kernels;
        hostCost_ = chain_->hostCost(double(cols_) * double(units_), bytes(units_)) + (toImage() ? 0 : 1);
        kernelCost_ = isOfBytes() ? kKernelCostOfBytes : kKernelCost;
        if (decoder_)
            hostCost_ += decoder_->op().hostCost() * decoder_->op().bytes(units_) / bytes(units_);
        if (resizing_) {
            hostCost_ += resizing_->hostTime() / bytes(units_);
            kernelCost_ = std::max(kernelCost_, resizing_->kernelTime() / bytes(units_));
        }
        rowsAtOnce_ = resizing_ ? resizing_->rowsAtOnce(granule) : rows_;
        blocks_ = NonTemporalBlocks(*this, toImage());
    }

    // Takes a few rows through all steps, then the next; buffers between steps hold just these rows.
    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        const FloatMode mode;
        if (onlyResizes())
            return resizing_->runAll(*this, planes, units);
        const ChainProgram& p = chain_->program;
        const bool bytes = isOfBytesOnHost();
        std::optional<HostChain> chain = hostChain(bytes);
        const int64 most = std::min<int64>(rowsAtOnce_, units);
        std::optional<PixelRows> made, result;
        ChainResizing::Buffer buffer;
        if (decoder_ || resizing_)
            made.emplace(most, cols_, p.srcDepth, p.srcChannels);
        if (chain && !toImage())
            result.emplace(most, cols_, p.dstDepth, p.dstChannels);
        blocks_.run(*this, planes, units, [&](const StripePlanes& part, int64 count, bool nonTemporal) {
            for (int64 first = 0; first < count; first += rowsAtOnce_) {
                const StripePlanes block = from(part, first);
                ChainWork work = workOf(block, std::min<int64>(rowsAtOnce_, count - first));
                if (made) {
                    work.src = made->view;
                    makePixels(block, work, buffer);
                }
                if (result)
                    work.dst = result->view;
                for (int64 y = 0; chain && y < work.rows; ++y)
                    chain->run(work.row(y, nonTemporal && toImage()));
                const PlaneView& pixels = result ? work.dst : work.src;
                if (to_)
                    to_->run({&pixels, block.out, cols_, work.rows, p.dstChannels, nonTemporal});
                if (tensor_)
                    writeTensor({pixels, block.out, cols_, work.rows, nonTemporal}, bytes);
            }
        });
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        const ChainProgram& p = chain_->program;
        if (isOfBytes())
            return byteKernel(planes, units);
        const auto use = [&](const auto& source) { return kernelFrom(source, planes, units); };
        if (resizing_)
            return resizing_->withSource(planes, units, use);
        if (!decoder_) {
            const ChainImageSource source = {planes.in[0], vectorsAligned(planes.in[0], p.srcDepth, units)};
            return kernelTo(source, planes, units);
        }
        return decoder_->interpolates() ? use(decoder_->linearSource(planes, units))
                                        : use(decoder_->format().source(planes.in));
    }

private:
    bool onlyResizes() const
    {
        return resizing_ && toImage() && chain_->program.count == 0 && masking_ == Masking::None;
    }

    //! Those that the first step sees.
    void makePixels(const StripePlanes& block, const ChainWork& work, ChainResizing::Buffer& buffer) const
    {
        if (resizing_)
            resizing_->run(block, work.src, work.rows, buffer);
        else
            decoder_->run(block, work.src, work.rows);
    }

    //! None if its results are those of the source, or of `bytes`.
    std::optional<HostChain> hostChain(bool bytes) const
    {
        if (!toImage() && (bytes || chain_->program.count == 0))
            return std::nullopt;
        return HostChain(chain_->program, chain_->tables.data(), chain_->loops());
    }

    //! From the results of the chain, or from its source if that is of `bytes`.
    void writeTensor(const TensorRows& rows, bool bytes) const
    {
        if (!bytes)
            return writeTensorRows(tensor_->shape, rows);
        const ChainOfBytes& chain = *chain_->ofBytes;
        writeByteTensorRows(tensor_->shape, {chain.values(), chain.from(), chain_->program.srcChannels}, rows);
    }

    ChainWork workOf(const StripePlanes& planes, int64 rows) const
    {
        return chainWork(planes, srcPlanes_, chain_->program, masking_, cols_, rows);
    }

    bool toImage() const { return !to_ && !tensor_; }

    //! True if each value of the tensor, or image, is that of one byte.
    bool isOfBytes() const
    {
        const auto isColour = [](int channel) { return channel < 3; };
        const ChainOfBytes* const bytes = !to_ && masking_ == Masking::None ? chain_->ofBytes.get() : nullptr;
        if (!bytes || resizing_)
            return false;
        return !decoder_ || (decoder_->ofBytes() && !decoder_->interpolates() &&
                             std::all_of(bytes->from(), bytes->from() + chain_->program.dstChannels, isColour));
    }

    //! The same for the planes of a tensor on the CPU, where the values are worth their time only for larger images.
    bool isOfBytesOnHost() const
    {
        return tensor_ && tensor_->shape.values == 1 && masking_ == Masking::None && chain_->ofBytes &&
               cols_ * units_ >= kMinPixelsForBytes;
    }

    KernelRef byteKernel(const StripePlanes& planes, int64 units) const
    {
        const ChainProgram& p = chain_->program;
        const ChainOfBytes& bytes = *chain_->ofBytes;
        const ChainTensorSink image = {{planes.out[0]}, true, false, vectorsAligned(planes.out[0], CV_32F, units)};
        const ByteKernelWork work = {
            bytes.values(), tensor_ ? tensor_->sink(planes.out, units) : image, p.dstChannels, rows_, cols_, units};
        if (!decoder_)
            return makeByteKernel(ByteImageSource(planes.in[0], p.srcChannels, units, bytes.from()), work,
                                  accesses(planes, units));
        const YuvPlaces places(decoder_->packing(), planes.in);
        return makeByteKernel(ByteYuvSource(places, decoder_->format().formulas.ofBytes, bytes.from()), work,
                              accesses(planes, units));
    }

    //! The kernel of a chain that begins in a format or resizes.
    template <class Source>
    KernelRef kernelFrom(const Source& source, const StripePlanes& planes, int64 units) const
    {
        if (!toImage())
            return kernelTo(source, planes, units);
        const ChainWork work = workOf(planes, units);
        const bool aligned = vectorsAligned(work.dst, chain_->program.dstDepth, units);
        return kernelOf(source, ChainImageSink{work.dst, work.mask, work.old, aligned}, planes, units);
    }

    //! The kernel of a chain that does not end in an image.
    template <class Source>
    KernelRef kernelTo(const Source& source, const StripePlanes& planes, int64 units) const
    {
        if (tensor_)
            return kernelOf(source, tensor_->sink(planes.out, units), planes, units);
        return kernelOf(source, to_->sink(planes.out), planes, units);
    }

    template <class Source, class Sink>
    KernelRef kernelOf(const Source& source, const Sink& sink, const StripePlanes& planes, int64 units) const
    {
        // Those that resize are compiled once, for all programs.
        if constexpr (!Source::Memory::kHasTable) {
            if (!chain_->program.wide)
                return kernelBy<NarrowChainYuvBody<Source, Sink>>(source, sink, planes, units);
        }
        return kernelBy<WideChainYuvBody<Source, Sink>>(source, sink, planes, units);
    }

    template <class Body, class Source, class Sink>
    KernelRef kernelBy(const Source& source, const Sink& sink, const StripePlanes& planes, int64 units) const
    {
        Body body;
        body.source = source;
        body.sink = sink;
        if constexpr (kReadsTable<Body>)
            body.table = resizing_->tables().data();
        body.second = workOf(planes, units).second;
        body.secondAligned = vectorsAligned(body.second, chain_->program.secondDepth, units);
        body.rows = rows_;
        body.cols = cols_;
        body.lastRow = units - 1;
        body.program = chain_->program;
        const int64 items = (cols_ + body.kPixels - 1) / body.kPixels;
        KernelRef kernel = chainKernelOf(body, *chain_, items, (units + rows_ - 1) / rows_, accesses(planes, units));
        if constexpr (kReadsTable<Body>)
            kernel.setManyImages(resizing_->tables().memory());
        return kernel;
    }

    const std::shared_ptr<const LoweredChain> chain_;
    const Masking masking_;
    const std::unique_ptr<ChainResizing> resizing_;
    std::optional<ChainDecoder> decoder_;
    std::optional<ToYuv> to_;
    std::optional<ToTensor> tensor_;
    int srcPlanes_ = 1;
    int rows_ = 1;        //!< that share chroma, of either format
    int rowsAtOnce_ = 1;  //!< on a CPU
    NonTemporalBlocks blocks_{0};
};

}  // namespace

std::unique_ptr<StripeOp> makeChainYuvOp(const Chain& chain, std::shared_ptr<const LoweredChain> lowered,
                                         const ChainPicture& picture, Masking masking, int granule)
{
    const FloatMode mode;  // scales do not depend on the caller's
    const ChainProgram& p = lowered->program;
    const Size size = picture.result;
    std::unique_ptr<ChainResizing> resizing;
    const bool onlyFirst = p.count == 0 && masking == Masking::None && endsInImage(chain, p.dstChannels);
    if (picture.resampling && onlyFirst && !chain.beginsInYuv())
        return makeResizeOp(*picture.resampling, sizesOf(picture.source, size), CV_MAKETYPE(p.srcDepth, p.srcChannels));
    if (picture.resampling) {
        resizing = std::make_unique<ChainResizing>(chain, picture, CV_MAKETYPE(p.srcDepth, p.srcChannels));
        granule *= (resizing->granule() + granule - 1) / granule;
    } else if (chain.beginsInYuv() && onlyFirst) {
        // A chain without a step is only the conversion, for which each layout has kernels.
        const bool linear = interpolatesChroma(chain.sourceFormat(), chain.sourceUpsampling());
        return (linear ? makeYuvLinearOp : makeYuvDecodeOp)(chain.sourceFormat(), chain.sourceOrder(), size, p.srcDepth,
                                                            p.srcChannels, granule);
    }
    return std::make_unique<ChainYuvOp>(chain, std::move(lowered), size, masking, granule, std::move(resizing));
}

}}  // namespace cv::cudastripe
