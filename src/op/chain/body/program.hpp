// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A lowered chain: instructions on the values of a pixel, which kernels and host rows interpret.

#pragma once

#include "opencv2/cudastripe/detail/basic_types.hpp"
#include "opencv2/cudastripe/detail/host_device.hpp"

namespace cv { namespace cudastripe {

//! A value in one of the three forms that values have between load and store.
union ChainValue
{
    std::int64_t l;  // all bits; the first member, so that {} clears them
    std::int32_t i;  //!< of integer images
    float f;
    double d;
};

template <class T>
struct ChainValueOf
{
    CV_CUDASTRIPE_HD static T of(const ChainValue& value)
    {
        if constexpr (std::is_same<T, float>::value)
            return value.f;
        else if constexpr (std::is_same<T, double>::value)
            return value.d;
        else if constexpr (std::is_same<T, std::int64_t>::value)
            return value.l;
        else
            return value.i;
    }
};

//! The other operand of an instruction.
enum class ChainOperand : uchar
{
    Immediate,  //!< x, one for each channel
    Second,     //!< the second image's value
    Self        //!< the value itself
};

enum class ChainCode : uchar;  // see math.hpp

struct ChainInstruction
{
    ChainCode code;
    ChainOperand operand;
    uchar channels;      //!< of the pixels it gives
    uchar tableRows;     //!< of a lookup: one for each channel, or one for all
    std::int32_t table;  //!< of a lookup: where its table begins, in bytes of the program's tables
    std::int32_t low;    //!< integers are saturated to low..high; of a lookup, the depth of its results
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
    uchar uniform;      //!< all channels are treated in the same way
    uchar sameDepth;    //!< between instructions all values have the depth of the source
    std::int32_t tableBytes;
    ChainInstruction instructions[kMaxInstructions];

    //! True if three channels are not treated equally: vectors of four values begin with different channels.
    bool unlikeThree() const { return srcChannels == 3 && !uniform; }
    //! The bytes up to the end of the last instruction in use.
    size_t usedBytes() const
    {
        return sizeof(*this) - static_cast<size_t>(kMaxInstructions - count) * sizeof(ChainInstruction);
    }
};

//! A program whose one instruction is compiled in. Kernel arguments of 4 KB would make launches slower.
struct ShortProgram
{
    uchar secondChannels;
    std::uint32_t x, y;  //!< the instruction's immediates as bytes
    ChainInstruction instructions[1];

    size_t usedBytes() const { return sizeof(*this); }
};

//! For programs without a table.
struct NoTables
{
    CV_CUDASTRIPE_HD static const uchar* get() { return nullptr; }
};

//! For programs with tables, whose entries have 4 or 8 bytes, as the program's values. Only the bytes in use are
//! copied.
struct SomeTables
{
    static constexpr int kMaxBytes = 24 << 10;
    alignas(16) uchar bytes[kMaxBytes];

    CV_CUDASTRIPE_HD const uchar* get() const { return bytes; }
};

//! The bytes of a body that a kernel reads: up to the end of the last instruction in use, or of any tables.
template <class Body>
size_t usedBytesOf(const Body& body)
{
    const auto before = [&](const void* member) {
        return static_cast<size_t>(static_cast<const uchar*>(member) - reinterpret_cast<const uchar*>(&body));
    };
    if constexpr (std::is_same<typename Body::Tables, SomeTables>::value) {
        if (body.program.tableBytes > 0)
            return before(&body.tables) + static_cast<size_t>(body.program.tableBytes);
    }
    return before(&body.program) + body.program.usedBytes();
}

}}  // namespace cv::cudastripe
