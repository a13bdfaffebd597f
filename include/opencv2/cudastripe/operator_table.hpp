// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_OPERATOR_TABLE_HPP
#define OPENCV_CUDASTRIPE_OPERATOR_TABLE_HPP

#include <vector>

#include "opencv2/cudastripe/channel_values.hpp"

//! @addtogroup cudastripe_elementwise
//! @{

/** @brief All operators of a chain, a row each: enumerator, name, the call that it stands for, its parameters, depths
that it takes, how close it is to that call, depths of the source with the same bits on host and device, and its cost to
a CPU thread.

Each parameter is a word that says where it lies in a cv::cudastripe::Operator, how it reads in the text of a chain and
what it may be; a word with "second" is, or may be, the second image. src/model/operator_parameters.cpp has the
words.

Depths have OpenCV's names; "int" is 8U, 8S, 16U, 16S and 32S, "real" is 32F and 64F. Closeness: Equal means the
same bits for integers, and OpenCV's values for 32F and 64F, except the signs of zero and NaN, scaled products of two
32F images and gray of 32F (see Chain::multiply and Chain::gray); Code means that the result is rounded once where
OpenCV rounds once or twice, depending on the CPU, so that an integer may differ by one code and a real number by the
rounding of an intermediate; Bound means a function whose error against real arithmetic is stated with the method of
cv::cudastripe::Chain; Own means that OpenCV has no such call for the CPU. Where steps become a table that the host
computes (see cv::cudastripe::Chain), 8-bit sources give the same bits everywhere. The cost of an element is how many
bytes the thread could copy in the same time, as measured on one core with AVX-512. A rough cost is enough to choose
the route, since threads and devices claim rows as they come. */
#define CV_CUDASTRIPE_OPERATORS(ROW)                                                                                   \
    ROW(Add, "add", "cv::add", "scalar|second", "int real", Equal, "int real", 2)                                      \
    ROW(Subtract, "subtract", "cv::subtract", "scalar|second", "int real", Equal, "int real", 2)                       \
    ROW(SubtractFrom, "subtractFrom", "cv::subtract(scalar, x)", "scalar|second", "int real", Equal, "int real", 2)    \
    ROW(Multiply, "multiply", "cv::multiply", "scalar|second scale", "int real", Equal, "int real", 4)                 \
    ROW(Divide, "divide", "cv::divide", "scalar|second scale", "int real", Equal, "int real", 20)                      \
    ROW(DivideInto, "divideInto", "cv::divide(scale, x)", "value0", "int real", Equal, "int real", 20)                 \
    ROW(AbsDiff, "absdiff", "cv::absdiff", "scalar|second", "int real", Equal, "int real", 2)                          \
    ROW(Min, "min", "cv::min", "scalar|second", "int real", Equal, "int real", 2)                                      \
    ROW(Max, "max", "cv::max", "scalar|second", "int real", Equal, "int real", 2)                                      \
    ROW(BitwiseAnd, "bitwiseAnd", "cv::bitwise_and", "scalar|second", "int real", Equal, "int real", 2)                \
    ROW(BitwiseOr, "bitwiseOr", "cv::bitwise_or", "scalar|second", "int real", Equal, "int real", 2)                   \
    ROW(BitwiseXor, "bitwiseXor", "cv::bitwise_xor", "scalar|second", "int real", Equal, "int real", 2)                \
    ROW(BitwiseNot, "bitwiseNot", "cv::bitwise_not", "", "int real", Equal, "int real", 2)                             \
    ROW(ShiftLeft, "shiftLeft", "cv::cuda::lshift", "bits", "int", Own, "int", 4)                                      \
    ROW(ShiftRight, "shiftRight", "cv::cuda::rshift", "bits", "int", Own, "int", 4)                                    \
    ROW(Threshold, "threshold", "cv::threshold", "value0 value1 type", "8U 16U 16S real", Equal, "int real", 2)        \
    ROW(InRange, "inRange", "cv::inRange", "lower upper", "int real", Equal, "int real", 3)                            \
    ROW(Compare, "compare", "cv::compare", "value0|second cmpop", "int real", Equal, "int real", 2)                    \
    ROW(ConvertTo, "convertTo", "cv::Mat::convertTo", "depth value0 value1", "int real", Code, "int real", 3)          \
    ROW(Lut, "lut", "cv::LUT", "table", "8U 8S", Equal, "int", 5)                                                      \
    ROW(Gamma, "gamma", "", "gamma", "8U 16U 32F", Own, "int real", 70)                                                \
    ROW(Abs, "abs", "cv::abs", "", "int real", Equal, "int real", 2)                                                   \
    ROW(Sqr, "sqr", "cv::multiply(x, x)", "", "int real", Equal, "int real", 2)                                        \
    ROW(Sqrt, "sqrt", "cv::sqrt", "", "real", Equal, "real", 8)                                                        \
    ROW(Exp, "exp", "cv::exp", "", "real", Bound, "32F", 19)                                                           \
    ROW(Log, "log", "cv::log", "", "real", Bound, "32F", 27)                                                           \
    ROW(Pow, "pow", "cv::pow", "value0", "int real", Bound, "int 32F", 75)                                             \
    ROW(Magnitude, "magnitude", "cv::magnitude", "second", "real", Bound, "real", 28)                                  \
    ROW(AddWeighted, "addWeighted", "cv::addWeighted", "value0 second value1 value2", "int real", Code, "int real", 5) \
    ROW(Gray, "gray", "cv::cvtColor, COLOR_BGR2GRAY", "order", "8U 16U 32F", Equal, "int real", 5)                     \
    ROW(BlendOver, "blendOver", "", "second", "8U", Own, "int", 60)                                                    \
    ROW(Premultiply, "premultiply", "cv::cvtColor, COLOR_RGBA2mRGBA", "", "8U", Equal, "int", 2)                       \
    ROW(Channels, "channels", "cv::mixChannels", "channels", "int real", Equal, "int real", 2)

namespace cv { namespace cudastripe {

#ifndef OPENCV_BINDINGS_PARSER  // OpenCV's generator of bindings expands no macros
#define CV_CUDASTRIPE_ENUMERATOR(NAME, ...) NAME,

//! What an operator computes: see @ref CV_CUDASTRIPE_OPERATORS.
enum class OperatorCode
{
    CV_CUDASTRIPE_OPERATORS(CV_CUDASTRIPE_ENUMERATOR)
};

#undef CV_CUDASTRIPE_ENUMERATOR
#endif

//! How close an operator is to the call that it stands for: see @ref CV_CUDASTRIPE_OPERATORS.
enum class Closeness
{
    Equal,  //!< the same bits
    Code,   //!< one rounding, where OpenCV may have two
    Bound,  //!< an error against real arithmetic that the method of @ref Chain states
    Own     //!< OpenCV has no such call for the CPU
};

//! A row of @ref CV_CUDASTRIPE_OPERATORS.
struct OperatorInfo
{
    OperatorCode code;       //!< of Operator::code
    const char* name;        //!< of the method of @ref Chain
    const char* standsFor;   //!< the call of OpenCV; empty if there is none
    const char* parameters;  //!< a word for each
    const char* depths;      //!< what it takes
    Closeness closeness;     //!< to that call
    const char* sameBits;    //!< depths of its source for which host and device give the same bits
    int cost;                //!< of an element, in bytes that a CPU thread copies in the same time
};

//! All operators, in the order of their codes.
CV_EXPORTS const std::vector<OperatorInfo>& operatorTable();

/** @brief One step of a chain, as data: which operator, and its parameters. The methods of @ref Chain make it. */
struct Operator
{
    //! @param which what the step computes
    //! @param first,next,last the numbers of `values`
    explicit Operator(OperatorCode which, double first = 0, double next = 0, double last = 0)
        : code(which), values{first, next, last}
    {
    }
    //! @param which what the step computes
    //! @param other the other operand
    //! @param first,next,last the numbers of `values`
    Operator(OperatorCode which, const Operand& other, double first = 0, double next = 0, double last = 0)
        : code(which), second(other.isSecondImage()), scalar(other.values()), values{first, next, last}
    {
    }
    //! Sets `option`.
    Operator& withOption(int number)
    {
        option = number;
        return *this;
    }

    OperatorCode code;          //!< what the step computes
    bool second = false;        //!< true if the other operand is the second image
    Scalar scalar;              //!< the other operand, or the lower bound, one for each channel
    Scalar upper;               //!< the upper bound
    double values[3] = {};      //!< alpha, beta, gamma; scale; threshold, greatest value; exponent
    int option = 0;             //!< depth, type of threshold, comparison, bits to shift by, order
    std::vector<int> channels;  //!< which channels of the source make up the result
    Mat table;                  //!< of a lut step
};

}}  // namespace cv::cudastripe

//! @}

#endif
