// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Loops over whole pixels: inlined into the version for each instruction set, for which the compiler vectorises them.

#pragma once

#include "../../depth_types.hpp"
#include "../../simd/fetch_ahead.hpp"
#include "../../simd/instruction_set.hpp"
#include "../body/pixels.hpp"
#include "loop.hpp"

namespace cv { namespace cudastripe { namespace {

//! An instruction that runOnPixel() knows, on pixels of so many channels.
template <ChainCode code, class T, int channels>
CUDASTRIPE_INLINE void runOnPixelsOf(const ChainArrays& arrays)
{
    using Value = typename Unaligned<T>::type;
    constexpr int results = code == ChainCode::Premultiply ? channels : 1;
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
            for (int c = 0; c < channels; ++c)
                p[c] = wordOf<std::uint32_t>(static_cast<RegisterType<T>>(a[i * channels + c]));
            runOnPixel<std::uint32_t>(in, nullptr, p, second);
            for (int c = 0; c < results; ++c)
                out[i * results + c] = static_cast<T>(valueOf<RegisterType<T>>(p[c]));
        }
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

template <ChainCode code, class T>
CUDASTRIPE_INLINE void runOnPixels(const ChainArrays& arrays)
{
    if (arrays.channels == 2)
        runOnPixelsOf<code, T, 2>(arrays);
    else if (arrays.channels == 3)
        runOnPixelsOf<code, T, 3>(arrays);
    else
        runOnPixelsOf<code, T, 4>(arrays);
}

}}}  // namespace cv::cudastripe
