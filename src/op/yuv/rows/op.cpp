// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operations on YUV formats: from pixels, to pixels, and from one format to another one.

#include "../op.hpp"

#include "../../non_temporal_blocks.hpp"
#include "../kernels.hpp"
#include "../linear_body.hpp"
#include "../planes.hpp"
#include "../shuffle_body.hpp"
#include "rows.hpp"

namespace cv { namespace cudastripe {
namespace {

//! What all operations on YUV formats share.
class YuvRowsOp : public StripeOp
{
public:
    YuvRowsOp(const YuvFormat& format, Size size, int channels, int granule)
        : StripeOp(size.width, size.height, granule),
          layout_(static_cast<int>(format.layout())),
          packing_(packingOf(layout_)),
          channels_(channels)
    {
        CV_Assert(packing_.takes(size.width) && granule % packing_.rows == 0);
    }

    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        blocks_.run(*this, planes, units, [&](const StripePlanes& part, int64 count, bool nonTemporal) {
            runRows(part, {part.in, part.out, cols_, count, channels_, nonTemporal});
        });
    }

protected:
    virtual void runRows(const StripePlanes& part, const YuvRows& rows) const = 0;

    void begin(double hostCost, const PlaneSpecs& inputs, const PlaneSpecs& outputs)
    {
        hostCost_ = hostCost;
        inputs_ = inputs;
        outputs_ = outputs;
        blocks_ = NonTemporalBlocks(*this);
    }

    template <class T>
    PlaneSpecs pixels() const
    {
        PlaneSpecs specs;
        specs.push_back(plane(channels_ * int64(sizeof(T))));
        return specs;
    }

    int layout_;
    const YuvPacking& packing_;
    int channels_;  //!< of the pixels
    NonTemporalBlocks blocks_{0};
};

template <class T>
class YuvOp final : public YuvRowsOp
{
public:
    YuvOp(const YuvFormat& format, ChannelOrder order, Size size, int channels, int granule)
        : YuvRowsOp(format, size, channels, granule), formula_(formulaOf<T>(format, order, packing_))
    {
        begin(1.5, pixels<T>(), yuvPlanes(packing_, size.width, sizeof(T), granule));
    }

    std::unique_ptr<StripeOp> staged() const override
    {
        if (channels_ == 3 || sizeof(T) > 1)
            return nullptr;
        auto op = std::make_unique<YuvOp>(*this);
        op->channels_ = 3;
        op->inputs_[0] = plane(3);
        return op;
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        const auto make = channels_ == 3 ? &makeYuvKernel<YuvKernels<T, 3>> : &makeYuvKernel<YuvKernels<T, 4>>;
        return make(layout_, {formula_, planes.in, planes.out, cols_, units}, accesses(planes, units));
    }

private:
    void runRows(const StripePlanes&, const YuvRows& rows) const override { convertYuvRows(formula_, packing_, rows); }

    YuvFormula<T> formula_;
};

// StripeOp::hostCost() of 1920 x 1080 pixels against a copy past the caches, on an EPYC with AVX-512: 1.6 to 3 if luma
// lies apart or beside halved chroma, 2.7 to 4 for three samples a pixel, 25 to 75 without vectors.
double costOf(const YuvPacking& packing)
{
    return packing.cols > 2 ? 30 : packing.planes[0].length == 3 ? 3 : 2;
}

template <class Sample, class Value>
class YuvDecodeOp final : public YuvRowsOp
{
public:
    YuvDecodeOp(const YuvFormat& format, ChannelOrder order, Size size, int channels, int granule)
        : YuvRowsOp(format, size, channels, granule), formula_(decodeFormulaOf<Sample, Value>(format, order))
    {
        begin(costOf(packing_), yuvPlanes(packing_, size.width, sizeof(Sample), granule), pixels<Value>());
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        const auto make = channels_ == 3   ? &makeYuvKernel<YuvDecodeKernels<Sample, Value, 3>>
                          : channels_ == 4 ? &makeYuvKernel<YuvDecodeKernels<Sample, Value, 4>>
                                           : &makeYuvKernel<YuvDecodeKernels<Sample, Value, 1>>;
        return make(layout_, {formula_, planes.in, planes.out, cols_, units}, accesses(planes, units));
    }

private:
    void runRows(const StripePlanes&, const YuvRows& rows) const override { decodeYuvRows(formula_, packing_, rows); }

    YuvDecodeFormula<Sample, Value> formula_;
};

template <class Sample, class Value>
class YuvLinearOp final : public YuvRowsOp
{
public:
    using Work = YuvLinearWork<Sample, Value>;

    YuvLinearOp(const YuvFormat& format, ChannelOrder order, Size size, int channels, int granule)
        : YuvRowsOp(format, size, channels, granule)
    {
        // 9 to 15 on one thread of AVX-512, against a copy past the caches.
        constexpr double cost = 12;
        work_.formula = decodeFormulaOf<Sample, Value>(format, order);
        work_.across = ChromaSpan::of(packing_.cols, format.siting() == ChromaSiting::Center);
        work_.down = ChromaSpan::of(packing_.rows, format.siting() != ChromaSiting::TopLeft);
        work_.cols = static_cast<unsigned>(size.width);
        work_.channels = channels;
        PlaneSpecs planes = yuvPlanes(packing_, size.width, sizeof(Sample), granule);
        for (int p = 0; p < packing_.planeCount; ++p)
            addPlane(p, planes[static_cast<size_t>(p)]);
        begin(cost, planes, pixels<Value>());
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        const YuvLinearBody<Sample, Value> body(workOn(planes, units), units);
        return KernelRef(body, body.items(), (units + packing_.rows - 1) / packing_.rows, accesses(planes, units));
    }

    Work workOn(const StripePlanes& planes, int64 units) const
    {
        Work work = work_;
        for (int kind = 0; kind < kSampleKinds; ++kind) {
            const PlaneView& view = planes.in[planeOf_[kind]];
            const RowsRead read = rowsRead(inputs_[static_cast<size_t>(planeOf_[kind])], planes.first, units);
            work.in[kind] = view.from(-read.above);
            if (kind != LumaSample) {
                work.chromaAbove = static_cast<int>(read.above);
                work.lastChroma = static_cast<int>(read.count) - 1;
            }
        }
        work.dst = planes.out[0];
        return work;
    }

private:
    void runRows(const StripePlanes& part, const YuvRows& rows) const override
    {
        linearYuvRows(workOn(part, rows.rows), rows.rows, rows.nonTemporal);
    }

    void addPlane(int number, PlaneSpec& spec)
    {
        const PlanePacking& plane = packing_.planes[number];
        for (int kind = 0; kind < kSampleKinds; ++kind) {
            if (plane.count[kind] == 0)
                continue;
            planeOf_[kind] = number;
            work_.patterns[kind] = SamplePattern::of(plane, SampleKind(kind));
        }
        if (packing_.rows > 1 && !plane.luma) {
            spec.rowsAbove = work_.down.centred ? 1 : 0;
            spec.rowsBelow = 1;
        }
    }

    Work work_;
    int planeOf_[kSampleKinds];
};

template <class Src, class Dst>
class YuvShuffleOp final : public YuvRowsOp
{
public:
    YuvShuffleOp(const YuvFormat& from, const YuvFormat& to, Size size, int granule)
        : YuvRowsOp(to, size, 0, granule), formula_{yuvShuffleOf(from, to)}, from_(layoutToShuffle(from, to))
    {
        CV_Assert(packingOf(from_).takes(size.width) && granule % packingOf(from_).rows == 0);
        // 8K frames on one thread, in units of a copy's time: I420 to NV12 0.7, YUY2 to NV12 3.6, to packed 4:4:4 6.
        begin(2, yuvPlanes(packingOf(from_), size.width, sizeof(Src), granule),
              yuvPlanes(packing_, size.width, sizeof(Dst), granule));
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        using Body = YuvShuffleBody<Src, Dst>;
        const YuvPacking& from = packingOf(from_);
        Body body;
        body.formula = formula_;
        std::copy(planes.in, planes.in + YuvPacking::kMaxPlanes, body.in);
        std::copy(planes.out, planes.out + YuvPacking::kMaxPlanes, body.out);
        body.from = kernelLayout(from_);
        body.to = kernelLayout(layout_);
        body.rows = std::max(from.rows, packing_.rows);
        body.cols = static_cast<unsigned>(cols_);
        body.lastRow = static_cast<unsigned>(units - 1);
        body.wide = wordsAligned<Src>(from, Body::kPixels, planes.in, units) &&
                    wordsAligned<Dst>(packing_, Body::kPixels, planes.out, units);
        return KernelRef(body, Body::items(cols_), (units + body.rows - 1) / body.rows, accesses(planes, units));
    }

private:
    void runRows(const StripePlanes&, const YuvRows& rows) const override
    {
        shuffleYuvRows(formula_, packingOf(from_), packing_, rows);
    }

    YuvShuffleFormula<Src, Dst> formula_;
    int from_;
};

template <template <class Sample, class Value> class Op>
std::unique_ptr<StripeOp> makeToPixels(const YuvFormat& format, ChannelOrder order, Size size, int depth, int channels,
                                       int granule)
{
    CV_Assert(depth == CV_8U || (depth == CV_16U && format.depth() > 8));
    if (format.depth() == 8)
        return std::make_unique<Op<uchar, uchar>>(format, order, size, channels, granule);
    if (depth == CV_16U)
        return std::make_unique<Op<ushort, ushort>>(format, order, size, channels, granule);
    return std::make_unique<Op<ushort, uchar>>(format, order, size, channels, granule);
}

}  // namespace

std::unique_ptr<StripeOp> makeYuvOp(const YuvFormat& format, ChannelOrder order, Size size, int channels, int granule)
{
    CV_Assert(channels == 3 || channels == 4);
    if (format.depth() == 8)
        return std::make_unique<YuvOp<uchar>>(format, order, size, channels, granule);
    return std::make_unique<YuvOp<ushort>>(format, order, size, channels, granule);
}

std::unique_ptr<StripeOp> makeYuvDecodeOp(const YuvFormat& format, ChannelOrder order, Size size, int depth,
                                          int channels, int granule)
{
    CV_Assert(channels == 3 || channels == 4 || (channels == 1 && format.planes() == 1 && format.depth() == 8));
    return makeToPixels<YuvDecodeOp>(format, order, size, depth, channels, granule);
}

bool spreadsChroma(const YuvFormat& format)
{
    const YuvPacking& packing = packingOf(static_cast<int>(format.layout()));
    return packing.chroma && packing.cols * packing.rows > 1;
}

std::unique_ptr<StripeOp> makeYuvLinearOp(const YuvFormat& format, ChannelOrder order, Size size, int depth,
                                          int channels, int granule)
{
    CV_Assert(spreadsChroma(format) && (channels == 3 || channels == 4));
    return makeToPixels<YuvLinearOp>(format, order, size, depth, channels, granule);
}

template <class T>
YuvLinearWork<T, T> linearWork(const StripeOp& op, const StripePlanes& planes, int64 units)
{
    return static_cast<const YuvLinearOp<T, T>&>(op).workOn(planes, units);
}

template YuvLinearWork<uchar, uchar> linearWork(const StripeOp&, const StripePlanes&, int64);
template YuvLinearWork<ushort, ushort> linearWork(const StripeOp&, const StripePlanes&, int64);

std::unique_ptr<StripeOp> makeYuvShuffleOp(const YuvFormat& from, const YuvFormat& to, Size size, int granule)
{
    CV_Assert(sameColours(from, to));
    if (from.depth() == 8 && to.depth() == 8)
        return std::make_unique<YuvShuffleOp<uchar, uchar>>(from, to, size, granule);
    if (from.depth() == 8)
        return std::make_unique<YuvShuffleOp<uchar, ushort>>(from, to, size, granule);
    if (to.depth() == 8)
        return std::make_unique<YuvShuffleOp<ushort, uchar>>(from, to, size, granule);
    return std::make_unique<YuvShuffleOp<ushort, ushort>>(from, to, size, granule);
}

}}  // namespace cv::cudastripe
