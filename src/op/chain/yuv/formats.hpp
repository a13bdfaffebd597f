// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The formats that a chain begins with and ends in: their rows on the host, their places in kernels.

#pragma once

#include "../../yuv/op.hpp"
#include "../../yuv/planes.hpp"
#include "../../yuv/rows/rows.hpp"
#include "sink.hpp"
#include "source.hpp"

namespace cv { namespace cudastripe {

//! The format that a chain begins with.
struct FromYuv
{
    const YuvPacking& packing;
    const bool bytes;
    YuvDecodeFormula<uchar, uchar> ofBytes{};
    YuvDecodeFormula<ushort, ushort> ofWords{};

    FromYuv(const YuvFormat& format, ChannelOrder order)
        : packing(packingOf(static_cast<int>(format.layout()))), bytes(format.depth() == 8)
    {
        if (bytes)
            ofBytes = decodeFormulaOf<uchar, uchar>(format, order);
        else
            ofWords = decodeFormulaOf<ushort, ushort>(format, order);
    }

    void run(const YuvRows& rows) const
    {
        if (bytes)
            decodeYuvRows(ofBytes, packing, rows);
        else
            decodeYuvRows(ofWords, packing, rows);
    }

    ChainYuvSource source(const PlaneView* planes) const
    {
        return {YuvPlaces(packing, planes), bytes, ofBytes, ofWords};
    }
};

//! The format that a chain ends in.
struct ToYuv
{
    const YuvPacking& packing;
    const bool bytes;
    YuvFormula<uchar> ofBytes{};
    YuvFormula<ushort> ofWords{};

    ToYuv(const YuvFormat& format, ChannelOrder order)
        : packing(packingOf(static_cast<int>(format.layout()))), bytes(format.depth() == 8)
    {
        if (bytes)
            ofBytes = formulaOf<uchar>(format, order, packing);
        else
            ofWords = formulaOf<ushort>(format, order, packing);
    }

    void run(const YuvRows& rows) const
    {
        if (bytes)
            convertYuvRows(ofBytes, packing, rows);
        else
            convertYuvRows(ofWords, packing, rows);
    }

    ChainYuvSink sink(const PlaneView* planes) const { return {YuvPlaces(packing, planes), bytes, ofBytes, ofWords}; }
};

}}  // namespace cv::cudastripe
