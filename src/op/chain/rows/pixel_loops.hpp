// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Loops over whole pixels: inlined into the version for each instruction set, for which the compiler vectorises them.

#pragma once

#include "../../depth_types.hpp"
#include "../../simd/fetch_ahead.hpp"
#include "../../simd/instruction_set.hpp"
#include "../body/pixels.hpp"
#include "loop.hpp"

namespace cv { namespace cudastripe { namespace {

//! The form of an instruction on pixels of four bytes as words; false if it has none.
template <ChainCode code>
struct WordForm : std::false_type
{
};

template <>
struct WordForm<ChainCode::GrayI> : std::true_type
{
    using Result = uchar;

    CUDASTRIPE_INLINE static std::uint32_t of(std::uint32_t pixel, const ChainInstruction& in)
    {
        const auto weighted = [&](int c) { return (pixel >> 8 * c & 255u) * static_cast<std::uint32_t>(in.x[c].i); };
        return (weighted(0) + weighted(1) + weighted(2) + static_cast<std::uint32_t>(in.y[0].i)) >> in.high;
    }
};

template <>
struct WordForm<ChainCode::Premultiply> : std::true_type
{
    using Result = std::uint32_t;

    //! (channel * alpha + 128) / 255 for two channels, which are the lower bytes of a word's halves.
    CUDASTRIPE_INLINE static std::uint32_t multiplied(std::uint32_t channels, std::uint32_t alpha)
    {
        const std::uint32_t x = channels * alpha + 0x00800080u;
        return (x + 0x00010001u + (x >> 8 & 0x00ff00ffu)) >> 8 & 0x00ff00ffu;
    }
    CUDASTRIPE_INLINE static std::uint32_t of(std::uint32_t pixel, const ChainInstruction&)
    {
        const std::uint32_t alpha = pixel >> 24;
        return multiplied(pixel & 0x00ff00ffu, alpha) | multiplied(pixel >> 8 & 255u, alpha) << 8 | alpha << 24;
    }
};

template <ChainCode code>
CUDASTRIPE_INLINE void runOnWords(const ChainArrays& arrays)
{
    using Word = Unaligned<std::uint32_t>::type;
    using Out = typename Unaligned<typename WordForm<code>::Result>::type;
    constexpr int run = 64;
    const ChainInstruction in = *arrays.in;
    const int pixels = arrays.count / 4;
    for (int first = 0; first < pixels; first += run) {
        const Word* const a = reinterpret_cast<const Word*>(arrays.src) + first;
        Out* const out = reinterpret_cast<Out*>(arrays.dst) + first;
        fetchAhead(reinterpret_cast<const uchar*>(a), run * 4, arrays.ahead);
        const int count = std::min(run, pixels - first);
        CUDASTRIPE_INDEPENDENT
        for (int i = 0; i < count; ++i)
            out[i] = static_cast<typename WordForm<code>::Result>(WordForm<code>::of(a[i], in));
    }
}

//! An instruction that runOnPixel() knows, on pixels of so many channels.
template <ChainCode code, class T, int channels>
CUDASTRIPE_INLINE void runOnPixelsOf(const ChainArrays& arrays)
{
    using Value = typename Unaligned<T>::type;
    constexpr int results = code == ChainCode::Premultiply ? 4 : code == ChainCode::BlendOver ? 3 : 1;
    constexpr int run = 64, bytes = run * channels * static_cast<int>(sizeof(T));
    ChainInstruction in = *arrays.in;  // a copy, which no store can change
    in.code = code;                    // known to the compiler, as is the number of channels
    in.x[0].i = code == ChainCode::AllSet ? channels : in.x[0].i;
    const int pixels = arrays.count / channels;
    for (int first = 0; first < pixels; first += run) {
        const Value* const a = reinterpret_cast<const Value*>(arrays.src) + std::int64_t(first) * channels;
        Value* const out = reinterpret_cast<Value*>(arrays.dst) + std::int64_t(first) * results;
        fetchAhead(reinterpret_cast<const uchar*>(a), bytes, arrays.ahead);
        const int count = std::min(run, pixels - first);
        CUDASTRIPE_INDEPENDENT
        for (int i = 0; i < count; ++i) {
            std::uint32_t p[4] = {}, second[4] = {};
            if constexpr (code == ChainCode::BlendOver) {
                const Value* const b = reinterpret_cast<const Value*>(arrays.second) + std::int64_t(first) * 3;
                for (int c = 0; c < 3; ++c)
                    second[c] = wordOf<std::uint32_t>(static_cast<RegisterType<T>>(b[i * 3 + c]));
            }
            for (int c = 0; c < channels; ++c)
                p[c] = wordOf<std::uint32_t>(static_cast<RegisterType<T>>(a[i * channels + c]));
            runOnPixel<std::uint32_t>(in, nullptr, p, second);
            for (int c = 0; c < results; ++c)
                out[i * results + c] = static_cast<T>(valueOf<RegisterType<T>>(p[c]));
        }
    }
}

//! Looks up values in a table for each channel, or in one for all. Narrow results are in the low bits of entries.
template <class Source, class Result, class Entry, int channels, bool several>
CUDASTRIPE_INLINE void lookUpOf(const ChainArrays& arrays)
{
    using In = typename Unaligned<Source>::type;
    using Out = typename Unaligned<Result>::type;
    using Word = std::conditional_t<sizeof(Result) == 8, std::uint64_t, std::uint32_t>;
    constexpr int run = 64, words = sizeof(Entry) / sizeof(Word);
    const auto* const table = reinterpret_cast<const Word*>(arrays.tables + arrays.in->table);
    const int pixels = arrays.count / channels;
    for (int first = 0; first < pixels; first += run) {
        const In* const a = reinterpret_cast<const In*>(arrays.src) + std::int64_t(first) * channels;
        Out* const out = reinterpret_cast<Out*>(arrays.dst) + std::int64_t(first) * channels;
        fetchAhead(reinterpret_cast<const uchar*>(a), run * channels * int(sizeof(Source)), arrays.ahead);
        const int count = std::min(run, pixels - first);
        for (int i = 0; i < count; ++i) {
            for (int c = 0; c < channels; ++c) {
                const Word entry = table[((several ? c * 256 : 0) + (a[i * channels + c] & 255)) * words];
                out[i * channels + c] = static_cast<Result>(bitsAs<RegisterType<Result>>(entry));
            }
        }
    }
}

template <class Source, class Result, class Entry>
CUDASTRIPE_INLINE void lookUpPixels(const ChainArrays& arrays)
{
    const int tables = arrays.in->tableRows;
    if (tables == 1)
        lookUpOf<Source, Result, Entry, 1, false>(arrays);
    else if (tables == 2)
        lookUpOf<Source, Result, Entry, 2, true>(arrays);
    else if (tables == 3)
        lookUpOf<Source, Result, Entry, 3, true>(arrays);
    else
        lookUpOf<Source, Result, Entry, 4, true>(arrays);
}

template <ChainCode code, class T>
CUDASTRIPE_INLINE void runOnPixels(const ChainArrays& arrays)
{
    constexpr bool onlyFour = code == ChainCode::Premultiply || code == ChainCode::BlendOver;
    if constexpr (sizeof(T) == 1 && WordForm<code>::value) {
        if (arrays.channels == 4)
            return runOnWords<code>(arrays);
    }
    if constexpr (onlyFour)
        runOnPixelsOf<code, T, 4>(arrays);
    else if (arrays.channels == 2)
        runOnPixelsOf<code, T, 2>(arrays);
    else if (arrays.channels == 3)
        runOnPixelsOf<code, T, 3>(arrays);
    else
        runOnPixelsOf<code, T, 4>(arrays);
}

}}}  // namespace cv::cudastripe
