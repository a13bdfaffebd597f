// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// How an operator becomes instructions, with the roundings of OpenCV's CPU code for each depth.

#pragma once

#include <cstring>
#include <vector>

#include "../../depth_types.hpp"
#include "../body/math.hpp"
#include "opencv2/cudastripe/chain.hpp"

namespace cv { namespace cudastripe {

//! An instruction, and the table that it reads, if any.
struct LoweredInstruction
{
    ChainInstruction code;
    Mat table;  //!< 256 elements, as the user gave them
};

//! The forms of an instruction: for values as 32-bit integers, 32F and 64F.
struct ChainCodes
{
    ChainCode ofInt, ofFloat, ofDouble;

    constexpr ChainCodes(ChainCode code) : ChainCodes(code, code, code) {}
    constexpr ChainCodes(ChainCode i, ChainCode f, ChainCode d) : ofInt(i), ofFloat(f), ofDouble(d) {}
    ChainCode of(int depth) const { return depth <= CV_32S ? ofInt : depth == CV_32F ? ofFloat : ofDouble; }
};
#define CUDASTRIPE_CODES(NAME) (ChainCodes{ChainCode::NAME##I, ChainCode::NAME##F, ChainCode::NAME##D})

//! One operator on its way to instructions, and the image before and after it.
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
    bool isUnsigned() const { return limitsOf(depth).low == 0; }
    bool isWide() const { return depth == CV_32S || depth == CV_64F; }
    //! True if a * x + b is small enough for "short" instructions, for all values x of the depth.
    bool isShort(double a, double b = 0) const;
    //! The greatest magnitude of an integer depth.
    double greatest() const;

    //! Throws, naming the step.
    [[noreturn]] void refuse(const std::string& text) const;
    //! Throws, naming the step, since the image has a type other than those in `taken`.
    [[noreturn]] void refuseType(const char* taken) const;
    //! Throws if the operator uses a second image that has another type than this, or than the values so far.
    void checkSecond(int type) const;
    void checkSecond() const { checkSecond(CV_MAKETYPE(depth, channels)); }

    //! Appends an instruction in the form for the values' depth. Its other operand is the second image, or its
    //! immediates, which are still zero. Integer results are saturated to the depth.
    ChainInstruction& emit(const ChainCodes& codes);
    //! The same with equal immediates for all channels.
    ChainInstruction& emit(const ChainCodes& codes, ChainValue x, ChainValue y = {});
    //! The form whose other operand is the second image, or the operator's scalar.
    ChainInstruction& emitBinary(const ChainCodes& codes);
    //! Appends an instruction without another operand.
    ChainInstruction& emitUnary(ChainCode code);
    //! Saturates the last instruction's integers to a depth.
    void saturate(int toDepth);

    //! Appends the conversion from one depth to another, if they differ.
    void convert(int from, int to);
    //! Values of the current depth become 32F, or 64F.
    void toReal(int real) { convert(depth, real); }
    //! Values that are now 32F, or 64F, become `toDepth`, and are saturated to it.
    void fromReal(int real, int toDepth);

    //! Sets immediates to the scalar's values, converted to the values' depth.
    void setImmediates(ChainValue (&values)[4], const Scalar& x) const;
    static ChainValue valueFor(int depth, double x);
    static ChainValue ofInt(int x) { return of(x); }
    static ChainValue ofFloat(float x) { return of(x); }
    static ChainValue ofDouble(double x) { return of(x); }

private:
    template <class T>
    static ChainValue of(T x)
    {
        ChainValue value = {};
        std::memcpy(&value, &x, sizeof(x));
        return value;
    }

    int number_;
    const char* function_;
};

//! The instructions of an operator; one function for each row of @ref CV_CUDASTRIPE_OPERATORS.
void lower(Lowering& to);
#define CUDASTRIPE_LOWER(NAME, ...) void lower##NAME(Lowering& to);
CV_CUDASTRIPE_OPERATORS(CUDASTRIPE_LOWER)
#undef CUDASTRIPE_LOWER

}}  // namespace cv::cudastripe
