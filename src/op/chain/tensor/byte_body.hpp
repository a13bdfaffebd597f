// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel body of chains from 8-bit pixels to a tensor that keep channels apart.

#pragma once

#include "byte_sources.hpp"
#include "byte_values.hpp"
#include "sink.hpp"

namespace cv { namespace cudastripe {

struct NoTable
{
};

//! See kReadsTable.
struct TableOfSource
{
    const uchar* table;
    std::int64_t tableAt = 0;
};

/** @brief One thread makes four pixels in each of the rows that share chroma. Values is a ByteTable or ByteLine, so
64F in a chain costs nothing here. T is float, or ushort for the bits of a half or a bfloat16. If Source::kReadsTable
is true, the body has a table for it. */
template <class Source, class Values, class T>
struct TensorByteBody : std::conditional_t<Source::kReadsTable, TableOfSource, NoTable>
{
    static constexpr int kPixels = 4;
    static constexpr int kBlocks = 4;  //!< of threads that a multiprocessor must hold

    Source source;
    ChainTensorSink sink;
    int channels;  //!< of the tensor
    int rows;      //!< that share chroma
    std::int64_t cols, lastRow;
    Values values;

    CV_CUDASTRIPE_HD void operator()(std::int64_t x, std::int64_t y, PlaneShift by = PlaneShift()) const
    {
        if constexpr (Source::kReadsTable)
            run(values, this->table, x, y, by);
        else
            run(values, nullptr, x, y, by);
    }

    //! As operator(), with the table at `ofSource`.
    CV_CUDASTRIPE_HD void runWith(const uchar* ofSource, std::int64_t x, std::int64_t y, PlaneShift by) const
    {
        run(values, ofSource, x, y, by);
    }

    //! `of`: the values, or a copy of them. `ofSource`: the table, if the source reads one.
    CV_CUDASTRIPE_HD void run(const Values& of, const uchar* ofSource, std::int64_t x, std::int64_t y,
                              PlaneShift by) const
    {
        typename Source::Samples samples;
        for (int r = 0; r < rows; ++r) {
            const FourPixels pixels = {x, y * rows + r, cols, by, y * rows + r == lastRow};
            ChannelWords words;
            if constexpr (Source::kReadsTable)
                source.load(ofSource, pixels, words);
            else
                source.load(pixels, samples, words);
            if (sink.onePlane)
                storePixels(of, pixels, words);
            else
                storePlanes(of, pixels, words);
            if (pixels.last)
                return;
        }
    }

private:
    CV_CUDASTRIPE_HD void storePlanes(const Values& of, const FourPixels& pixels, const ChannelWords& words) const
    {
        for (int c = 0; c < 4; ++c) {
            if (c >= channels)
                return;
            alignas(16) T found[4];
            of.find(c, words[c], found);
            sink.storeInPlane(c, pixels, found);
        }
    }

    CV_CUDASTRIPE_HD void storePixels(const Values& of, const FourPixels& pixels, const ChannelWords& words) const
    {
        ChainGroup<std::uint32_t> group = {};
        for (int c = 0; c < 4; ++c) {
            T found[4] = {};
            if (c < channels)
                of.find(c, words[c], found);
            for (int p = 0; p < 4; ++p)
                group.values[p][c] = wordOf<std::uint32_t>(RegisterType<T>(found[p]));
        }
        sink.template storeAs<T>(channels, pixels, group);
    }
};

template <class Source, class T>
using TensorTableBody = TensorByteBody<Source, ByteTable<T>, T>;
template <class Source>
using TensorLineBody = TensorByteBody<Source, ByteLine, float>;

}}  // namespace cv::cudastripe
