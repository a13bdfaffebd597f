// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The instructions of a chain as loops over arrays on the CPU.

#pragma once

#include <vector>

#include "../body/math.hpp"
#include "row.hpp"

namespace cv { namespace cudastripe {

//! Arrays of values as in an image, or of intermediate values of a register's type; they need no alignment. A loop that
//! is not on pixels may read and write values after `count`, up to a multiple of kTogether.
struct ChainArrays
{
    static constexpr int kTogether = 192;  //!< a multiple of all numbers of channels and of a vector's bytes

    const ChainInstruction* in;
    const uchar* tables;  //!< of the program
    const void* x;        //!< the immediates of kTogether values, or tables of bytes
    const void* y;
    const uchar* src;
    const uchar* second;
    uchar* dst;
    int count;     //!< of values in src
    int channels;  //!< of pixels in src
    int ahead;     //!< the distance of prefetches in bytes: kFetchAhead, or 0 for arrays in a cache
};

//! A loop over arrays, and the instruction that it stands for.
struct ChainLoop
{
    ChainCode code;
    ChainCode last;        //!< the same code, or the second instruction of a loop that does two
    ChainOperand operand;  //!< Second also stands for Self
    bool saturates;        //!< only for instructions that saturate to depth `to`
    uchar immediates;      //!< the depth of x and y, which must hold their values; or of a table's entries
    uchar from;
    uchar to;
    void (*run)(const ChainArrays& arrays);
    bool onPixels;  //!< a loop on pixels; the results may have other channels
};

//! All loops, compiled for one instruction set.
struct ChainLoops
{
    const ChainLoop* first;
    const ChainLoop* last;  //!< one after the last loop

    const ChainLoop* begin() const { return first; }
    const ChainLoop* end() const { return last; }
};

//! The version for this CPU.
const ChainLoops& chainLoops();
ChainLoops chainLoopsPlain();
ChainLoops chainLoopsAvx2();
ChainLoops chainLoopsAvx512();

//! A loop that shuffles channels of elements of so many bytes: 1, 2, 4 or 8.
template <int Bytes>
void shuffleChannels(const ChainArrays& arrays);

//! Lookups of bytes in tables of bytes, one for each channel, or one for all.
void lookUpBytes(const ChainArrays& arrays);

//! An instruction of a program with its loop.
struct ChainLoopStep
{
    const ChainLoop* loop;
    ChainInstruction in;
    bool convertsSecond;           //!< converts values of the second image, for the next step
    alignas(64) uchar x[4 * 256];  //!< its immediates, repeated as the loop reads them; of lookUpBytes() its tables
    alignas(64) uchar y[ChainArrays::kTogether * 4];
};

//! A program with its tables as loops.
CV_EXPORTS std::vector<ChainLoopStep> loopSteps(const ChainProgram& program, const uchar* tables);

}}  // namespace cv::cudastripe
