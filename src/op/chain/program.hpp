// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <cstdint>

#include "../host_device.hpp"
#include "opencv2/core/cvdef.h"

// What a chain of operators is compiled to: instructions over the values of a pixel, which a kernel and the host's rows
// interpret. It travels to kernels as an argument.

namespace cv { namespace cudastripe {

//! A value in one of the three forms that values have between load and store.
union ChainValue
{
    std::int32_t i;  //!< of integer images
    float f;
    double d;
    std::int64_t l;
};

template <class T>
struct ChainValueOf;
template <>
struct ChainValueOf<int>
{
    CV_CUDASTRIPE_HD static int of(const ChainValue& value) { return value.i; }
};
template <>
struct ChainValueOf<float>
{
    CV_CUDASTRIPE_HD static float of(const ChainValue& value) { return value.f; }
};
template <>
struct ChainValueOf<double>
{
    CV_CUDASTRIPE_HD static double of(const ChainValue& value) { return value.d; }
};
template <>
struct ChainValueOf<std::int64_t>
{
    CV_CUDASTRIPE_HD static std::int64_t of(const ChainValue& value) { return value.l; }
};

//! Where an instruction finds its other operand.
enum class ChainOperand : uchar
{
    Immediate,  //!< x, one for each channel
    Second,     //!< the second image's value
    Self        //!< the value itself
};

struct ChainInstruction
{
    uchar code;
    ChainOperand operand;
    uchar channels;      //!< of the pixels behind it
    uchar tableRows;     //!< of a lookup: one for each channel, or one for all
    std::int32_t table;  //!< bytes before it in the program's tables
    std::int32_t low;    //!< integers are saturated to low..high
    std::int32_t high;
    ChainValue x[4];
    ChainValue y[4];
};

struct ChainProgram
{
    static constexpr int kMaxInstructions = 48;

    std::int32_t count;
    uchar srcDepth, srcChannels;
    uchar secondDepth, secondChannels;  //!< channels are 0 without a second image
    uchar dstDepth, dstChannels;
    uchar wide;         //!< some value is of 64 bits
    uchar channelwise;  //!< no value depends on another channel's
    uchar uniform;      //!< all channels are treated alike
    uchar sameDepth;    //!< between instructions all values have the depth of the source
    std::int32_t tableBytes;
    ChainInstruction instructions[kMaxInstructions];
};

//! What a kernel needs of a program whose one instruction is compiled in: arguments of 4 KB would make launches slower.
struct ShortProgram
{
    uchar secondChannels;
    std::uint32_t x, y;  //!< the instruction's immediates as bytes
    ChainInstruction instructions[1];
};

//! Tables of a chain; entries are as values are between load and store, 4 or 8 bytes.
struct ChainTables
{
    static constexpr int kMaxBytes = 24 << 10;
    alignas(16) uchar bytes[kMaxBytes];
};

}}  // namespace cv::cudastripe
