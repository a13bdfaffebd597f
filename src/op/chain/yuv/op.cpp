// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation of a chain that begins or ends in a YUV format, or ends in a tensor.

#include "op.hpp"

#include <optional>

#include "../../non_temporal_blocks.hpp"
#include "../../simd/float_mode.hpp"
#include "../../simd/non_temporal_store.hpp"
#include "../../yuv/op.hpp"
#include "../../yuv/planes.hpp"
#include "../../yuv/rows/rows.hpp"
#include "../kernels.hpp"
#include "../lower/of_bytes.hpp"
#include "../rows/host_chain.hpp"
#include "../tensor/byte_kernels.hpp"
#include "../tensor/byte_rows.hpp"
#include "../tensor/rows.hpp"
#include "body.hpp"
#include "decoder.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kKernelCost = 5;         // 8K of NV12 to a tensor of 16F: 405 us for 248 MB on an H100
constexpr double kKernelCostOfBytes = 2;  // the same in 130 us on an H200, where a copy takes 66
//! With fewer pixels, tables do not save the 11 us that the CPU takes to make them for a new chain.
constexpr int64 kMinPixelsForBytes = 1 << 14;
constexpr int64 kBytesAtOnce = 1 << 15;  //!< of results that a CPU keeps between two steps: they stay in the L1 cache

class ChainYuvOp final : public StripeOp
{
public:
    //! `decodes`: the source is a picture of the chain's first format, not an image.
    ChainYuvOp(const Chain& chain, std::shared_ptr<const LoweredChain> lowered, Size size, Masking masking, int granule,
               bool decodes)
        : StripeOp(size.width, size.height, granule),
          chain_(std::move(lowered)),
          masking_(masking),
          fromFirst_(decodes == chain.beginsInYuv())
    {
        const ChainProgram& p = chain_->program;
        if (decodes) {
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
                outputs_.push_back(plane(int64(tensor_->shape.valueBytes()) * tensor_->shape.values));
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
        blocks_ = NonTemporalBlocks(*this, toImage());
    }

    // Takes a few rows through all steps, then the next rows; buffers between steps hold just these rows.
    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        const FloatMode mode;
        const ChainProgram& p = chain_->program;
        const bool bytes = isOfBytesOnHost();
        std::optional<HostChain> chain = hostChain(bytes);
        const int64 atOnce = rowsAtOnce(), most = std::min<int64>(atOnce, units);
        std::optional<PixelRows> made, result;
        if (decoder_)
            made.emplace(most, cols_, p.srcDepth, p.srcChannels);
        if (chain && !toImage())
            result.emplace(most, cols_, p.dstDepth, p.dstChannels);
        blocks_.run(*this, planes, units, [&](const StripePlanes& part, int64 count, bool nonTemporal) {
            for (int64 first = 0; first < count; first += atOnce) {
                const StripePlanes block = from(part, first);
                ChainWork work = workOf(block, std::min<int64>(atOnce, count - first));
                if (made) {
                    work.src = made->view;
                    decoder_->run(block, work.src, work.rows);
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
        if (!decoder_) {
            const ChainImageSource source = {planes.in[0], vectorsAligned(planes.in[0], p.srcDepth, units)};
            return kernelTo(source, planes, units);
        }
        return decoder_->interpolates() ? use(decoder_->linearSource(planes, units))
                                        : use(decoder_->format().source(planes.in));
    }

private:
    //! None if the chain leaves its source unchanged, or if ByteValues replace the chain (`bytes`).
    std::optional<HostChain> hostChain(bool bytes) const
    {
        if (!toImage() && (bytes || chain_->program.count == 0))
            return std::nullopt;
        return HostChain(chain_->program, chain_->tables.data(), chain_->loops());
    }

    //! Writes the results of the chain, or, if `bytes`, the ByteValues of its source.
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

    //! Rows that a CPU takes through all steps at once: several of a narrow image.
    int64 rowsAtOnce() const
    {
        const ChainProgram& p = chain_->program;
        const int64 bytes = cols_ * rows_ * depthBytes(p.dstDepth) * p.dstChannels;
        return decoder_ ? rows_ : rows_ * std::max<int64>(1, kBytesAtOnce / bytes);
    }

    bool toImage() const { return !to_ && !tensor_; }

    //! True if each value of the tensor, or image, depends on one byte only.
    bool isOfBytes() const
    {
        const auto isColour = [](int channel) { return channel < 3; };
        const ChainOfBytes* const bytes = !to_ && masking_ == Masking::None ? chain_->ofBytes.get() : nullptr;
        if (!bytes)
            return false;
        return !decoder_ || (decoder_->ofBytes() && !decoder_->interpolates() &&
                             std::all_of(bytes->from(), bytes->from() + chain_->program.dstChannels, isColour));
    }

    //! The same for the planes of a tensor on the CPU, where only larger images win back the time of making ByteValues.
    bool isOfBytesOnHost() const
    {
        return tensor_ && tensor_->shape.values == 1 && masking_ == Masking::None && chain_->ofBytes &&
               cols_ * units_ >= kMinPixelsForBytes;
    }

    KernelRef byteKernel(const StripePlanes& planes, int64 units) const
    {
        const ChainProgram& p = chain_->program;
        const ChainOfBytes& bytes = *chain_->ofBytes;
        const bool aligned = vectorsAligned(planes.out[0], CV_32F, units);
        const ChainTensorSink image = {{planes.out[0]}, true, TensorValue::Float, aligned};
        const ByteKernelWork work = {
            bytes.values(), tensor_ ? tensor_->sink(planes.out, units) : image, p.dstChannels, rows_, cols_, units};
        if (!decoder_)
            return makeByteKernel(ByteImageSource(planes.in[0], p.srcChannels, units, bytes.from()), work,
                                  accesses(planes, units));
        const YuvPlaces places(decoder_->packing(), planes.in);
        return makeByteKernel(ByteYuvSource(places, decoder_->format().formulas.ofBytes, bytes.from()), work,
                              accesses(planes, units));
    }

    //! The kernel of a chain that begins in a format.
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
        if (!chain_->program.wide)
            return kernelBy<NarrowChainYuvBody<Source, Sink>>(source, sink, planes, units);
        return kernelBy<WideChainYuvBody<Source, Sink>>(source, sink, planes, units);
    }

    template <class Body, class Source, class Sink>
    KernelRef kernelBy(const Source& source, const Sink& sink, const StripePlanes& planes, int64 units) const
    {
        Body body;
        body.source = source;
        body.sink = sink;
        body.second = workOf(planes, units).second;
        body.secondAligned = vectorsAligned(body.second, chain_->program.secondDepth, units);
        body.rows = rows_;
        body.cols = cols_;
        body.lastRow = units - 1;
        body.program = chain_->program;
        const int64 items = (cols_ + body.kPixels - 1) / body.kPixels;
        KernelRef kernel = chainKernelOf(body, *chain_, items, (units + rows_ - 1) / rows_, accesses(planes, units));
        if (!fromFirst_)
            kernel.setCode(nullptr, nullptr);
        return kernel;
    }

    const std::shared_ptr<const LoweredChain> chain_;
    const Masking masking_;
    const bool fromFirst_;  //!< the source is what the chain begins with, for which its code was compiled
    std::optional<ChainDecoder> decoder_;
    std::optional<ToYuv> to_;
    std::optional<ToTensor> tensor_;
    int srcPlanes_ = 1;
    int rows_ = 1;  //!< that share chroma, of either format
    NonTemporalBlocks blocks_{0};
};

}  // namespace

std::unique_ptr<StripeOp> makeFormatChainOp(const Chain& chain, std::shared_ptr<const LoweredChain> lowered, Size size,
                                            Masking masking, int granule, bool decodes)
{
    return std::make_unique<ChainYuvOp>(chain, std::move(lowered), size, masking, granule, decodes);
}

}}  // namespace cv::cudastripe
