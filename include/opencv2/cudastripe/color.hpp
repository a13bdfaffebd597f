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

For 8U and 16U the result is bit-equal to cv::cvtColor on the CPU. With D(x) = (x + 2^13) >> 14 (arithmetic shift),
h = 128 for 8U and 32768 for 16U, and saturation to the depth:
\f[Y = D(4899 R + 9617 G + 1868 B)\f]
\f[U = D(8061 (B - Y) + h 2^{14}), \quad V = D(14369 (R - Y) + h 2^{14})\f]
\f[Cr = D(11682 (R - Y) + h 2^{14}), \quad Cb = D(9241 (B - Y) + h 2^{14})\f]
For 32F they are Y = 0.299 R + 0.587 G + 0.114 B, U = 0.492 (B - Y) + 0.5, V = 0.877 (R - Y) + 0.5,
Cr = 0.713 (R - Y) + 0.5 and Cb = 0.564 (B - Y) + 0.5, computed in single precision without fused multiply-add and not
clamped; cv::cvtColor's own results differ from these, and among themselves, by a few units in the last place.
Host and device give the same bits for every depth. The formulas are those of OpenCV's documentation of colour
conversions, in the fixed point of its CPU implementation.

@param src image of type CV_8U, CV_16U or CV_32F with 3 or 4 channels, not empty: Mat, UMat, cuda::HostMem or
cuda::GpuMat. A Mat over page-locked memory is recognised as such. The fourth channel is not read into the result.
@param dst image of the source's size and depth with 3 channels: Mat, cuda::HostMem or cuda::GpuMat. It is reused if it
fits, also when it is a region of a larger image, else allocated. It may be exactly the source's memory if the source
has 3 channels; any other overlap is refused.
@param code one of the codes above.
@param stream where among the caller's GPU work the call takes place, see @ref StreamRef.
@param striper what does the work and keeps memory between calls.

@throws cv::Exception that names the argument, what it was and what is accepted, with nothing written: an empty source,
a wrong depth or number of channels, an unknown code, an output of fixed type or size that does not fit, overlapping
memory, memory or a stream of a device that the striper does not use, a stream under capture.
@throws cv::Exception (Error::GpuApiCallError) if the device fails half way: no work is left in flight then, and dst
may be written in part.

@sa cv::cvtColor, cvtToYuv */
CV_EXPORTS void cvtColor(InputArray src, OutputArray dst, int code, const StreamRef& stream = StreamRef(),
                         Striper& striper = Striper::getDefault());

/** @brief Converts an image to a YUV format for which OpenCV has no code, in overlapped stripes.

@param src image of a type that the format accepts: Mat, UMat, cuda::HostMem or cuda::GpuMat.
@param dst as for @ref cvtColor, of the type that the format gives.
@param format what to convert to: its own documentation has the formula, the accepted types and the shape of dst.
@param order the order of the source's channels.
@param stream where among the caller's GPU work the call takes place, see @ref StreamRef.
@param striper what does the work and keeps memory between calls.

@throws cv::Exception as @ref cvtColor does.

@sa cvtColor, YuvFormat */
CV_EXPORTS void cvtToYuv(InputArray src, OutputArray dst, const YuvFormat& format,
                         ChannelOrder order = ChannelOrder::BGR, const StreamRef& stream = StreamRef(),
                         Striper& striper = Striper::getDefault());

//! @}

}}  // namespace cv::cudastripe

#endif
