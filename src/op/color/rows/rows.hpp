// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rows of the formulas of one pixel on the CPU.

#pragma once

#include "../../simd/instruction_set.hpp"
#include "../../simd/pixel_shuffle.hpp"
#include "../formula/formulas.hpp"

//! Formulas run on vectors. Clang refuses vectors in functions that are declared before a target, as formulas are: it
//! vectorises the plain loops.
#if defined(CUDASTRIPE_X86) && !defined(__clang__)
#define CUDASTRIPE_COLOR_VECTORS 1
#endif

namespace cv { namespace cudastripe {

//! Converts pixels. `to` may be `from` if both have as many channels.
template <class Formula, class Value = typename Formula::Value>
using ColorRow = void (*)(const Formula& formula, const Value* from, int64 pixels, Value* to);

//! Converts any number of pixels by the loops of this CPU.
template <class Formula, int In, int Out>
struct ColorRows
{
    using Value = typename Formula::Value;

    Formula formula;

    explicit ColorRows(const Formula& original) : formula(original) {}
    void run(const Value* from, int64 pixels, Value* to) const;
};

//! Those that only move values.
template <class T, int In, int Out>
struct ColorRows<OrderFormula<T>, In, Out>
{
    PixelShuffle shuffle;

    explicit ColorRows(const OrderFormula<T>& formula);
    void run(const T* from, int64 pixels, T* to) const { shuffle.run(from, pixels, to); }
};

//! Pixels of a block.
constexpr int kColorBlock = 64;

// Loops with vectors. The number of pixels is a multiple of kColorBlock; no byte after them is read.

#define CUDASTRIPE_COLOR_BLOCKS(NAMESPACE)                                                      \
    namespace NAMESPACE {                                                                       \
    template <class Formula, int In, int Out>                                                   \
    void colorBlocks(const Formula& formula, const typename Formula::Value* from, int64 pixels, \
                     typename Formula::Value* to);                                              \
    }
CUDASTRIPE_COLOR_BLOCKS(sse41)
CUDASTRIPE_COLOR_BLOCKS(avx2)
CUDASTRIPE_COLOR_BLOCKS(avx512)
#undef CUDASTRIPE_COLOR_BLOCKS

}}  // namespace cv::cudastripe
