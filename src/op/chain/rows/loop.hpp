// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// How rows go through a chain on the CPU: instructions as loops over arrays, or block by block through all of them.

#pragma once

#include <vector>

#include "../body/math.hpp"
#include "block.hpp"

namespace cv { namespace cudastripe {

//! Arrays of an image's depth; they may start anywhere. `count` is a multiple of kTogether, or of the channels if the
//! loop is on pixels.
struct ChainArrays
{
    static constexpr int kTogether = 192;  //!< a multiple of all numbers of channels and of a vector's bytes

    const ChainInstruction* in;
    const uchar* tables;  //!< of the program
    const void* x;        //!< the immediates of kTogether values
    const void* y;
    const uchar* src;
    const uchar* second;
    uchar* dst;
    int count;     //!< of values in src
    int channels;  //!< of pixels in src
    int ahead;     //!< bytes ahead of the work that are fetched: kFetchAhead, or 0 for arrays in a cache
};

//! A loop over arrays, and the instruction that it stands for.
struct ChainLoop
{
    ChainCode code;
    ChainCode last;        //!< the same, or the second instruction of a loop that does two
    ChainOperand operand;  //!< Second also serves Self
    bool saturates;        //!< only for instructions that saturate to depth `to`
    uchar immediates;      //!< the depth of x and y, which their values must fit in
    uchar from;
    uchar to;
    void (*run)(const ChainArrays& arrays);
    bool onPixels;  //!< takes any number of pixels, and may give pixels of other channels
};

//! The rows of chains for one instruction set.
struct ChainRowVersion
{
    void (*blocks)(const ChainProgram& program, const uchar* tables, const ChainRow& row, ChainBlock& block);
    const ChainLoop* firstLoop;
    const ChainLoop* lastLoop;  //!< behind the last
};

//! The version for this CPU.
const ChainRowVersion& chainRowVersion();
ChainRowVersion chainRowsPlain();
ChainRowVersion chainRowsAvx2();
ChainRowVersion chainRowsAvx512();

//! Loops that shuffle channels of elements of 1, 2 and 4 bytes.
void shuffleBytes(const ChainArrays& arrays);
void shuffleWords(const ChainArrays& arrays);
void shuffleLongs(const ChainArrays& arrays);

//! An instruction of a program with its loop.
struct ChainLoopStep
{
    const ChainLoop* loop;
    ChainInstruction in;
    alignas(64) uchar x[ChainArrays::kTogether * 4];  //!< its immediates, repeated as the loop reads them
    alignas(64) uchar y[ChainArrays::kTogether * 4];
};

//! A program as loops; empty if some instruction has no loop.
std::vector<ChainLoopStep> loopSteps(const ChainProgram& program);

}}  // namespace cv::cudastripe
