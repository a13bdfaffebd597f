// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation that converts a YUV format to colours and interpolates chroma.

#include "op.hpp"

#include "../../kernel_ref.hpp"
#include "../../non_temporal_blocks.hpp"
#include "../planes.hpp"
#include "body.hpp"
#include "rows.hpp"

namespace cv { namespace cudastripe {
namespace {

template <class Sample, class Value>
class YuvLinearOp final : public StripeOp
{
public:
    using Work = YuvLinearWork<Sample, Value>;

    YuvLinearOp(const YuvFormat& format, ChannelOrder order, Size size, int channels, int granule)
        : StripeOp(size.width, size.height, granule), packing_(packingOf(static_cast<int>(format.layout())))
    {
        // 9 to 15 on one thread of AVX-512, against a copy past the caches.
        hostCost_ = 12;
        work_.formula = decodeFormulaOf<Sample, Value>(format, order);
        work_.across = ChromaSpan::of(packing_.cols, format.siting() == ChromaSiting::Center);
        work_.down = ChromaSpan::of(packing_.rows, format.siting() != ChromaSiting::TopLeft);
        work_.cols = static_cast<unsigned>(size.width);
        work_.channels = channels;
        inputs_ = yuvPlanes(packing_, size.width, sizeof(Sample), granule);
        for (int p = 0; p < packing_.planeCount; ++p)
            addPlane(p);
        outputs_.push_back(plane(channels * int64(sizeof(Value))));
        blocks_ = NonTemporalBlocks(*this);
    }

    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        blocks_.run(*this, planes, units, [&](const StripePlanes& part, int64 count, bool nonTemporal) {
            linearYuvRows(workOn(part, count), count, nonTemporal);
        });
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
    void addPlane(int number)
    {
        const PlanePacking& plane = packing_.planes[number];
        for (int kind = 0; kind < kSampleKinds; ++kind) {
            if (plane.count[kind] == 0)
                continue;
            planeOf_[kind] = number;
            work_.patterns[kind] = SamplePattern::of(plane, SampleKind(kind));
        }
        if (packing_.rows > 1 && !plane.luma) {
            inputs_[static_cast<size_t>(number)].rowsAbove = work_.down.centred ? 1 : 0;
            inputs_[static_cast<size_t>(number)].rowsBelow = 1;
        }
    }

    const YuvPacking& packing_;
    Work work_;
    int planeOf_[kSampleKinds];
    NonTemporalBlocks blocks_{0};
};

}  // namespace

bool spreadsChroma(const YuvFormat& format)
{
    const YuvPacking& packing = packingOf(static_cast<int>(format.layout()));
    return packing.chroma && packing.cols * packing.rows > 1;
}

std::unique_ptr<StripeOp> makeYuvLinearOp(const YuvFormat& format, ChannelOrder order, Size size, int depth,
                                          int channels, int granule)
{
    const YuvPacking& packing = packingOf(static_cast<int>(format.layout()));
    CV_Assert(spreadsChroma(format) && (channels == 3 || channels == 4));
    CV_Assert(packing.takes(size.width) && granule % packing.rows == 0);
    CV_Assert(depth == CV_8U || (depth == CV_16U && format.depth() > 8));
    if (format.depth() == 8)
        return std::make_unique<YuvLinearOp<uchar, uchar>>(format, order, size, channels, granule);
    if (depth == CV_16U)
        return std::make_unique<YuvLinearOp<ushort, ushort>>(format, order, size, channels, granule);
    return std::make_unique<YuvLinearOp<ushort, uchar>>(format, order, size, channels, granule);
}

template <class T>
YuvLinearWork<T, T> linearWork(const StripeOp& op, const StripePlanes& planes, int64 units)
{
    return static_cast<const YuvLinearOp<T, T>&>(op).workOn(planes, units);
}

template YuvLinearWork<uchar, uchar> linearWork(const StripeOp&, const StripePlanes&, int64);
template YuvLinearWork<ushort, ushort> linearWork(const StripeOp&, const StripePlanes&, int64);

}}  // namespace cv::cudastripe
