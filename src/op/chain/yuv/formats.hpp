// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The formats that a chain begins with and ends in: their rows on the host, their sources and sinks in kernels.

#pragma once

#include <vector>

#include "../../../model/tensor_depth.hpp"
#include "../../yuv/op.hpp"
#include "../../yuv/planes.hpp"
#include "../../yuv/rows/rows.hpp"
#include "../kernels.hpp"
#include "../tensor/rows.hpp"
#include "../tensor/sink.hpp"
#include "opencv2/cudastripe/chain.hpp"
#include "sink.hpp"
#include "source.hpp"

namespace cv { namespace cudastripe {

//! The format that a chain begins with.
struct FromYuv
{
    const YuvPacking& packing;
    YuvDecodeFormulas formulas;

    FromYuv(const YuvFormat& format, ChannelOrder order)
        : packing(packingOf(static_cast<int>(format.layout()))), formulas{format.depth() == 8, {}, {}}
    {
        if (formulas.bytes)
            formulas.ofBytes = decodeFormulaOf<uchar, uchar>(format, order);
        else
            formulas.ofWords = decodeFormulaOf<ushort, ushort>(format, order);
    }

    void run(const YuvRows& rows) const
    {
        formulas.with([&](const auto& formula) { decodeYuvRows(formula, packing, rows); });
    }

    ChainYuvSource source(const PlaneView* planes) const { return {YuvPlaces(packing, planes), formulas}; }
};

//! The format that a chain ends in.
struct ToYuv
{
    const YuvPacking& packing;
    YuvFormulas formulas;

    ToYuv(const YuvFormat& format, ChannelOrder order)
        : packing(packingOf(static_cast<int>(format.layout()))), formulas{format.depth() == 8, {}, {}}
    {
        if (formulas.bytes)
            formulas.ofBytes = formulaOf<uchar>(format, order, packing);
        else
            formulas.ofWords = formulaOf<ushort>(format, order, packing);
    }

    void run(const YuvRows& rows) const
    {
        formulas.with([&](const auto& formula) { convertYuvRows(formula, packing, rows); });
    }

    ChainYuvSink sink(const PlaneView* planes) const { return {YuvPlaces(packing, planes), formulas}; }
};

//! The tensor that a chain ends in.
struct ToTensor
{
    const TensorShape shape;

    //! Patches are made from planes.
    ToTensor(const Chain& chain, int channels)
        : shape{chain.tensorLayout() == TensorLayout::HWC ? 1 : channels,
                chain.tensorLayout() == TensorLayout::HWC ? channels : 1, tensorDepthOf(chain).value,
                chain.tensorLayout() != TensorLayout::HWC && chain.tensorOrder() == ChannelOrder::RGB}
    {
    }

    //! A depth of OpenCV whose values have the size of the tensor's.
    int depth() const { return shape.valueBytes() == 4 ? CV_32F : shape.valueBytes() == 2 ? CV_16U : CV_8U; }

    ChainTensorSink sink(const PlaneView* planes, int64 rows) const
    {
        ChainTensorSink result = {{}, shape.planes == 1, shape.value, true};
        for (int p = 0; p < shape.planes; ++p) {
            result.planes[p] = planes[shape.planeOf(p)];
            result.aligned = result.aligned && vectorsAligned(planes[p], depth(), rows);
        }
        return result;
    }
};

//! Rows of pixels that stay in the caches.
class PixelRows
{
public:
    PixelRows(int64 rows, int64 cols, int depth, int channels)
        : bytes_(static_cast<size_t>(rows * cols * channels) * static_cast<size_t>(depthBytes(depth)))
    {
        view.base = bytes_.data();
        view.step = view.rowBytes = cols * channels * depthBytes(depth);
    }

    PlaneView view;

private:
    std::vector<uchar> bytes_;
};

}}  // namespace cv::cudastripe
