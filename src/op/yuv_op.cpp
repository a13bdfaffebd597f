// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "yuv_op.hpp"

#include <utility>

#include "stream_store.hpp"
#include "yuv_body.hpp"
#include "yuv_coefficients.hpp"
#include "yuv_kernels.hpp"
#include "yuv_rows.hpp"

namespace cv { namespace cudastripe {
namespace {

int log2Of(int powerOfTwo)
{
    int bits = 0;
    while (powerOfTwo >> bits > 1)
        ++bits;
    return bits;
}

template <class T>
LinearForm formOf(const int (&weights)[3], ChannelOrder order, int shift, bool rounds, int offset)
{
    const bool bgr = order == ChannelOrder::BGR, bytes = sizeof(T) == 1;
    const int half = rounds ? 1 << (shift - 1) : 0;
    return {{weights[bgr ? 2 : 0], weights[1], weights[bgr ? 0 : 2]},
            bytes ? (offset << shift) + half : half,
            shift,
            bytes ? 0 : offset};
}

template <class T>
YuvFormula<T> formulaOf(const YuvFormat& format, ChannelOrder order, const YuvPacking& packing)
{
    const YuvCoefficients c = coefficientsOf(format);
    YuvFormula<T> formula;
    formula.sumCols = format.siting() == ChromaSiting::Center;
    formula.sumRows = format.siting() != ChromaSiting::TopLeft;
    const int summed = (formula.sumCols ? packing.cols : 1) * (formula.sumRows ? packing.rows : 1);
    const int shift = c.chromaShift + log2Of(summed);
    formula.luma = formOf<T>(c.luma, order, c.lumaShift, c.rounds, c.lumaOffset);
    formula.chroma[packing.vFirst ? 1 : 0] = formOf<T>(c.u, order, shift, c.rounds, c.chromaOffset);
    formula.chroma[packing.vFirst ? 0 : 1] = formOf<T>(c.v, order, shift, c.rounds, c.chromaOffset);
    formula.most = c.most;
    formula.unusedBits = 0;
    const LayoutDepths depths = depthsOf(static_cast<int>(format.layout()));
    for (int i = 0; i < depths.count; ++i) {
        if (depths.bits[i].depth == format.depth())
            formula.unusedBits = depths.bits[i].shift;
    }
    return formula;
}

template <class T>
class YuvOp final : public StripeOp
{
public:
    YuvOp(const YuvFormat& format, ChannelOrder order, Size size, int channels, int rowsTogether)
        : layout_(static_cast<int>(format.layout())),
          packing_(packingOf(layout_)),
          formula_(formulaOf<T>(format, order, packing_)),
          size_(size),
          channels_(channels),
          granule_(rowsTogether),
          inputs_{{int64(size.width) * channels * int64(sizeof(T)), rowsTogether}}
    {
        int64 bytes = 0;
        for (int p = 0; p < packing_.planeCount; ++p) {
            const PlanePacking& plane = packing_.planes[p];
            const int64 rowBytes = int64(size.width) / plane.cols * plane.length * int64(sizeof(T));
            outputs_.push_back({rowBytes, plane.luma ? granule_ : granule_ / packing_.rows});
            bytes += rowBytes * rows(outputs_.back(), size.height);
        }
        streamed_ = bytes > kStreamedBytes;
    }

    int64 units() const override { return size_.height; }
    int granule() const override { return granule_; }
    const std::vector<PlaneSpec>& inputs() const override { return inputs_; }
    const std::vector<PlaneSpec>& outputs() const override { return outputs_; }

    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        convertYuvRows(formula_, packing_, {planes.in[0], planes.out, size_.width, units, channels_, streamed_});
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        return makeYuvKernel(layout_, channels_, {formula_, planes.in[0], planes.out, size_.width, units});
    }

private:
    int layout_;
    YuvPacking packing_;
    YuvFormula<T> formula_;
    Size size_;
    int channels_;
    int granule_;
    bool streamed_;
    std::vector<PlaneSpec> inputs_;
    std::vector<PlaneSpec> outputs_;
};

}  // namespace

std::unique_ptr<StripeOp> makeYuvOp(const YuvFormat& format, ChannelOrder order, Size size, int channels,
                                    int rowsTogether)
{
    const Size block = format.blockSize();
    CV_Assert(channels == 3 || channels == 4);
    CV_Assert(size.width % block.width == 0 && size.height % block.height == 0 && rowsTogether % block.height == 0);
    if (format.depth() == 8)
        return std::make_unique<YuvOp<uchar>>(format, order, size, channels, rowsTogether);
    return std::make_unique<YuvOp<ushort>>(format, order, size, channels, rowsTogether);
}

}}  // namespace cv::cudastripe
