// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A row in blocks: inlined into the version for each instruction set, for which the compiler vectorises it.

#pragma once

#include <algorithm>
#include <cstring>

#include "../../depth_types.hpp"
#include "../../simd/instruction_set.hpp"
#include "../../simd/non_temporal_store.hpp"
#include "block.hpp"

namespace cv { namespace cudastripe { namespace {

//! Values of different types use the same memory one after the other.
template <class T>
struct Aliased
{
    typedef T type __attribute__((may_alias));
};
template <class T>
using AliasedType = typename Aliased<T>::type;

template <class T>
CUDASTRIPE_INLINE AliasedType<T>* valuesOf(ChainBlock::Values& values)
{
    if constexpr (sizeof(T) == 4)
        return reinterpret_cast<AliasedType<T>*>(values.narrow);
    else
        return reinterpret_cast<AliasedType<T>*>(values.wide);
}

CUDASTRIPE_INLINE bool allAlike(const ChainValue (&values)[4], int channels)
{
    bool alike = true;
    for (int c = 1; c < channels; ++c)
        alike = alike && values[c].l == values[0].l;
    return alike;
}

template <class Function>
CUDASTRIPE_INLINE void applyImmediate(const ChainInstruction& in, ChainBlock& block, int count)
{
    using In = typename Function::In;
    AliasedType<In>* a = valuesOf<In>(block.current);
    AliasedType<typename Function::Out>* out = valuesOf<typename Function::Out>(block.current);
    if (allAlike(in.x, in.channels) && allAlike(in.y, in.channels)) {
        const In x = ChainValueOf<In>::of(in.x[0]), y = ChainValueOf<In>::of(in.y[0]);
        CUDASTRIPE_INDEPENDENT
        for (int i = 0; i < count; ++i)
            out[i] = Function::of(a[i], x, y, in);
        return;
    }
    alignas(64) In x[ChainBlock::kPattern], y[ChainBlock::kPattern];
    for (int i = 0, c = 0; i < ChainBlock::kPattern; ++i) {
        x[i] = ChainValueOf<In>::of(in.x[c]);
        y[i] = ChainValueOf<In>::of(in.y[c]);
        c = c + 1 < in.channels ? c + 1 : 0;
    }
    const int end = (count + ChainBlock::kPattern - 1) / ChainBlock::kPattern * ChainBlock::kPattern;
    for (int i = count; i < end; ++i)
        a[i] = In();  // nothing has set these values, or they had another type
    for (int first = 0; first < end; first += ChainBlock::kPattern) {
        CUDASTRIPE_INDEPENDENT
        for (int i = 0; i < ChainBlock::kPattern; ++i)
            out[first + i] = Function::of(a[first + i], x[i], y[i], in);
    }
}

template <class Function, class Other>
CUDASTRIPE_INLINE void applyOther(const ChainInstruction& in, ChainBlock& block, ChainBlock::Values& others, int count)
{
    using In = typename Function::In;
    const AliasedType<In>* a = valuesOf<In>(block.current);
    const AliasedType<Other>* b = valuesOf<Other>(others);
    AliasedType<typename Function::Out>* out = valuesOf<typename Function::Out>(block.current);
    const In y = ChainValueOf<In>::of(in.y[0]);
    CUDASTRIPE_INDEPENDENT
    for (int i = 0; i < count; ++i)
        out[i] = Function::of(a[i], static_cast<In>(b[i]), y, in);
}

template <class Function>
CUDASTRIPE_INLINE void applyToBlock(const ChainInstruction& instruction, int secondDepth, ChainBlock& block, int count)
{
    using In = typename Function::In;
    const ChainInstruction in = instruction;  // a copy, which no store can change
    if (in.operand == ChainOperand::Immediate)
        return applyImmediate<Function>(in, block, count);
    if (in.operand == ChainOperand::Self)
        return applyOther<Function, In>(in, block, block.current, count);
    if constexpr (std::is_floating_point<In>::value) {
        if (secondDepth <= CV_32S)
            return applyOther<Function, int>(in, block, block.second, count);
    }
    applyOther<Function, In>(in, block, block.second, count);
}

//! Entries are as wide as the program's values; the results have 64 bits if `in.low` is 1.
template <class Entry>
CUDASTRIPE_INLINE void lookUp(const ChainInstruction& in, const Entry* table, ChainBlock::Values& values, int count)
{
    for (int i = 0, c = 0; i < count; ++i) {
        const Entry entry = table[c * 256 + static_cast<int>(values.narrow[i] & 255u)];
        if (in.low)
            values.wide[i] = entry;
        else
            values.narrow[i] = static_cast<std::uint32_t>(entry);
        c = c + 1 < in.tableRows ? c + 1 : 0;
    }
}

template <class Word>
CUDASTRIPE_INLINE void runOnPixels(const ChainInstruction& in, Word* values, const std::uint32_t* second,
                                   int secondChannels, int channels, int pixels)
{
    // Results overwrite the values. If there are more results than values, the last pixel must be the first to be done.
    const bool backwards = in.channels > channels;
    for (int i = 0; i < pixels; ++i) {
        const int pixel = backwards ? pixels - 1 - i : i;
        Word p[4] = {}, q[4] = {};
        for (int c = 0; c < channels; ++c)
            p[c] = values[pixel * channels + c];
        for (int c = 0; c < secondChannels; ++c)
            q[c] = second[pixel * secondChannels + c];
        runOnPixel<Word>(in, nullptr, p, q);
        for (int c = 0; c < in.channels; ++c)
            values[pixel * in.channels + c] = p[c];
    }
}

CUDASTRIPE_INLINE void runOnBlock(const ChainProgram& program, const uchar* tables, ChainBlock& block, int pixels)
{
    int channels = program.srcChannels;
    for (int i = 0; i < program.count; ++i) {
        const ChainInstruction& in = program.instructions[i];
        const int values = pixels * channels;
#define CUDASTRIPE_CHAIN_CASE(NAME, ...)                                   \
    case ChainCode::NAME:                                                  \
        applyToBlock<Chain##NAME>(in, program.secondDepth, block, values); \
        break;
        switch (in.code) {
            CUDASTRIPE_CHAIN_MATH(CUDASTRIPE_CHAIN_CASE)
        case ChainCode::Lookup:
            if (program.wide)
                lookUp(in, reinterpret_cast<const std::uint64_t*>(tables + in.table), block.current, values);
            else
                lookUp(in, reinterpret_cast<const std::uint32_t*>(tables + in.table), block.current, values);
            break;
        default:
            if (in.low)
                runOnPixels(in, block.current.wide, block.second.narrow, 0, channels, pixels);
            else
                runOnPixels(in, block.current.narrow, block.second.narrow, program.secondChannels, channels, pixels);
        }
#undef CUDASTRIPE_CHAIN_CASE
        channels = in.channels;
    }
}

template <class T>
CUDASTRIPE_INLINE void loadValues(const uchar* from, ChainBlock::Values& values, int count)
{
    using Value = RegisterType<T>;
    AliasedType<Value>* to = valuesOf<Value>(values);
    for (int i = 0; i < count; ++i) {
        T value;
        std::memcpy(&value, from + i * sizeof(T), sizeof(T));  // rows may start anywhere
        to[i] = static_cast<Value>(value);
    }
}

template <class T>
CUDASTRIPE_INLINE void storeValues(ChainBlock& block, int count)
{
    using Value = RegisterType<T>;
    const AliasedType<Value>* from = valuesOf<Value>(block.current);
    AliasedType<T>* to = reinterpret_cast<AliasedType<T>*>(block.stored);
    for (int i = 0; i < count; ++i)
        to[i] = static_cast<T>(from[i]);
}

CUDASTRIPE_INLINE int mostChannels(const ChainProgram& program)
{
    int most = std::max({program.srcChannels, program.secondChannels, program.dstChannels});
    for (int i = 0; i < program.count; ++i)
        most = std::max<int>(most, program.instructions[i].channels);
    return most == 3 ? 4 : most;
}

CUDASTRIPE_INLINE void runInBlocks(const ChainProgram& program, const uchar* tables, const ChainRow& row,
                                   ChainBlock& block)
{
    const int run = ChainBlock::kValues / mostChannels(program);
    const std::int64_t srcBytes = depthBytes(program.srcDepth) * program.srcChannels;
    const std::int64_t secondBytes = depthBytes(program.secondDepth) * program.secondChannels;
    const int dstBytes = depthBytes(program.dstDepth) * program.dstChannels;
    for (std::int64_t first = 0; first < row.cols; first += run) {
        const int pixels = static_cast<int>(std::min<std::int64_t>(run, row.cols - first));
#define CUDASTRIPE_LOAD(T) loadValues<T>(row.src + first * srcBytes, block.current, pixels * program.srcChannels)
        CUDASTRIPE_FOR_DEPTH(program.srcDepth, CUDASTRIPE_LOAD)
#undef CUDASTRIPE_LOAD
        if (program.secondChannels) {
#define CUDASTRIPE_LOAD(T) \
    loadValues<T>(row.second + first * secondBytes, block.second, pixels * program.secondChannels)
            CUDASTRIPE_FOR_DEPTH(program.secondDepth, CUDASTRIPE_LOAD)
#undef CUDASTRIPE_LOAD
        }
        runOnBlock(program, tables, block, pixels);
#define CUDASTRIPE_STORE(T) storeValues<T>(block, pixels * program.dstChannels)
        CUDASTRIPE_FOR_DEPTH(program.dstDepth, CUDASTRIPE_STORE)
#undef CUDASTRIPE_STORE
        if (row.mask)
            keepUnmasked(row.mask + first, row.old ? row.old + first * dstBytes : nullptr, block.stored, pixels,
                         dstBytes);
        storeBytes(row.dst + first * dstBytes, block.stored,
                   static_cast<size_t>(pixels) * static_cast<size_t>(dstBytes), row.nonTemporal);
    }
}

}}}  // namespace cv::cudastripe
