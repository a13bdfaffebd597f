// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Loops over whole pixels: inlined into the version for each instruction set, for which the compiler vectorises them.

#pragma once

#include "../../depth_types.hpp"
#include "../../simd/fetch_ahead.hpp"
#include "../../simd/instruction_set.hpp"
#include "../body/pixels.hpp"
#include "loop.hpp"

namespace cv { namespace cudastripe { namespace {

//! The numbers of channels that an instruction takes, and what it makes of the pixel at `a`.
struct PixelGrayI
{
    static constexpr int kLeast = 3, kMost = 4;
    static constexpr int results(int) { return 1; }

    template <int channels, class In, class Out>
    CUDASTRIPE_INLINE static void of(const In* a, Out* out, const ChainInstruction& in)
    {
        const unsigned x = static_cast<unsigned>(in.x[0].i), y = static_cast<unsigned>(in.x[1].i),
                       z = static_cast<unsigned>(in.x[2].i);
        *out = static_cast<Out>((static_cast<unsigned>(in.y[0].i) + x * a[0] + y * a[1] + z * a[2]) >> in.high);
    }
};

struct PixelGrayF
{
    static constexpr int kLeast = 3, kMost = 4;
    static constexpr int results(int) { return 1; }

    template <int channels, class In, class Out>
    CUDASTRIPE_INLINE static void of(const In* a, Out* out, const ChainInstruction& in)
    {
        *out =
            canonical(sumOf(sumOf(productOf(in.x[0].f, a[0]), productOf(in.x[1].f, a[1])), productOf(in.x[2].f, a[2])));
    }
};

struct PixelAllSet
{
    static constexpr int kLeast = 2, kMost = 4;
    static constexpr int results(int) { return 1; }

    template <int channels, class In, class Out>
    CUDASTRIPE_INLINE static void of(const In* a, Out* out, const ChainInstruction&)
    {
        Out all = a[0];
        for (int c = 1; c < channels; ++c)
            all &= a[c];
        *out = all;
    }
};

struct PixelPremultiply
{
    static constexpr int kLeast = 4, kMost = 4;
    static constexpr int results(int channels) { return channels; }

    template <int channels, class In, class Out>
    CUDASTRIPE_INLINE static void of(const In* a, Out* out, const ChainInstruction&)
    {
        // x / 255 for all x of 16 bits
        const auto quotient = [](unsigned x) { return static_cast<Out>((x * 0x8081u) >> 23); };
        const unsigned alpha = a[3];
        for (int c = 0; c < 3; ++c)
            out[c] = quotient(a[c] * alpha + 128);
        out[3] = static_cast<Out>(alpha);
    }
};

template <class Function, class T, int channels>
CUDASTRIPE_INLINE void runOnPixelsOf(const ChainArrays& arrays)
{
    using Value = typename Unaligned<T>::type;
    constexpr int run = 64, bytes = run * channels * static_cast<int>(sizeof(T));
    const ChainInstruction in = *arrays.in;  // a copy, which no store can change
    const int pixels = arrays.count / channels;
    for (int first = 0; first < pixels; first += run) {
        const Value* const a = reinterpret_cast<const Value*>(arrays.src) + std::int64_t(first) * channels;
        Value* const out = reinterpret_cast<Value*>(arrays.dst) + std::int64_t(first) * Function::results(channels);
        fetchAhead(reinterpret_cast<const uchar*>(a), bytes, arrays.ahead);
        const int count = std::min(run, pixels - first);
        CUDASTRIPE_INDEPENDENT
        for (int i = 0; i < count; ++i)
            Function::template of<channels, Value, Value>(a + i * channels, out + i * Function::results(channels), in);
    }
}

//! A table of each channel, or one of all, with entries of 32 bits.
template <class T, int channels, bool several>
CUDASTRIPE_INLINE void lookUpOf(const ChainArrays& arrays)
{
    using Out = typename Unaligned<T>::type;
    constexpr int run = 64;
    const auto* const table = reinterpret_cast<const std::uint32_t*>(arrays.tables + arrays.in->table);
    const int pixels = arrays.count / channels;
    for (int first = 0; first < pixels; first += run) {
        const uchar* const a = arrays.src + std::int64_t(first) * channels;
        Out* const out = reinterpret_cast<Out*>(arrays.dst) + std::int64_t(first) * channels;
        fetchAhead(a, run * channels, arrays.ahead);
        const int count = std::min(run, pixels - first);
        for (int i = 0; i < count; ++i) {
            for (int c = 0; c < channels; ++c) {
                const std::uint32_t entry = table[(several ? c * 256 : 0) + a[i * channels + c]];
                out[i * channels + c] = static_cast<T>(bitsAs<RegisterType<T>>(entry));
            }
        }
    }
}

template <class T>
CUDASTRIPE_INLINE void lookUpPixels(const ChainArrays& arrays)
{
    const int tables = arrays.in->tableRows;
    if (tables == 1)
        lookUpOf<T, 1, false>(arrays);
    else if (tables == 2)
        lookUpOf<T, 2, true>(arrays);
    else if (tables == 3)
        lookUpOf<T, 3, true>(arrays);
    else
        lookUpOf<T, 4, true>(arrays);
}

template <class Function, class T>
CUDASTRIPE_INLINE void runOnPixels(const ChainArrays& arrays)
{
    if constexpr (Function::kLeast <= 2) {
        if (arrays.channels == 2)
            return runOnPixelsOf<Function, T, 2>(arrays);
    }
    if constexpr (Function::kLeast <= 3) {
        if (arrays.channels == 3)
            return runOnPixelsOf<Function, T, 3>(arrays);
    }
    runOnPixelsOf<Function, T, 4>(arrays);
}

}}}  // namespace cv::cudastripe
