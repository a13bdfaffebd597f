// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation of a chain that resizes: the picture is decoded, if it is one of YUV, then resized, then goes through
// the steps.

#include "resized_op.hpp"

#include <optional>

#include "../../resize/resizer.hpp"
#include "picture_rows.hpp"
#include "resized_body.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kFewRows = 0.75;  //!< of those from the first to the last that is needed
//! To decode a pixel for a tap, relative to decoding it with its row: 20 to 50 ps and 2.5 ps, from NV12 of 4K and 8K by
//! INTER_LINEAR on an H200.
constexpr double kCostOfATap = 12;

//! Memory of a thread for rows between two passes.
class Rows
{
public:
    Rows(int64 cols, int64 pixelBytes) : rowBytes_(cols * pixelBytes) {}

    PlaneView of(int64 rows)
    {
        const auto bytes = static_cast<size_t>(rows * rowBytes_);
        if (bytes > size_)
            memory_.reset(new uchar[size_ = bytes]);
        return {memory_.get(), rowBytes_, rowBytes_};
    }

private:
    const int64 rowBytes_;
    std::unique_ptr<uchar[]> memory_;
    size_t size_ = 0;
};

class ResizedChainOp final : public StripeOp
{
public:
    //! `type`: of the pixels; `steps`: null if there are none.
    ResizedChainOp(const Chain& chain, const ChainPicture& picture, int type, std::unique_ptr<Resizer> resizer,
                   std::unique_ptr<StripeOp> steps, int granule)
        : StripeOp(picture.result.width, picture.result.height, granule),
          picture_(picture),
          pixelBytes_(static_cast<int64>(CV_ELEM_SIZE(type))),
          channels_(CV_MAT_CN(type)),
          resizer_(std::move(resizer)),
          steps_(std::move(steps))
    {
        hasPasses_ = true;
        inputs_ = resizer_->inputs();
        if (chain.beginsInYuv())
            beginInYuv(chain, type);
        onlyCuts_ = steps_ && decoder_ && picture_.resampling->interpolation() == INTER_NEAREST &&
                    picture_.part.size() == picture_.result;
        sourcePlanes_ = inputs_.size();
        for (size_t i = 1; steps_ && i < steps_->inputs().size(); ++i)
            inputs_.push_back(ofUnits(*steps_, steps_->inputs()[i]));
        const StripeOp& last = steps_ ? *steps_ : *resizer_;
        for (const PlaneSpec& plane : last.outputs())
            outputs_.push_back(ofUnits(last, plane));
        addCosts();
    }

    // Makes a few rows of the result through all passes, then the next.
    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        Rows decoded(picture_.source.width, pixelBytes_), resized(cols_, pixelBytes_);
        const int64 most = rowsAtOnce();
        for (int64 first = 0; first < units; first += most) {
            const StripePlanes block = from(planes, first);
            const int64 rows = std::min(most, units - first);
            const PlaneView source = decoder_ ? decode(block, rows, decoded) : block.in[0];
            const PlaneView result = onlyCuts_ ? source : steps_ ? resized.of(rows) : block.out[0];
            if (!onlyCuts_)
                resizer_->hostRun(resizing(block, source, result), rows);
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
        if (decoder_ && !decodesWhereNeeded(readsHost))
            planes.push_back(pictureRows_->pixels());
        if (steps_ && !onlyCuts_)
            planes.push_back(plane(pixelBytes_));
        return planes;
    }

    void forEachPass(const StripePlanes& planes, int64 units, const UsePass& use) const override
    {
        const PlaneView* between = planes.between;
        const bool decodes = decoder_ && !decodesWhereNeeded(planes.readsHost);
        size_t left = size_t(decodes) + size_t(!onlyCuts_) + size_t(steps_ != nullptr);
        bool first = true;
        const auto pass = [&](const StripeOp& op, const StripePlanes& own, int64 count) {
            use({std::exchange(first, false), --left}, op, own, count);
        };
        StripePlanes own = planes;
        if (decodes) {
            PictureRows::Blocks blocks = pictureRows_->blocksFor(planes, units);
            blocks.planes.out[0] = *between++;
            pass(decoder_->op(), blocks.planes, blocks.rows);
            own.in[0] = pictureRows_->partOf(blocks.planes.out[0], planes.first, blocks.planes.first);
        }
        if (!onlyCuts_) {
            own.out[0] = steps_ ? *between : planes.out[0];
            pass(decoder_ && !decodes ? *decodingResizer_ : static_cast<const StripeOp&>(*resizer_), own, units);
        }
        if (steps_)
            pass(*steps_, behindResizing(planes, onlyCuts_ ? own.in[0] : own.out[0]), units);
    }

private:
    //! Decodes each pixel where it is needed: most rows of the source are not read at all.
    class DecodingResizer final : public StripeOp
    {
    public:
        explicit DecodingResizer(const ResizedChainOp& all)
            : StripeOp(all.picture_.result.width, all.picture_.result.height, 1), all_(all)
        {
            inputs_ = all.inputs_;
            outputs_.push_back(plane(all.pixelBytes_));
        }

        void hostRun(const StripePlanes&, int64) const override
        {
            CV_Error(Error::StsInternal, "cudastripe: CPUs decode rows");
        }

        KernelRef kernel(const StripePlanes& planes, int64 units) const override
        {
            const PictureRows::Blocks blocks = all_.pictureRows_->blocksFor(planes, units);
            const ChainDecoder& decoder = *all_.decoder_;
            const ResizeTables& tables = all_.resizer_->tables();
            const Rect& part = all_.picture_.part;
            YuvResizeBody body;
            body.pixels = {decoder.interpolates(), {}, decoder.format().formulas, {}, {}};
            body.pixels.part = {part.x, part.y - static_cast<int>(blocks.planes.first), part.height - 1};
            if (decoder.interpolates())
                body.pixels.linear = decoder.linearSource(blocks.planes, blocks.rows);
            else
                body.pixels.places = YuvPlaces(decoder.packing(), blocks.planes.in);
            body.method = all_.resizer_->method();
            body.across = tables.across();
            body.down = tables.down();
            body.table = tables.data();
            body.dst = planes.out[0];
            body.firstResult = static_cast<int>(planes.first);
            body.channels = all_.channels_;
            KernelRef kernel(body, cols_, units, accesses(planes, units));
            kernel.setManyImages(tables.memory());
            return kernel;
        }

    private:
        const ResizedChainOp& all_;
    };

    void beginInYuv(const Chain& chain, int type)
    {
        decoder_.emplace(chain, picture_.source, type, picture_.sourceGranule);
        pictureRows_.emplace(*decoder_, picture_, resizer_->tables().rows(), pixelBytes_);
        inputs_ = pictureRows_->planes();
        const RowSpans& rows = resizer_->tables().rows();
        const double spanned = double(rows.end(rows.results - 1) - rows.begin(0));
        const double taps = double(resizer_->tables().across().width) * rows.taps * double(picture_.result.area());
        if (!resizer_->method().readsFew() || double(rows.needed) > kFewRows * spanned)
            return;
        decodingResizer_.emplace(*this);
        fewTaps_ = taps * kCostOfATap < spanned * picture_.source.width;
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
        if (decoder_)
            add(decoder_->op(), double(resizer_->tables().rows().needed) / picture_.source.height);
        add(*resizer_, 1);
        if (steps_) {
            add(*steps_, 1);
            inUse_ = steps_->inUse();
        }
        hostCost_ = hostTime / bytes(units_);
        kernelCost_ = kernelTime / bytes(units_);
    }

    //! The plane of a pass, as one of this operation.
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
        const double decoded = decoder_ ? double(resizer_->tables().rows().needed) * picture_.source.width : 0;
        const double bytes = (decoded / picture_.result.height + picture_.result.width) * double(pixelBytes_);
        return granule_ * std::max<int64>(1, static_cast<int64>(kMostBytes / bytes) / granule_);
    }

    //! Decodes what rows of the result need, on the calling thread; gives the part that is resized.
    PlaneView decode(const StripePlanes& planes, int64 rows, Rows& memory) const
    {
        const PictureRows::Blocks blocks = pictureRows_->blocksFor(planes, rows);
        const PlaneView pixels = memory.of(blocks.rows);
        pictureRows_->decode(planes, rows, blocks, pixels);
        return pictureRows_->partOf(pixels, planes.first, blocks.planes.first);
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
    const int channels_;
    const std::unique_ptr<Resizer> resizer_;
    const std::unique_ptr<StripeOp> steps_;
    std::optional<ChainDecoder> decoder_;
    std::optional<PictureRows> pictureRows_;
    std::optional<DecodingResizer> decodingResizer_;
    size_t sourcePlanes_ = 0;
    bool onlyCuts_ = false;  //!< the steps see decoded pixels as they are
    bool fewTaps_ = false;   //!< decoding them costs less than decoding all rows, also in device memory
};

}  // namespace

std::unique_ptr<StripeOp> makeResizedChainOp(const Chain& chain, const ChainPicture& picture, int type, int granule,
                                             const MakeSteps& makeSteps)
{
    auto resizer = makeResizer(*picture.resampling, sizesOf(picture.part.size(), picture.result), type);
    granule *= (resizer->granule() + granule - 1) / granule;
    return std::make_unique<ResizedChainOp>(chain, picture, type, std::move(resizer), makeSteps(granule), granule);
}

}}  // namespace cv::cudastripe
