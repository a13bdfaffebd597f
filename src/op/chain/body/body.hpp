// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel body of chains that word_body.hpp cannot run: values of 64 bits, masks, and channels that mix.

#pragma once

#include "../../plane_view.hpp"
#include "memory.hpp"

namespace cv { namespace cudastripe {

/** @brief What one thread of a chain's kernel does: it takes a group of values through all instructions.

Word is 32 bits, or 64 for programs with values of 64 bits. */
template <class WordType, class TablesType>
struct ChainBody
{
    using Word = WordType;
    using Tables = TablesType;
    static constexpr const char* kName = "groups";  //!< the name of its kernel that is compiled at run time
    static constexpr int kWarp = 32;
    static constexpr int kBlocks = sizeof(Word) == 8 ? 1 : 4;  //!< of threads that a multiprocessor must hold

    PlaneView src, second, mask, dst;
    PlaneView old;      //!< what pixels with mask 0 become; if empty, they become 0
    std::int64_t cols;  //!< pixels of a row
    bool vectors;       //!< a row is loaded and stored as vectors of values, whatever its channels
    bool srcAligned, secondAligned, dstAligned;
    ChainProgram program;
    Tables tables;

    //! How many bytes of the body a kernel reads; only these are copied.
    size_t usedBytes() const { return usedBytesOf(*this); }
    //! Threads for a row.
    std::int64_t items() const
    {
        if (!vectors)
            return (cols + 3) / 4;
        return (cols * program.srcChannels + 16 * kWarp - 1) / (16 * kWarp) * kWarp;
    }

    CV_CUDASTRIPE_HD void operator()(std::int64_t x, std::int64_t y, PlaneShift by = PlaneShift()) const
    {
        runAs(program, x, y, tables.get(), by);
    }

    //! As operator(). `chain`: the program or its compiled form; `tableBytes`: the tables or a copy in faster memory.
    template <class Program>
    CV_CUDASTRIPE_HD void runAs(const Program& chain, std::int64_t x, std::int64_t y, const uchar* tableBytes,
                                PlaneShift by = PlaneShift()) const
    {
        ChainGroup<Word> group = {}, other = {};
        if (!vectors && x * 4 >= cols)
            return;
        loadGroup(chain.srcDepth, src.row(y) + by.in, placeOf(x, chain.srcChannels), srcAligned, group);
        if (chain.secondChannels)
            loadGroup(chain.secondDepth, second.row(y) + by.in, placeOf(x, chain.secondChannels), secondAligned, other);
        runProgram(chain, tableBytes, group, other);
        if (mask.base)
            storeMasked(chain.dstDepth,
                        {x, cols, chain.dstChannels, mask.row(y) + by.in, old.base ? old.row(y) + by.in : nullptr},
                        dst.row(y) + by.out, group);
        else
            storeGroup(chain.dstDepth, dst.row(y) + by.out, placeOf(x, chain.dstChannels), dstAligned, group);
    }

private:
    CV_CUDASTRIPE_HD VectorPlace placeOf(std::int64_t x, int channels) const
    {
        if (vectors)
            return {x / kWarp * (16 * kWarp) + x % kWarp * 4, 4 * kWarp, 4, cols * channels};
        return {x * 4 * channels, 4, channels, cols * channels};
    }
};

}}  // namespace cv::cudastripe
