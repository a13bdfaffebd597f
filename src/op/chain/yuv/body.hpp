// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel body of chains that begin or end in a YUV format, or end in a tensor.

#pragma once

#include "../tensor/sink.hpp"
#include "sink.hpp"
#include "source.hpp"

namespace cv { namespace cudastripe {

/** @brief One thread of such a chain converts four pixels in each of the rows that share chroma. The packing is data,
not compiled in: that makes the kernel slower, but not slower than copies over the bus. */
template <class SourceType, class SinkType, class WordType, class TablesType>
struct ChainYuvBody
{
    using Source = SourceType;
    using Sink = SinkType;
    using Word = WordType;
    using Tables = TablesType;
    static constexpr const char* kName = "rowsOfYuv";  //!< of its kernel that is compiled at run time
    static constexpr int kPixels = YuvPlaces::kPixels;
    static constexpr int kBlocks = sizeof(Word) == 8 ? 1 : 4;  //!< of threads that a multiprocessor must hold

    Source source;
    Sink sink;
    PlaneView second;
    bool secondAligned;
    int rows;  //!< that share chroma, of either format
    std::int64_t cols, lastRow;
    ChainProgram program;
    Tables tables;

    //! How many bytes of the body a kernel reads; only these are copied.
    size_t usedBytes() const { return usedBytesOf(*this); }
    CV_CUDASTRIPE_HD void operator()(std::int64_t x, std::int64_t y, PlaneShift by = PlaneShift()) const
    {
        runAs(program, x, y, tables.get(), by);
    }

    //! See @ref ChainBody::runAs.
    template <class Program>
    CV_CUDASTRIPE_HD void runAs(const Program& chain, std::int64_t x, std::int64_t y, const uchar* tableBytes,
                                PlaneShift by = PlaneShift()) const
    {
        typename Source::Samples samples;
        typename Sink::Sums sums;
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
        for (int r = 0; r < rows; ++r) {
            ChainGroup<Word> group = {}, other = {};
            const FourPixels pixels = {x, y * rows + r, cols, by, y * rows + r == lastRow};
            source.load(chain, pixels, samples, group);
            const int channels = chain.secondChannels;
            if (channels) {
                loadGroup(chain.secondDepth, second.row(pixels.row) + by.in, pixels.place(channels), secondAligned,
                          other);
            }
            runProgram(chain, tableBytes, group, other);
            sink.store(chain, pixels, sums, group);
            if (pixels.last)
                return;
        }
    }
};

//! For programs without values of 64 bits and without tables, as most are.
template <class Source, class Sink>
using NarrowChainYuvBody = ChainYuvBody<Source, Sink, std::uint32_t, NoTables>;
template <class Source, class Sink>
using WideChainYuvBody = ChainYuvBody<Source, Sink, std::uint64_t, SomeTables>;

}}  // namespace cv::cudastripe
