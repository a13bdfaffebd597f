// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_COLOR_HPP
#define OPENCV_CUDASTRIPE_COLOR_HPP

#include "opencv2/imgproc.hpp"

#include "opencv2/cudastripe/streams.hpp"
#include "opencv2/cudastripe/striper.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_color
//! @{

/** @brief Converts an image between colour spaces by one of cv::cvtColor's own codes, in overlapped stripes.

| code | order of the source | result |
|------|---------------------|--------|
| COLOR_BGR2YUV   | B, G, R[, A] | Y, U, V   |
| COLOR_RGB2YUV   | R, G, B[, A] | Y, U, V   |
| COLOR_BGR2YCrCb | B, G, R[, A] | Y, Cr, Cb |
| COLOR_RGB2YCrCb | R, G, B[, A] | Y, Cr, Cb |
| COLOR_YUV2BGR, COLOR_YUV2RGB | Y, U, V | as named |
| COLOR_YCrCb2BGR, COLOR_YCrCb2RGB | Y, Cr, Cb | as named |
| COLOR_{BGR,RGB,BGRA,RGBA}2YUV_{I420,YV12} | as named, [A] | 4:2:0, planes in one CV_8UC1 image of 3/2 of the height |
| COLOR_{BGR,RGB,BGRA,RGBA}2YUV_{UYVY,YUY2,YVYU} | as named, [A] | 4:2:2, packed in CV_8UC2 |
| COLOR_YUV2{BGR,RGB,BGRA,RGBA}_{NV12,NV21,I420,YV12} | 4:2:0, planes in one CV_8UC1 image | as named |
| COLOR_YUV2{BGR,RGB,BGRA,RGBA}_{UYVY,YUY2,YVYU} | 4:2:2, packed in CV_8UC2 | as named |
| COLOR_YUV2GRAY_{420,UYVY,YUY2} | as in the two rows above | luma as it is |
| COLOR_{BGR,RGB,BGRA,RGBA}2{BGR,RGB,BGRA,RGBA} | as named; 3 or 4 channels | as named; a new alpha is opaque |
| COLOR_{BGR,RGB,BGRA,RGBA}2GRAY, COLOR_GRAY2{BGR,BGRA} | as named | as named |
| COLOR_{BGR,RGB,BGRA,RGBA,GRAY}2BGR{565,555} and back | as named; 16 bits are CV_8UC2 | as named |
| COLOR_RGBA2mRGBA, COLOR_mRGBA2RGBA | CV_8UC4 | CV_8UC4 |
| COLOR_{BGR,RGB}2{XYZ,HSV,HSV_FULL,HLS,HLS_FULL} and back | as named, [A] | as named |
| COLOR_{BGR,RGB,LBGR,LRGB}2Lab and back | as named, [A], of CV_8U | as named |
| COLOR_Bayer{BG,GB,RG,GR}2{BGR,BGRA,BGR_EA,GRAY} | a pattern in one channel of CV_8U or CV_16U | as named |

The 4:2:0 and 4:2:2 codes, synonyms such as COLOR_..._IYUV included, take CV_8U and an even width, 4:2:0 also an even
height. They are the formats YuvFormat::opencv420 and YuvFormat::opencv422; docs/formats.md lists their integers both
ways. The numbers of the 4:2:2 codes (143 to 154) also work before OpenCV 4.9, which named them.

The codes from COLOR_{BGR,...}2{BGR,...} on have the formulas of OpenCV's documentation of colour conversions, in the
arithmetic of its CPU implementation: integers and tables for 8U and 16U, single precision without fused multiply-add
for 32F and for hue. Results of 8U and 16U are bit-equal to cv::cvtColor of OpenCV 4.14, except that HSV to colours and
colours to HLS are what it gives in a row of one pixel: docs/colors.md says where a byte may differ. A pixel at the edge
of a Bayer pattern is that of its neighbour inside; in patterns with fewer than three rows or columns colours are 0,
and alpha is opaque if there are more than two rows, else 0.

For packed YUV and YCrCb of 8U and 16U the result is bit-equal to cv::cvtColor on the CPU. With
D(x) = (x + 2^13) >> 14 (arithmetic shift), h = 128 for 8U and 32768 for 16U, and saturation to the depth:
\f[Y = D(4899 R + 9617 G + 1868 B)\f]
\f[U = D(8061 (B - Y) + h 2^{14}), \quad V = D(14369 (R - Y) + h 2^{14})\f]
\f[Cr = D(11682 (R - Y) + h 2^{14}), \quad Cb = D(9241 (B - Y) + h 2^{14})\f]
and back, with u = U - h and likewise v, c = Cr - h and d = Cb - h:
\f[B = Y + D(33292 u), \quad G = Y + D(-6472 u - 9519 v), \quad R = Y + D(18678 v)\f]
\f[B = Y + D(29049 d), \quad G = Y + D(-5636 d - 11698 c), \quad R = Y + D(22987 c)\f]
For 32F they are Y = 0.299 R + 0.587 G + 0.114 B, U = 0.492 (B - Y) + 0.5, V = 0.877 (R - Y) + 0.5,
Cr = 0.713 (R - Y) + 0.5 and Cb = 0.564 (B - Y) + 0.5, computed in single precision without fused multiply-add and not
clamped; products of luma are summed in the order of the channels in memory, (0.114 B + 0.587 G) + 0.299 R for BGR and
(0.299 R + 0.587 G) + 0.114 B for RGB. Back, with u = U - 0.5 and so on, B = Y + 2.032 u, G = (Y - 0.395 u) - 0.581 v
and R = Y + 1.140 v, or B = Y + 1.773 d, G = (Y - 0.714 c) - 0.344 d and R = Y + 1.403 c. NaN is always 0x7fc00000.
cv::cvtColor's own results differ from these, and among themselves, by a few units in the last place.
Host and device give the same bits for every depth. The formulas are those of OpenCV's documentation of colour
conversions, in the fixed point of its CPU implementation.

**Batches.** If `src` and `dst` are both arrays of images, one call converts them all: std::vector or std::array of Mat,
or std::vector of cuda::GpuMat. Sizes may differ. Each result has the bits that a call of its own would give, and each
image obeys what is said below; an empty `dst` vector gets as many images. All sources lie in host memory, or all on one
device; so do all results. Images that need the same kernel share one launch. A call takes least time for images that
come one after the other with the same size, row step and kind of memory. Nothing is written, and `dst` keeps its
images, if one of them is refused: the error has its number, as in "image 37". Results in a `const` vector must fit. A
result must not overlap another image's source or result. cvtToYuv(), cvtFromYuv() and transform() take batches, too.

@param src image of type CV_8U, CV_16U or CV_32F, not empty: Mat, UMat, cuda::HostMem or cuda::GpuMat. Colours have 3
or 4 channels, of which the fourth counts only where the result has alpha; other spaces have 3, or are as the table
says. A Mat over page-locked memory is recognised as such.
@param dst image of the source's size and depth with 3 channels, 4 where the code names BGRA or RGBA, 1 for grey, or as
the table says: Mat, UMat, cuda::HostMem or cuda::GpuMat. Reused if it fits, also as a region of a larger image, else
allocated. It may be exactly the source's memory if both have one size and one type, but not of a Bayer pattern; any
other overlap is refused.
@param code one of the codes above.
@param stream where among the caller's GPU work the call takes place, see @ref StreamRef.
@param striper what does the work and keeps memory between calls.

@throws cv::Exception that names the argument, what it was and what is accepted, with nothing written: an empty source,
a side that is odd where the format halves it, a wrong depth or number of channels, an unknown code, an output of fixed
type or size that does not fit, overlapping memory, memory or a stream of a device that the striper does not use.
@throws cv::Exception (Error::GpuApiCallError) if the device fails half way: no work is left in flight then, and dst
may be written in part.

@sa cv::cvtColor, cvtToYuv */
CV_EXPORTS void cvtColor(InputArray src, OutputArray dst, int code, const StreamRef& stream = StreamRef(),
                         Striper& striper = Striper::getDefault());

/** @brief Converts to a given number of channels, as `dstCn` of cv::cvtColor.

@param dstCn 3 or 4 for codes to colours (COLOR_Bayer..._EA only 3, COLOR_mRGBA2RGBA only 4), 0 for what the code says.
A fourth channel that the source does not have is filled with the greatest value (1 for 32F). Other codes accept only 0
and what they give.
@param src,dst,code,stream,striper as in the form without it. */
CV_EXPORTS void cvtColor(InputArray src, OutputArray dst, int code, int dstCn, const StreamRef& stream = StreamRef(),
                         Striper& striper = Striper::getDefault());

/** @brief Converts NV12 or NV21 in two images to colours, as cv::cvtColorTwoPlane.

@param src1 luma, CV_8UC1. @param src2 pairs of chroma, CV_8UC2 of half the width and height.
@param code COLOR_YUV2{RGB,BGR,RGBA,BGRA}_{NV12,NV21}.
@param dst,stream,striper as in cvtColor(). */
CV_EXPORTS void cvtColorTwoPlane(InputArray src1, InputArray src2, OutputArray dst, int code,
                                 const StreamRef& stream = StreamRef(), Striper& striper = Striper::getDefault());

/** @brief Converts an image to any YUV format, in overlapped stripes: NV12, P010, I420 and others, by BT.601, BT.709 or
BT.2020, limited or full.

@code
cv::cudastripe::cvtToYuv(bgra, nv12, cv::cudastripe::YuvFormat::hd());
cv::cudastripe::cvtToYuv(bgra, planes, cv::cudastripe::YuvFormat::fromName("i420:bt601:full:center"));
@endcode

@param src image of a type that the format accepts, CV_8U for 8 bits and CV_16U for more, with 3 or 4 channels: Mat,
UMat, cuda::HostMem or cuda::GpuMat. It may have any size if `dst` is an array of several planes, else its sides are
multiples of YuvFormat::blockSize.
@param dst one image of YuvFormat::imageSize and YuvFormat::imageType, as for cvtColor(); or an image for each plane
in a std::vector or std::array of Mat or a std::vector of cuda::GpuMat (YuvFormat::planeSize and YuvFormat::planeType).
Empty planes, and an empty vector, are allocated. Planes that do not fit are refused, not replaced, since planes are
often parts of a buffer that is to be filled.
@param format what to convert to: its own documentation has the formula.
@param order the order of the source's channels; may be left out before a stream.
@param stream where among the caller's GPU work the call takes place, see @ref StreamRef.
@param striper what does the work and keeps memory between calls.

@throws cv::Exception as cvtColor() does; also for planes of another number, size or type than the format's, and for
planes that overlap each other or the source.

@sa cvtColor, YuvFormat */
CV_EXPORTS void cvtToYuv(InputArray src, OutputArray dst, const YuvFormat& format,
                         ChannelOrder order = ChannelOrder::BGR, const StreamRef& stream = StreamRef(),
                         Striper& striper = Striper::getDefault());

/** @brief Converts a source in the order B, G, R: `cvtToYuv(src, dst, format, stream)`.

@param src,dst,format,stream,striper as in the form with an order. */
inline void cvtToYuv(InputArray src, OutputArray dst, const YuvFormat& format, const StreamRef& stream,
                     Striper& striper = Striper::getDefault())
{
    cvtToYuv(src, dst, format, ChannelOrder::BGR, stream, striper);
}

//! What cvtFromYuv() makes.
struct CV_EXPORTS FromYuvParams
{
    //! The order of the result's channels.
    ChannelOrder order = ChannelOrder::BGR;
    //! 3 or 4; the fourth is filled with the greatest value.
    int channels = 3;
    //! CV_8U, or CV_16U for formats of more than 8 bits; -1 is CV_8U for 8 bits and CV_16U for more.
    int depth = -1;
    //! How chroma is brought to all pixels.
    ChromaUpsampling upsampling = ChromaUpsampling::Nearest;
};

/** @brief Converts any YUV format to colours, in overlapped stripes.

@code
namespace stripe = cv::cudastripe;
stripe::cvtFromYuv(nv12, bgr, stripe::YuvFormat::hd());
stripe::cvtFromYuv(planes, rgba, stripe::YuvFormat::uhd(), stripe::ChannelOrder::RGB, 4);
@endcode

With the weights Kr, Kb and Kg of the matrix, and Y', Cb, Cr the real numbers that the codes stand for (YuvFormat):
\f[R = Y' + 2 (1 - K_r) C_r, \quad B = Y' + 2 (1 - K_b) C_b, \quad G = (Y' - K_r R - K_b B) / K_g\f]
times 255 for CV_8U and 65535 for CV_16U, rounded to nearest and saturated. A chroma sample counts for all pixels of its
block; the form with FromYuvParams can also interpolate. The arithmetic is fixed-point; every grey is exact, and no
result is more than one code from the rounded formula. OpenCV420 and OpenCV422 give the bytes of cv::cvtColor, for which
luma below 16 is 16. Tutorial is read as BT.601.

@param src one image of YuvFormat::imageSize and YuvFormat::imageType: Mat, UMat, cuda::HostMem or cuda::GpuMat; or an
image for each plane, with any steps, in a std::vector or std::array of Mat or a std::vector of cuda::GpuMat
(YuvFormat::planeSize and YuvFormat::planeType).
@param dst image of the source's size: CV_8U for 8 bits, CV_16U for more, with `channels` channels. It is reused if it
fits, also when it is a region of a larger image, else allocated. It must not overlap the source, unless both are
exactly the same memory with elements of one size.
@param format what to convert from.
@param order the order of the result's channels; may be left out before a stream.
@param channels 3 or 4; the fourth is filled with the greatest value.
@param stream where among the caller's GPU work the call takes place, see @ref StreamRef.
@param striper what does the work and keeps memory between calls.

@throws cv::Exception as cvtColor() does; also for planes of another number, size or type than the format's.

@sa cvtToYuv, YuvFormat, cvtColorTwoPlane */
CV_EXPORTS void cvtFromYuv(InputArray src, OutputArray dst, const YuvFormat& format,
                           ChannelOrder order = ChannelOrder::BGR, int channels = 3,
                           const StreamRef& stream = StreamRef(), Striper& striper = Striper::getDefault());

/** @brief Converts any YUV format to colours, with a choice of depth and of the interpolation of chroma.

@code
stripe::FromYuvParams params;
params.upsampling = stripe::ChromaUpsampling::Linear;
stripe::cvtFromYuv(nv12, bgr, stripe::YuvFormat::hd(), params);
@endcode

ChromaUpsampling::Linear: in each direction in which a chroma sample spans s = 2 or 4 pixels, sample i lies at
\f[p_i = s i + o, \quad o = (s - 1) / 2 \mbox{ or } 0\f]
where o is, across, (s - 1) / 2 for ChromaSiting::Center, else 0, and down, 0 for ChromaSiting::TopLeft, else
(s - 1) / 2. A pixel at x between two samples weighs each by its distance from the other:
\f[C(x) = \frac{(p_{i+1} - x) C_i + (x - p_i) C_{i+1}}{s}, \quad p_i \le x \le p_{i+1}\f]
For s = 2 the weights are 3/4 and 1/4 if o = 1/2, else 1 and 0 for even pixels, 1/2 and 1/2 for odd ones. Beyond the
first and the last sample the nearest one counts. Down and across are combined as a product of weights, and nothing is
rounded or clamped before the channels are: these are rounded to nearest and saturated as above. So every grey is exact,
equal chroma all around gives what ChromaUpsampling::Nearest gives, and no result is more than one code from the rounded
formula. The bits are the same on host and devices, however the image is cut. Formats whose chroma spans one pixel, and
those without chroma, give the same as Nearest.

@param src as in the form without parameters.
@param dst as there, with the depth and the channels of `params`. With ChromaUpsampling::Linear, if chroma spans several
pixels, it must share no memory with the source.
@param format,stream,striper as in the form without parameters.
@param params what to make.

@throws cv::Exception as the form without parameters does; also for values of `params` that are not accepted. */
CV_EXPORTS void cvtFromYuv(InputArray src, OutputArray dst, const YuvFormat& format, const FromYuvParams& params,
                           const StreamRef& stream = StreamRef(), Striper& striper = Striper::getDefault());

/** @brief Converts to colours in the order B, G, R: `cvtFromYuv(src, dst, format, stream)`.

@param src,dst,format,stream,striper as in the form with an order. */
inline void cvtFromYuv(InputArray src, OutputArray dst, const YuvFormat& format, const StreamRef& stream,
                       Striper& striper = Striper::getDefault())
{
    cvtFromYuv(src, dst, format, ChannelOrder::BGR, 3, stream, striper);
}

/** @brief Converts one YUV format to another one, in overlapped stripes.

@code
namespace stripe = cv::cudastripe;
stripe::cvtYuv(nv12, stripe::YuvFormat::hd(), i420, stripe::YuvFormat::hd(stripe::YuvLayout::I420));
stripe::cvtYuv(p010, stripe::YuvFormat::uhd(), planes, stripe::YuvFormat::fromName("i420:8bit:bt2020"));
@endcode

Between formats of one matrix and range (OpenCV420 and OpenCV422 count as the same) no colours are made: samples are
copied if the depth is the same and chroma samples span the same pixels. Else:
- A chroma sample of the source counts for all pixels of its block, as in cvtFromYuv(). So added chroma repeats the
nearest sample, and the siting of `from` makes no difference.
- A chroma sample of the result is the mean of the pixels that the siting of `to` names, as in cvtToYuv().
- A grey source has neutral chroma. A grey result has the source's luma.
- With n bits in `from` and m in `to`, a code x, or the mean of several, becomes x 2^(m-n) in limited range. In full
  range luma becomes x (2^m - 1) / (2^n - 1), and chroma 2^(m-1) + (x - 2^(n-1)) (2^m - 1) / (2^n - 1).

The mean and the change of depth are rounded once, halves up, and saturated. Bits that a format does not use are not
read, and are zero in the result; codes of more bits than the format has count as its greatest code.

Between formats of different matrices or ranges the result is that of cvtFromYuv(), then convertTo with 257 or 1 / 257
if only one of the formats has 8 bits, then cvtToYuv(), in one pass: `Chain::fromYuv(from)...toYuv(to)`.

@param src one image of YuvFormat::imageSize and YuvFormat::imageType of `from`, or an image for each plane, as in
cvtFromYuv(). Where this, or `dst`, is one image, the sides of the picture are multiples of YuvFormat::blockSize of its
format.
@param from the format of the source.
@param dst one image or one for each plane, as in cvtToYuv(). It must not overlap the source, unless both formats have
one plane, the same matrix and the same range, and both images are exactly the same memory with equal element sizes.
@param to the format of the result.
@param stream where among the caller's GPU work the call takes place, see @ref StreamRef.
@param striper what does the work and keeps memory between calls.

@throws cv::Exception as cvtFromYuv() and cvtToYuv() do.

@sa cvtFromYuv, cvtToYuv, YuvFormat */
CV_EXPORTS void cvtYuv(InputArray src, const YuvFormat& from, OutputArray dst, const YuvFormat& to,
                       const StreamRef& stream = StreamRef(), Striper& striper = Striper::getDefault());

//! @}

}}  // namespace cv::cudastripe

#endif
