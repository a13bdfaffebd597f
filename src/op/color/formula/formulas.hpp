// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The table of formulas with the channels that they take and give.

#pragma once

#include "lab.hpp"
#include "spaces.hpp"

namespace cv { namespace cudastripe {

//! 3 or 4 channels of colours to `OUT` channels of something else.
#define CUDASTRIPE_OF_COLORS(DO, FORMULA, OUT) DO(FORMULA, 3, OUT) DO(FORMULA, 4, OUT)
//! `IN` channels to 3 or 4 channels of colours.
#define CUDASTRIPE_TO_COLORS(DO, FORMULA, IN) DO(FORMULA, IN, 3) DO(FORMULA, IN, 4)

//! Formulas that only move values.
#define CUDASTRIPE_ORDER_FORMULAS(DO)                 \
    DO(OrderFormula<uchar>, 1, 4)                     \
    CUDASTRIPE_TO_COLORS(DO, OrderFormula<uchar>, 3)  \
    CUDASTRIPE_TO_COLORS(DO, OrderFormula<uchar>, 4)  \
    CUDASTRIPE_TO_COLORS(DO, OrderFormula<ushort>, 1) \
    CUDASTRIPE_TO_COLORS(DO, OrderFormula<ushort>, 3) \
    CUDASTRIPE_TO_COLORS(DO, OrderFormula<ushort>, 4) \
    CUDASTRIPE_TO_COLORS(DO, OrderFormula<float>, 1)  \
    CUDASTRIPE_TO_COLORS(DO, OrderFormula<float>, 3)  \
    CUDASTRIPE_TO_COLORS(DO, OrderFormula<float>, 4)

//! Formulas of bytes and floats, which have loops with vectors.
#define CUDASTRIPE_BLOCK_FORMULAS(DO)                 \
    CUDASTRIPE_OF_COLORS(DO, GrayFormula<uchar>, 1)   \
    CUDASTRIPE_OF_COLORS(DO, LabFormula, 3)           \
    CUDASTRIPE_TO_COLORS(DO, OfLabFormula, 3)         \
    DO(RepeatFormula, 1, 3)                           \
    CUDASTRIPE_OF_COLORS(DO, ToBitsFormula, 2)        \
    DO(ToBitsFormula, 1, 2)                           \
    CUDASTRIPE_TO_COLORS(DO, OfBitsFormula, 2)        \
    DO(OfBitsFormula, 2, 1)                           \
    DO(PremultiplyFormula, 4, 4)                      \
    DO(UnpremultiplyFormula, 4, 4)                    \
    CUDASTRIPE_OF_COLORS(DO, MatrixFormula<uchar>, 3) \
    DO(MatrixFormula<uchar>, 3, 4)                    \
    CUDASTRIPE_OF_COLORS(DO, MatrixFormula<float>, 3) \
    DO(MatrixFormula<float>, 3, 4)                    \
    CUDASTRIPE_OF_COLORS(DO, HsvBytesFormula, 3)      \
    CUDASTRIPE_OF_COLORS(DO, HsvFloatFormula, 3)      \
    CUDASTRIPE_OF_COLORS(DO, HlsFormula<uchar>, 3)    \
    CUDASTRIPE_OF_COLORS(DO, HlsFormula<float>, 3)    \
    CUDASTRIPE_TO_COLORS(DO, OfHsvFormula<uchar>, 3)  \
    CUDASTRIPE_TO_COLORS(DO, OfHsvFormula<float>, 3)  \
    CUDASTRIPE_TO_COLORS(DO, OfHlsFormula<uchar>, 3)  \
    CUDASTRIPE_TO_COLORS(DO, OfHlsFormula<float>, 3)

//! Formulas whose loops the compiler vectorises.
#define CUDASTRIPE_PLAIN_FORMULAS(DO)                  \
    CUDASTRIPE_OF_COLORS(DO, GrayFormula<ushort>, 1)   \
    CUDASTRIPE_OF_COLORS(DO, GrayFormula<float>, 1)    \
    CUDASTRIPE_OF_COLORS(DO, MatrixFormula<ushort>, 3) \
    DO(MatrixFormula<ushort>, 3, 4)

//! All formulas: kernels are instantiated from this list.
#define CUDASTRIPE_COLOR_FORMULAS(DO) \
    CUDASTRIPE_ORDER_FORMULAS(DO) CUDASTRIPE_BLOCK_FORMULAS(DO) CUDASTRIPE_PLAIN_FORMULAS(DO)

}}  // namespace cv::cudastripe
