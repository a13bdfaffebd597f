// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_COLOR_HPP
#define OPENCV_CUDASTRIPE_COLOR_HPP

#include "opencv2/imgproc.hpp"

#include "opencv2/cudastripe/stream_ref.hpp"
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
| COLOR_{BGR,RGB,BGRA,RGBA}2YUV_{I420,YV12} | as named, [A] | 4:2:0, planes in one CV_8UC1 image of 3/2 of the height |
| COLOR_{BGR,RGB,BGRA,RGBA}2YUV_{UYVY,YUY2,YVYU} | as named, [A] | 4:2:2, packed in CV_8UC2 |

The 4:2:0 and 4:2:2 codes, COLOR_..._IYUV and the other synonyms included, take CV_8U with 3 or 4 channels of even
width, for 4:2:0 also of even height. They are the formats YuvFormat::opencv420 and YuvFormat::opencv422, whose integers
docs/formats.md lists; the numbers of the 4:2:2 codes (143 to 154) also work where OpenCV, before 4.9, has no names for
them. What follows is about the others.

For 8U and 16U the result is bit-equal to cv::cvtColor on the CPU. With D(x) = (x + 2^13) >> 14 (arithmetic shift),
h = 128 for 8U and 32768 for 16U, and saturation to the depth:
\f[Y = D(4899 R + 9617 G + 1868 B)\f]
\f[U = D(8061 (B - Y) + h 2^{14}), \quad V = D(14369 (R - Y) + h 2^{14})\f]
\f[Cr = D(11682 (R - Y) + h 2^{14}), \quad Cb = D(9241 (B - Y) + h 2^{14})\f]
For 32F they are Y = 0.299 R + 0.587 G + 0.114 B, U = 0.492 (B - Y) + 0.5, V = 0.877 (R - Y) + 0.5,
Cr = 0.713 (R - Y) + 0.5 and Cb = 0.564 (B - Y) + 0.5, computed in single precision without fused multiply-add and not
clamped; products of luma are summed in the order of the channels in memory, (0.114 B + 0.587 G) + 0.299 R for BGR and
(0.299 R + 0.587 G) + 0.114 B for RGB, and NaN is always 0x7fc00000; cv::cvtColor's own results differ from these, and
among themselves, by a few units in the last place.
Host and device give the same bits for every depth. The formulas are those of OpenCV's documentation of colour
conversions, in the fixed point of its CPU implementation.

@param src image of type CV_8U, CV_16U or CV_32F with 3 or 4 channels, not empty: Mat, UMat, cuda::HostMem or
cuda::GpuMat. A Mat over page-locked memory is recognised as such. The fourth channel is not read into the result.
@param dst image of the source's size and depth with 3 channels, or as the table says: Mat, cuda::HostMem or
cuda::GpuMat. It is reused if it fits, also when it is a region of a larger image, else allocated. It may be exactly
the source's memory if both have 3 channels and one size; any other overlap is refused.
@param code one of the codes above.
@param stream where among the caller's GPU work the call takes place, see @ref StreamRef.
@param striper what does the work and keeps memory between calls.

@throws cv::Exception that names the argument, what it was and what is accepted, with nothing written: an empty source,
a side that is odd where the format halves it, a wrong depth or number of channels, an unknown code, an output of fixed
type or size that does not fit, overlapping memory, memory or a stream of a device that the striper does not use, a
stream under capture.
@throws cv::Exception (Error::GpuApiCallError) if the device fails half way: no work is left in flight then, and dst
may be written in part.

@sa cv::cvtColor, cvtToYuv */
CV_EXPORTS void cvtColor(InputArray src, OutputArray dst, int code, const StreamRef& stream = StreamRef(),
                         Striper& striper = Striper::getDefault());

/** @brief Converts an image to any YUV format, in overlapped stripes: NV12, P010, I420 and others, by BT.601, BT.709 or
BT.2020, limited or full.

@code
cv::cudastripe::cvtToYuv(bgra, nv12, cv::cudastripe::YuvFormat::hd());
cv::cudastripe::cvtToYuv(bgra, planes, cv::cudastripe::YuvFormat::fromName("i420:bt601:full:center"));
@endcode

@param src image of a type that the format accepts, CV_8U for 8 bits and CV_16U for more, with 3 or 4 channels: Mat,
UMat, cuda::HostMem or cuda::GpuMat. Its sides are multiples of YuvFormat::blockSize.
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

//! @}

}}  // namespace cv::cudastripe

#endif
