// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../pixels.hpp"

// A run of pixels on the host, which goes through all instructions of a program while it lies in the first cache.

namespace cv { namespace cudastripe {

//! The values of a run of pixels between load and store: those of 32 and those of 64 bits apart, channels side by side.
struct ChainBlock
{
    static constexpr int kValues = 1536;
    static constexpr int kPattern = 48;  //!< a multiple of all numbers of channels and of a vector's lanes

    struct Values
    {
        alignas(64) std::uint32_t narrow[kValues];
        alignas(64) std::uint64_t wide[kValues];
    };
    Values current;
    Values second;
    alignas(64) uchar packed[kValues * 8];  //!< as in memory
};

//! Rows of the first image that a thread does.
struct ChainRow
{
    const uchar* src;
    const uchar* second;
    const uchar* mask;
    const uchar* old;  //!< null where 0 replaces what the mask leaves
    uchar* dst;
    std::int64_t cols;
    bool nonTemporal;
};

//! Does a row with the instructions that this CPU has.
void runChainRow(const ChainProgram& program, const uchar* tables, const ChainRow& row, ChainBlock& block);

//! The versions of it.
void runChainRowPlain(const ChainProgram& program, const uchar* tables, const ChainRow& row, ChainBlock& block);
void runChainRowAvx2(const ChainProgram& program, const uchar* tables, const ChainRow& row, ChainBlock& block);
void runChainRowAvx512(const ChainProgram& program, const uchar* tables, const ChainRow& row, ChainBlock& block);

}}  // namespace cv::cudastripe
