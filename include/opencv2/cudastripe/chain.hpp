// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CHAIN_HPP
#define OPENCV_CUDASTRIPE_CHAIN_HPP

#include <string>
#include <vector>

#include "opencv2/core.hpp"
#include "opencv2/imgproc.hpp"

#include "opencv2/cudastripe/channel_values.hpp"
#include "opencv2/cudastripe/detail/last_made.hpp"
#include "opencv2/cudastripe/operator_table.hpp"
#include "opencv2/cudastripe/resize.hpp"
#include "opencv2/cudastripe/tensor.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

class CompiledChain;
struct ChainKernels;
struct LoweredChain;
class Striper;

//! @addtogroup cudastripe_elementwise
//! @{

/** @brief Operators that are applied to each pixel one after the other, as one pass. It is a value type.

A step's result has the depth and the channels of the OpenCV call that it stands for, so that a chain gives what the
calls give one after the other. Before the steps an image may be cropped and resized. Up to @ref kMaxSteps steps and
two images of one size; every step may use the second image, as it was given. Nothing is compiled for a chain, unless by
@ref compile.

Steps that turn one 8-bit value into one value are computed on the host for all 256 values where that is faster.

Where an integer is the result, a real value is rounded to nearest, halves to even, and saturated as
cv::saturate_cast does; values beyond 32 bits become INT_MIN first, as there. Integers of 32 bits wrap around in sums
and products. Where the other operand is a number, it is for every channel, as in cv::multiply(image, 2, dst); a Scalar
has one value for each: @ref ChannelValues. A scalar is converted to 64F for products and quotients. For integer
images it is rounded to a 32-bit integer for sums, differences and inRange, and to the image's depth for
minima, maxima and bitwise operators; for 32F and 64F it is of the image's depth.

Steps that do not fit the images are named by @ref resultType or transform: a depth that the operator does not
take, a second image that is missing or of another type, a table of another size. Parameters that are wrong for every
image, and a step beyond @ref kMaxSteps, are refused by the methods themselves, which throw cv::Exception
(Error::StsBadArg or Error::StsOutOfRange) and leave the chain as it was. */
class CV_EXPORTS Chain
{
public:
    //! The most steps of a chain.
    static constexpr int kMaxSteps = 16;

    /** @brief A chain that begins with the pixels of a YUV format, as cvtFromYuv makes them: what is uploaded is YUV.
    @param format what the first image of transform is: one image, or one for each plane.
    @param order,channels of the first step's pixels: see @ref sourceType.
    @param upsampling as in FromYuvParams. With Linear, if chroma spans several pixels, the result must share no memory
    with the images that are read. */
    static Chain fromYuv(const YuvFormat& format, ChannelOrder order = ChannelOrder::BGR, int channels = 3,
                         ChromaUpsampling upsampling = ChromaUpsampling::Nearest);

    /** @brief Begins with a part of the image, or of the picture that a format holds. Pixels beyond it are not read,
    but for chroma between which ChromaUpsampling::Linear interpolates. It stands before @ref resize and all steps.
    @param part at least one pixel; transform throws unless it lies inside the image. */
    Chain& crop(const Rect& part);
    //! The same for a part that may reach beyond the image, where all pixels have the value `border`, converted as
    //! cv::Mat::setTo does; transform throws unless a pixel lies inside.
    Chain& crop(const Rect& part, const Scalar& border);
    /** @brief Resizes the pixels that the steps then see, as cudastripe::resize does, with the same bytes. It stands
    before all steps. On a device about 25 MB of rows lie between at a time. A CPU decodes only the rows of a format
    that are needed, to 8 bits, or to 16 if it has more. A second image and a mask have the new size. The result must
    share no memory with what is read.
    @param dsize size of the result.
    @param resampling whose bytes the resized pixels have; transform throws if it does not take their type. */
    Chain& resize(Size dsize, const Resampling& resampling = Resampling::opencv(INTER_LINEAR));
    /** @brief Resizes by scales instead, as cv::resize does where dsize is empty: each image gets the size
    (saturate_cast<int>(fx * cols), saturate_cast<int>(fy * rows)).
    @param fx,fy scales across and down, above 0.
    @param resampling one of Resampling::opencv. */
    Chain& rescale(double fx, double fy, const Resampling& resampling = Resampling::opencv(INTER_LINEAR));
    /** @brief Places the picture on an image of another size, as the first step sees it: a border grows around it, as
    by cv::copyMakeBorder with BORDER_CONSTANT, and what lies beyond the image is cut off. It stands behind @ref crop
    and @ref resize, and before all steps. Pixels that are cut off are not computed. The result must share no memory
    with what is read.
    @param size of the image; a second image and a mask have it.
    @param at where the picture's first pixel lies, perhaps outside; transform throws if no pixel lies inside.
    @param border value of all other pixels, converted as cv::Mat::setTo does. */
    Chain& place(Size size, Point at, const Scalar& border = Scalar());

    //! x + s, per channel, by cv::add.
    Chain& add(const Operand& s) { return append(Operator(OperatorCode::Add, s)); }
    //! x - s, by cv::subtract.
    Chain& subtract(const Operand& s) { return append(Operator(OperatorCode::Subtract, s)); }
    //! s - x, by cv::subtract(s, x).
    Chain& subtractFrom(const Operand& s) { return append(Operator(OperatorCode::SubtractFrom, s)); }
    //! scale * x * s, by cv::multiply, with a scalar in double precision. Two images of up to 16 bits or of 32F, if
    //! `scale` is not 1: (float(scale) * x) * s in single precision, as OpenCV's vectors compute it; where OpenCV uses
    //! double precision, a result of 32F may differ in the last bit. With scale 1: the exact product, rounded once.
    Chain& multiply(const Operand& s, double scale = 1) { return append(Operator(OperatorCode::Multiply, s, scale)); }
    //! scale * x / s, by cv::divide. Integers: a zero pixel as divisor gives 0; a zero scalar gives what infinity and
    //! NaN become, 0 for 8U and 16U, else the least value.
    Chain& divide(const Operand& s, double scale = 1) { return append(Operator(OperatorCode::Divide, s, scale)); }
    //! scale / x, by cv::divide(scale, x); integers: 0 where x is 0.
    Chain& divideInto(double scale) { return append(Operator(OperatorCode::DivideInto, scale)); }
    //! |x - s|, by cv::absdiff.
    Chain& absdiff(const Operand& s) { return append(Operator(OperatorCode::AbsDiff, s)); }
    //! The smaller of x and s, by cv::min: x < s ? x : s.
    Chain& min(const Operand& s) { return append(Operator(OperatorCode::Min, s)); }
    //! The greater of x and s, by cv::max: x > s ? x : s.
    Chain& max(const Operand& s) { return append(Operator(OperatorCode::Max, s)); }
    //! Bits of x and s, by cv::bitwise_and; s is converted to the depth first.
    Chain& bitwiseAnd(const Operand& s) { return append(Operator(OperatorCode::BitwiseAnd, s)); }
    //! By cv::bitwise_or.
    Chain& bitwiseOr(const Operand& s) { return append(Operator(OperatorCode::BitwiseOr, s)); }
    //! By cv::bitwise_xor.
    Chain& bitwiseXor(const Operand& s) { return append(Operator(OperatorCode::BitwiseXor, s)); }
    //! By cv::bitwise_not.
    Chain& bitwiseNot() { return append(Operator(OperatorCode::BitwiseNot)); }
    //! x * 2^bits, the bits beyond the depth lost; 0 to 31 bits, less than the depth has.
    Chain& shiftLeft(int bits) { return append(Operator(OperatorCode::ShiftLeft).withOption(bits)); }
    //! floor(x / 2^bits).
    Chain& shiftRight(int bits) { return append(Operator(OperatorCode::ShiftRight).withOption(bits)); }
    //! By cv::threshold. @param type THRESH_BINARY, THRESH_BINARY_INV, THRESH_TRUNC, THRESH_TOZERO or
    //! THRESH_TOZERO_INV.
    Chain& threshold(double thresh, double maxval, int type)
    {
        return append(Operator(OperatorCode::Threshold, thresh, maxval).withOption(type));
    }
    //! 255 where all channels are lower <= x <= upper, else 0; one channel, by cv::inRange.
    Chain& inRange(const ChannelValues& lower, const ChannelValues& upper);
    //! 255 where the comparison holds, else 0, by cv::compare. @param cmpop CMP_EQ, CMP_GT, CMP_GE, CMP_LT, CMP_LE or
    //! CMP_NE.
    Chain& compare(double value, int cmpop) { return append(Operator(OperatorCode::Compare, value).withOption(cmpop)); }
    //! The same with the second image instead of a number.
    Chain& compare(SecondImage second, int cmpop)
    {
        return append(Operator(OperatorCode::Compare, second).withOption(cmpop));
    }
    //! alpha * x + beta in another depth, by cv::Mat::convertTo: in single precision (double where OpenCV has it), with
    //! one rounding by a fused multiply-add, then to the depth; from 32F to 32S, beyond 2^24, an OpenCV without FMA
    //! rounds the product, too. @param depth CV_8U to CV_64F, or -1 for the same.
    Chain& convertTo(int depth, double alpha = 1, double beta = 0)
    {
        return append(Operator(OperatorCode::ConvertTo, alpha, beta).withOption(depth));
    }
    //! table[x], by cv::LUT. @param table 256 elements of any depth with one channel or as many as the image. Copied.
    Chain& lut(InputArray table);
    //! m * (x / m)^gamma; m is 255 for 8U, 65535 for 16U and 1 for 32F, where negative numbers and NaN give 0. The
    //! error is at most 0.501 ulp before rounding to an integer. `gamma` is above 0, at most 100.
    Chain& gamma(double gamma) { return append(Operator(OperatorCode::Gamma, gamma)); }
    //! |x|, by cv::abs.
    Chain& abs() { return append(Operator(OperatorCode::Abs)); }
    //! x * x, by cv::multiply: 32S wraps, other integers saturate. If versions of OpenCV differ, the result is 4.14's.
    Chain& sqr() { return append(Operator(OperatorCode::Sqr)); }
    //! The square root, correctly rounded, by cv::sqrt.
    Chain& sqrt() { return append(Operator(OperatorCode::Sqrt)); }
    //! e^x. 32F: within 0.501 ulp, the same bits on host and device. 64F: exp of the C library or CUDA, within 1 ulp.
    Chain& exp() { return append(Operator(OperatorCode::Exp)); }
    //! The natural logarithm; -inf for 0, NaN below. Errors as for @ref exp.
    Chain& log() { return append(Operator(OperatorCode::Log)); }
    //! x^power; 2 is @ref sqr. Integers: other powers are wrapping 32-bit products as in cv::pow, then saturated;
    //! negative ones are 1 / x^-power with 1 / 2 rounded to 1, and the depth's greatest value for x = 0. 32F: within
    //! 0.501 ulp, special values as the C library has them; 64F: pow of the C library or CUDA, within 2 ulp.
    Chain& pow(double power) { return append(Operator(OperatorCode::Pow, power)); }
    //! sqrt(x^2 + y^2) with the second image, by cv::magnitude. 32F: within 0.501 ulp; 64F: within 2 unless the squares
    //! over- or underflow, as OpenCV's do.
    Chain& magnitude(SecondImage second) { return append(Operator(OperatorCode::Magnitude, second)); }
    //! alpha * x + beta * y + gamma with the second image, by cv::addWeighted: fma(x, alpha, fma(y, beta, gamma)) in
    //! single precision, for 32S and 64F in double. While |alpha x| + |beta y| + |gamma| stays below 2^24, integers are
    //! within one code of OpenCV's. 32F is that of OpenCV 4.14; OpenCV 4.6 has double precision there.
    Chain& addWeighted(double alpha, SecondImage second, double beta, double gamma)
    {
        return append(Operator(OperatorCode::AddWeighted, second, alpha, beta, gamma));
    }
    //! One channel, by cv::cvtColor's COLOR_BGR2GRAY and its kin: floor((3735 B + 19235 G + 9798 R) / 2^15 + 1/2); for
    //! 32F 0.114 B + 0.587 G + 0.299 R, summed in the order of the channels, which may differ from OpenCV's by the
    //! rounding of an intermediate. Takes 3 or 4 channels.
    Chain& gray(ChannelOrder order = ChannelOrder::BGR)
    {
        return append(Operator(OperatorCode::Gray).withOption(static_cast<int>(order)));
    }
    //! A BGRA image over the second image, BGR: (a x + (255 - a) y) / 255, rounded to nearest; 8U.
    Chain& blendOver(SecondImage second) { return append(Operator(OperatorCode::BlendOver, second)); }
    //! Colours times alpha, by cv::cvtColor's COLOR_RGBA2mRGBA: floor((a x + 128) / 255); 8UC4.
    Chain& premultiply() { return append(Operator(OperatorCode::Premultiply)); }
    //! Channel i of the result is channel `indices[i]` of the source: swaps, drops, repeats, extracts. 1 to 4 indices
    //! of 0 to 3.
    Chain& channels(const std::vector<int>& indices);

    /** @brief Ends the chain in a YUV format, as cvtToYuv converts; nothing can follow.
    The result so far must have a type that the format takes, 3 or 4 channels. */
    Chain& toYuv(const YuvFormat& format, ChannelOrder order = ChannelOrder::BGR);
    /** @brief Ends the chain in a tensor, the input of a network; nothing can follow. What is not of CV_32F is
    converted first, as by another step convertTo(CV_32F); for a tensor of CV_8U, to CV_8U.
    @param layout CHW or HWC: how its values follow each other.
    @param depth CV_32F, CV_8U, kBFloat16, or CV_16F, rounded as by cv::Mat::convertTo: to nearest, halves to even.
    @param order RGB stores the third channel first and the first one third: B, G, R[, A] becomes R, G, B[, A]. In
    planes that costs nothing; in HWC it is another step, channels({2, 1, 0}). It needs 3 or 4 channels. */
    Chain& toTensor(TensorLayout layout = TensorLayout::CHW, int depth = CV_32F,
                    ChannelOrder order = ChannelOrder::BGR);
    /** @brief The same in patches, as vision transformers take pictures: an array with a row for each patch.

    A row has `repeats` times the first channel of its patch, row by row, then the next channels likewise. Patches come
    in groups of `merge` x `merge`; the groups, and the patches of each, follow each other from left to right and from
    top to bottom. Pictures of one call follow each other. The layout is that of `pixel_values` of Qwen2-VL's processor.
    @param shape of the patches; transform throws unless the sides of the result are multiples of its span().
    @param depth,order as above. */
    Chain& toPatches(const PatchShape& shape = PatchShape(), int depth = CV_32F,
                     ChannelOrder order = ChannelOrder::BGR);

    //! Appends a step that was made elsewhere, whose parameters are checked as the methods check them.
    Chain& append(const Operator& step);

    //! The steps so far, without what begins or ends the chain.
    const std::vector<Operator>& steps() const { return steps_; }
    //! True if a step uses the second image.
    bool usesSecond() const;
    //! True for a chain of @ref fromYuv.
    bool beginsInYuv() const { return sourceChannels_ > 0; }
    //! The format of @ref fromYuv; it has no meaning unless beginsInYuv() is true.
    const YuvFormat& sourceFormat() const { return sourceFormat_; }
    //! The order of channels of @ref fromYuv, likewise.
    ChannelOrder sourceOrder() const { return sourceOrder_; }
    //! The interpolation of chroma of @ref fromYuv, likewise.
    ChromaUpsampling sourceUpsampling() const { return sourceUpsampling_; }
    //! The type of the pixels of @ref fromYuv, likewise: of CV_8U, or of CV_16U for more than 8 bits.
    int sourceType() const { return CV_MAKETYPE(sourceFormat_.imageDepth(), sourceChannels_); }
    //! What @ref crop, @ref resize and @ref place were given.
    const Framing& framing() const { return framing_; }
    //! The size of the result for an image, or for a picture of a format, of this size.
    Size resultSize(Size source) const { return framing_.resultSize(source); }
    //! True after @ref toYuv.
    bool endsInYuv() const { return endsInYuv_; }
    //! The format of @ref toYuv; it has no meaning unless endsInYuv() is true.
    const YuvFormat& yuvFormat() const { return format_; }
    //! The order of channels of @ref toYuv, likewise.
    ChannelOrder yuvOrder() const { return order_; }
    //! True after @ref toTensor and @ref toPatches.
    bool endsInTensor() const { return tensorDepth_ >= 0; }
    //! The layout, depth and order of @ref toTensor; they have no meaning unless endsInTensor() is true.
    TensorLayout tensorLayout() const { return layout_; }
    int tensorDepth() const { return tensorDepth_; }           //!< see tensorLayout()
    ChannelOrder tensorOrder() const { return tensorOrder_; }  //!< see tensorLayout()
    const PatchShape& patches() const { return patches_; }     //!< of @ref toPatches

    /** @brief The type of the result for sources of these types: before the conversion if the chain ends in YUV, of
    CV_32F, or CV_8U as the tensor, if it ends in one. For a chain that begins in a format `srcType` is @ref sourceType.
    @throws cv::Exception that names the step which does not fit. */
    int resultType(int srcType, int secondType = -1) const;
    //! True if host and device give the same bits for a source of this type, so that both may share a call.
    bool sameBits(int srcType, int secondType = -1) const;

    /** @brief Compiles GPU code for the chain and sources of these types, by NVRTC, in less than a second.

    The result stays the same. Use it for images that stay on the device. Across the bus the copies take longer than
    the kernel in any case. Sources of other types, a batch as one kernel, and the CPU do not use that code.
    @param srcType,secondType as for @ref resultType.
    @throws cv::Exception if a step does not fit, if the Striper has no CUDA device, or if the library libnvrtc.so of
    the CUDA toolkit is not found. */
    CompiledChain compile(int srcType, int secondType = -1) const;
    //! The same for the first device of a Striper. The form above is for the device of Striper::getDefault().
    CompiledChain compile(int srcType, int secondType, Striper& striper) const;
    //! The same for a source without a second image.
    CompiledChain compile(int srcType, Striper& striper) const;

    //! For logs: "convertTo(CV_32F, 0.00392157, 0) > subtract(0.5, 0.5, 0.5, 0)".
    std::string toString() const;

private:
    friend std::shared_ptr<const LoweredChain> lowerChain(const Chain& chain, int srcType, int secondType,
                                                          const char* function);
    friend class CompiledChain;
    void requireOpen(const char* next) const;
    void requireFirst(const char* next) const;
    Chain& endInTensor(const char* function, TensorLayout layout, int depth, ChannelOrder order);
    void forgetLowered();

    std::vector<Operator> steps_;
    int sourceChannels_ = 0;  // 0 unless the chain begins in a format
    YuvFormat sourceFormat_;
    ChannelOrder sourceOrder_ = ChannelOrder::BGR;
    ChromaUpsampling sourceUpsampling_ = ChromaUpsampling::Nearest;
    Framing framing_;
    bool endsInYuv_ = false;
    YuvFormat format_;
    ChannelOrder order_ = ChannelOrder::BGR;
    TensorLayout layout_ = TensorLayout::CHW;
    int tensorDepth_ = -1;  // unless the chain ends in a tensor
    ChannelOrder tensorOrder_ = ChannelOrder::BGR;
    PatchShape patches_;
    detail::LastMade<const LoweredChain> lowered_;
    std::shared_ptr<const ChainKernels> kernels_;  // of compile(); null in most chains
};

//! @}

}}  // namespace cv::cudastripe

#endif
