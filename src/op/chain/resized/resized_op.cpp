// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation of a chain that resizes: the picture is decoded, if it is one of YUV, then resized and placed on a
// larger image, then goes through the steps.

#include "resized_op.hpp"

#include <optional>

#include "../../resize/resizer.hpp"
#include "border.hpp"
#include "decoding_resizer.hpp"
#include "padded_part.hpp"
#include "row_memory.hpp"
#include "tensor_resizer.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kFewRows = 0.75;  //!< the most rows needed, as a fraction of those from the first to the last
//! The cost of decoding a pixel for each tap, relative to decoding it once with its row. By taps and by rows,
//! INTER_LINEAR of NV12 on an H200 takes 9 and 20 us from 4K to 640 x 360, and 59 and 75 us from 8K to 1080p.
constexpr double kCostOfATap = 2;

class ResizedChainOp final : public StripeOp
{
public:
    //! `type`: of the pixels; `steps`: null if there are none.
    ResizedChainOp(const Chain& chain, std::shared_ptr<const LoweredChain> lowered, const ChainPicture& picture,
                   int type, std::unique_ptr<Resizer> resizer, std::unique_ptr<StripeOp> steps, int granule)
        : StripeOp(picture.result.width, picture.result.height, granule),
          picture_(picture),
          pixelBytes_(static_cast<int64>(CV_ELEM_SIZE(type))),
          resizer_(std::move(resizer)),
          steps_(std::move(steps)),
          rows_(picture_, resizer_->tables().rows(), pixelBytes_)
    {
        hasPasses_ = true;
        if (picture_.hasBorder())
            border_.emplace(picture_, type);
        inputs_ = resizer_->inputs();
        inputs_[0].spans = &rows_.spans();
        beginWithPixels(chain, type);
        onlyCuts_ = steps_ && pictureRows_ && keepsPixels();
        addPlanes();
        if (lowered && chain.endsInTensor() && !padded_ &&
            TensorResizer::takes(*lowered, resizer_->method(), chain.beginsInYuv()))
            tensorResizer_.emplace(*this, picture_, rows_, *resizer_, decoding(), lowered,
                                   ToTensor(chain, lowered->program.dstChannels));
        addCosts();
    }

    // Takes a few rows of the result through all passes, then the next rows.
    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        RowMemory decoded(picture_.source.width, pixelBytes_), resized(cols_, pixelBytes_);
        const int64 most = rowsAtOnce();
        for (int64 first = 0; first < units; first += most) {
            const StripePlanes block = from(planes, first);
            const int64 rows = std::min(most, units - first);
            const PlaneView source = pictureRows_ ? makePixels(block, rows, decoded) : block.in[0];
            const PlaneView result = onlyCuts_ ? source : steps_ ? resized.of(rows) : block.out[0];
            if (!onlyCuts_)
                resize(block, source, result, rows);
            if (steps_)
                steps_->hostRun(behindResizing(block, result), rows);
        }
    }

    KernelRef kernel(const StripePlanes&, int64) const override
    {
        CV_Error(Error::StsInternal, "cudastripe: each pass has a kernel of its own");
    }

    PlaneSpecs between(bool readsHost) const override
    {
        PlaneSpecs planes;
        if (hasOnePass(readsHost))
            return planes;
        if (pictureRows_ && !decodesWhereNeeded(readsHost))
            planes = pictureRows_->between(readsHost);
        if (steps_ && !onlyCuts_)
            planes.push_back(plane(pixelBytes_));
        return planes;
    }

    void forEachPass(const StripePlanes& planes, int64 units, const UsePass& use) const override
    {
        if (hasOnePass(planes.readsHost))
            return use({true, true, 0}, *tensorResizer_, planes, units);
        const PlaneView* between = planes.between;
        const bool makesPixels = pictureRows_ && !decodesWhereNeeded(planes.readsHost);
        const PlacedRows::Part resized = rows_.partOf(planes.first, units);
        const bool resizes = !onlyCuts_ && resized.rows > 0;
        size_t left = size_t(border_.has_value()) + size_t(resizes) + size_t(steps_ != nullptr);
        const auto pass = [&](bool reads, bool writes, const StripeOp& op, const StripePlanes& own, int64 count) {
            use({reads, writes, --left}, op, own, count);
        };
        StripePlanes own = planes;
        if (makesPixels) {
            PictureRows::Blocks blocks = pictureRows_->blocksFor(planes, units);
            blocks.planes.readsHost = planes.readsHost;
            blocks.planes.out[0] = *between++;
            for (size_t i = 0; i < pixels().op().between(planes.readsHost).size(); ++i)
                blocks.planes.between[i] = *between++;
            pixels().op().forEachPass(blocks.planes, blocks.rows,
                                      [&](const Pass& each, const StripeOp& op, const StripePlanes& of, int64 count) {
                                          use({each.reads, false, each.left + left}, op, of, count);
                                      });
            own.in[0] = pictureRows_->partOf(blocks.planes.out[0], planes.first, blocks.planes.first);
        }
        const PlaneView result = onlyCuts_ ? own.in[0] : steps_ ? *between : planes.out[0];
        if (border_)
            pass(false, !steps_, *border_, resizing(planes, own.in[0], result), units);
        if (resizes) {
            own.out[0] = result;
            if (pictureRows_ && !makesPixels)
                pass(true, !steps_, *decodingResizer_, own, units);
            else
                pass(!makesPixels, !steps_, *resizer_, resized.of(own), resized.rows);
        }
        if (steps_)
            pass(steps_->inputs().size() > 1, true, *steps_, behindResizing(planes, result), units);
    }

private:
    //! Adds the planes of the steps.
    void addPlanes()
    {
        sourcePlanes_ = inputs_.size();
        if (!steps_) {
            outputs_.push_back(plane(pixelBytes_));
            return;
        }
        for (size_t i = 1; i < steps_->inputs().size(); ++i)
            inputs_.push_back(ofUnits(*steps_, steps_->inputs()[i]));
        for (size_t i = 0; i < steps_->outputs().size(); ++i)
            outputs_.push_back(ofUnits(*steps_, steps_->outputs()[i]));
    }

    bool keepsPixels() const
    {
        const ResizeSizes& sizes = picture_.sizes;
        return picture_.resampling->interpolation() == INTER_NEAREST && sizes.result == sizes.source &&
               sizes.result == picture_.result && !picture_.hasBorder();
    }

    //! Begins with pixels that are no image of the caller.
    void beginWithPixels(const Chain& chain, int type)
    {
        if (picture_.padded)
            padded_.emplace(chain, *picture_.padded, type);
        else if (chain.beginsInYuv())
            decoder_.emplace(chain, picture_.source, type, picture_.sourceGranule);
        else
            return;
        const RowSpans& rows = rows_.spans();
        pictureRows_.emplace(pixels(), picture_, rows, pixelBytes_);
        inputs_ = pictureRows_->planes();
        const double spanned = double(rows.end(rows.results - 1) - rows.begin(0));
        const double taps = double(resizer_->tables().across().width) * rows.taps * double(picture_.sizes.made.area());
        if (padded_ || !resizer_->method().readsFew() || double(rows.needed) > kFewRows * spanned)
            return;
        decodingResizer_.emplace(*decoder_, picture_, *pictureRows_, rows_, *resizer_, type);
        fewTaps_ = taps * kCostOfATap < spanned * picture_.source.width;
    }

    //! What pictureRows_ has rows of.
    const PictureSource& pixels() const
    {
        if (padded_)
            return *padded_;
        return *decoder_;
    }

    TensorResizer::Decoding decoding() const
    {
        return {decoder_ ? &*decoder_ : nullptr, decoder_ ? &*pictureRows_ : nullptr};
    }

    //! True if tensorResizer_ does all.
    bool hasOnePass(bool readsHost) const
    {
        return tensorResizer_ && (!decoder_ || (!decoder_->interpolates() && decodesWhereNeeded(readsHost)));
    }

    bool decodesWhereNeeded(bool readsHost) const { return decodingResizer_ && (readsHost || fewTaps_); }

    void addCosts()
    {
        double hostTime = 0, kernelTime = 0;
        const auto add = [&](const StripeOp& op, double part) {
            const double bytes = op.bytes(op.units()) * part;
            hostTime += op.hostCost() * bytes;
            kernelTime += op.kernelCost() * bytes;
            sameBits_ = sameBits_ && op.sameBits();
        };
        if (pictureRows_)
            add(pixels().op(), double(rows_.spans().needed) / picture_.source.height);
        add(*resizer_, 1);
        if (steps_) {
            add(*steps_, 1);
            inUse_ = steps_->inUse();
        }
        hostCost_ = hostTime / bytes(units_);
        kernelCost_ = kernelTime / bytes(units_);
    }

    //! The plane of a pass as a plane of this operation, whose granule may be larger.
    PlaneSpec ofUnits(const StripeOp& op, PlaneSpec plane) const
    {
        plane.rowsPerGranule *= granule_ / op.granule();
        return plane;
    }

    // Rows of the source are decoded and summed again where one piece ends and the next begins, so pieces are as large
    // as caches allow.
    int64 rowsAtOnce() const
    {
        constexpr double kMostBytes = 1 << 20;
        const double decoded = pictureRows_ ? double(rows_.spans().needed) * picture_.source.width : 0;
        const double bytes = (decoded / picture_.result.height + picture_.result.width) * double(pixelBytes_);
        return granule_ * std::max<int64>(1, static_cast<int64>(kMostBytes / bytes) / granule_);
    }

    //! Makes the pixels that rows of the result need, on the calling thread; gives the part that is resized.
    PlaneView makePixels(const StripePlanes& planes, int64 rows, RowMemory& memory) const
    {
        const PictureRows::Blocks blocks = pictureRows_->blocksFor(planes, rows);
        const PlaneView made = memory.of(blocks.rows);
        pictureRows_->make(planes, rows, blocks, made);
        return pictureRows_->partOf(made, planes.first, blocks.planes.first);
    }

    //! Makes rows of the result from the source, on the calling thread.
    void resize(const StripePlanes& planes, const PlaneView& source, const PlaneView& result, int64 rows) const
    {
        const StripePlanes own = resizing(planes, source, result);
        const PlacedRows::Part resized = rows_.partOf(planes.first, rows);
        if (border_)
            border_->hostRun(own, rows);
        if (resized.rows > 0)
            resizer_->hostRun(resized.of(own), resized.rows);
    }

    static StripePlanes resizing(const StripePlanes& planes, const PlaneView& source, const PlaneView& result)
    {
        StripePlanes own = planes;
        own.in[0] = source;
        own.out[0] = result;
        return own;
    }

    StripePlanes behindResizing(const StripePlanes& planes, const PlaneView& pixels) const
    {
        StripePlanes own = planes;
        own.in[0] = pixels;
        for (size_t i = 1; i < steps_->inputs().size(); ++i)
            own.in[i] = planes.in[sourcePlanes_ + i - 1];
        return own;
    }

    const ChainPicture picture_;
    const int64 pixelBytes_;
    const std::unique_ptr<Resizer> resizer_;
    const std::unique_ptr<StripeOp> steps_;
    const PlacedRows rows_;
    std::optional<BorderOp> border_;
    std::optional<ChainDecoder> decoder_;
    std::optional<PaddedPart> padded_;
    std::optional<PictureRows> pictureRows_;
    std::optional<DecodingResizer> decodingResizer_;
    std::optional<TensorResizer> tensorResizer_;
    size_t sourcePlanes_ = 0;
    bool onlyCuts_ = false;  //!< the steps get decoded pixels as they are
    bool fewTaps_ = false;   //!< decoding pixels by taps costs less than decoding rows, also from device memory
};

}  // namespace

std::unique_ptr<StripeOp> makeResizedChainOp(const Chain& chain, std::shared_ptr<const LoweredChain> lowered,
                                             const ChainPicture& picture, int type, int granule,
                                             const MakeSteps& makeSteps)
{
    auto resizer = makeResizer(*picture.resampling, picture.sizes, type);
    granule *= (resizer->granule() + granule - 1) / granule;
    return std::make_unique<ResizedChainOp>(chain, std::move(lowered), picture, type, std::move(resizer),
                                            makeSteps(granule), granule);
}

}}  // namespace cv::cudastripe
