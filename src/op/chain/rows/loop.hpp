// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../math.hpp"

// Instructions as loops over arrays of an image's depth: a vector holds as many values as it can, and no pass before or
// behind widens or packs them.

namespace cv { namespace cudastripe {

//! What a loop works on. `count` is a multiple of kTogether; arrays may start anywhere.
struct ChainArrays
{
    static constexpr int kTogether = 192;  //!< a multiple of all numbers of channels and of a vector's bytes

    const ChainInstruction* in;
    const void* x;  //!< the immediates of kTogether values
    const void* y;
    const uchar* src;
    const uchar* second;
    uchar* dst;
    int count;
    int ahead;  //!< bytes ahead of the work that are fetched: kFetchAhead, or 0 for arrays in a cache
};

//! A loop and what it is for.
struct ChainLoop
{
    ChainCode code;
    ChainCode last;        //!< the same, or the instruction behind it that the loop does, too
    ChainOperand operand;  //!< Second also serves Self
    bool saturates;        //!< the instruction must say to which depth
    uchar immediates;      //!< the depth of x and y, which their values must fit in
    uchar from;
    uchar to;
    void (*run)(const ChainArrays& arrays);
};

//! Loops of one instruction set.
struct ChainLoops
{
    const ChainLoop* first;
    size_t count;
};

ChainLoops chainLoopsPlain();
ChainLoops chainLoopsAvx2();
ChainLoops chainLoopsAvx512();

}}  // namespace cv::cudastripe
