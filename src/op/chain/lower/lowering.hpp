// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <vector>

#include "../math.hpp"
#include "opencv2/cudastripe/chain.hpp"

// How operators become instructions. Which rounding belongs to which depth is what OpenCV's arithm, convert_scale,
// thresh and mathfuncs sources do on the CPU.

namespace cv { namespace cudastripe {

//! An instruction with the table that it reads, if it does.
struct LoweredInstruction
{
    ChainInstruction code;
    Mat table;  //!< 256 elements, as given
};

/** @brief One operator on its way to instructions, and what the image is before and after it. */
class Lowering
{
public:
    Lowering(const Operator& step, int number, int type, int typeOfSecond, const char* function)
        : op(step),
          depth(CV_MAT_DEPTH(type)),
          channels(CV_MAT_CN(type)),
          secondType(typeOfSecond),
          number_(number),
          function_(function)
    {
    }

    const Operator& op;
    int depth;     //!< of the values so far
    int channels;  //!< of the pixels so far
    int secondType;
    std::vector<LoweredInstruction> result;

    bool isInteger() const { return depth <= CV_32S; }
    //! True if a * x + b for the depth's values x is as short as "short" instructions need.
    bool isShort(double a, double b = 0) const;
    //! The greatest magnitude of an integer depth.
    double greatest() const;

    //! Throws, naming the step.
    [[noreturn]] void refuse(const std::string& text) const;
    //! Throws unless the second image has this type, or the type of the values so far.
    void requireSecond(int type) const;
    void requireSecond() const { requireSecond(CV_MAKETYPE(depth, channels)); }

    //! Appends an instruction whose other operand is the second image, or its immediates, which are still zero.
    ChainInstruction& emit(ChainCode code);
    //! The code for the values' depth: of 32-bit integers, 32F or 64F.
    ChainInstruction& emit(ChainCode ofInt, ChainCode ofFloat, ChainCode ofDouble);
    //! Saturates the last instruction's integers to a depth.
    void saturate(int toDepth);

    //! Values become 32F, or 64F, from what they are.
    void toFloat();
    void toDouble();
    //! Values of the depth so far, which have become 32F or 64F on the way, become that depth again.
    void fromFloat(int toDepth);
    void fromDouble(int toDepth);

    //! The scalar's value for a channel, or the parameter for all, as the values' depth has it.
    void setImmediates(ChainInstruction& in, const Scalar& x) const;
    static ChainValue valueFor(int depth, double x);
    static void setAll(ChainValue (&values)[4], ChainValue value);
    static ChainValue ofInt(int x);
    static ChainValue ofFloat(float x);
    static ChainValue ofDouble(double x);

private:
    int number_;
    const char* function_;
};

//! The instructions of an operator; one function for each row of @ref CV_CUDASTRIPE_OPERATORS.
void lower(Lowering& to);
#define CUDASTRIPE_LOWER(NAME, ...) void lower##NAME(Lowering& to);
CV_CUDASTRIPE_OPERATORS(CUDASTRIPE_LOWER)
#undef CUDASTRIPE_LOWER

}}  // namespace cv::cudastripe
