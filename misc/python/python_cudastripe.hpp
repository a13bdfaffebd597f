// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The functions of cv2.cudastripe, which OpenCV's generator of bindings reads. Each takes NumPy arrays or cuda_GpuMats.
// C++ names differ from those of Python, since calls would be ambiguous beside the functions of the library.

#ifndef OPENCV_CUDASTRIPE_PYTHON_HPP
#define OPENCV_CUDASTRIPE_PYTHON_HPP

#include "opencv2/core/cuda.hpp"
#include "opencv2/cudastripe.hpp"

namespace cv { namespace cudastripe {

/** @brief Converts between colour spaces by one of cv.cvtColor's own codes, and returns when the result is there.
@param src image of CV_8U, CV_16U or CV_32F. @param dst the result. @param code a code of cv.cvtColor from or to YUV or
YCrCb. @param dstCn channels of the result; 0: what the code says. */
CV_EXPORTS_AS(cvtColor) inline void cvtColorAndWait(InputArray src, OutputArray dst, int code, int dstCn = 0)
{
    cvtColor(src, dst, code, dstCn, StreamRef());
}

/** @brief Converts between colour spaces as part of a stream: after what was enqueued there before.
@param src,dst,code,dstCn as in cvtColor(). @param stream a cuda_Stream. */
CV_EXPORTS_W inline void cvtColorInStream(InputArray src, OutputArray dst, int code, cuda::Stream& stream,
                                          int dstCn = 0)
{
    cvtColor(src, dst, code, dstCn, StreamRef(stream));
}

/** @brief Converts NV12 or NV21 in two images to colours, as cv.cvtColorTwoPlane.
@param src1 luma. @param src2 pairs of chroma. @param dst the result. @param code
COLOR_YUV2{RGB,BGR,RGBA,BGRA}_NV{12,21}.
*/
CV_EXPORTS_AS(cvtColorTwoPlane)
inline void cvtTwoPlanesAndWait(InputArray src1, InputArray src2, OutputArray dst, int code)
{
    cvtColorTwoPlane(src1, src2, dst, code, StreamRef());
}

/** @brief Converts colours to any YUV format.
@param src CV_8U for 8 bits, CV_16U for more, with 3 or 4 channels. @param dst one image with all planes.
@param format a name such as "nv12:bt709:limited"; formatNames() gives all. @param order of the channels of `src`. */
CV_EXPORTS_AS(cvtToYuv)
inline void cvtToYuvNamed(InputArray src, OutputArray dst, const String& format, ChannelOrder order = ChannelOrder::BGR)
{
    cvtToYuv(src, dst, YuvFormat::fromName(format), order);
}

/** @brief Converts any YUV format to colours.
@param src one image with all planes. @param dst the result. @param format a name such as "nv12:bt709:limited".
@param order of the channels of the result. @param channels 3 or 4. @param depth CV_8U or CV_16U; -1: the format's.
@param upsampling how chroma is brought to all pixels. */
CV_EXPORTS_AS(cvtFromYuv)
inline void cvtFromYuvNamed(InputArray src, OutputArray dst, const String& format,
                            ChannelOrder order = ChannelOrder::BGR, int channels = 3, int depth = -1,
                            ChromaUpsampling upsampling = ChromaUpsampling::Nearest)
{
    FromYuvParams params;
    params.order = order;
    params.channels = channels;
    params.depth = depth;
    params.upsampling = upsampling;
    cvtFromYuv(src, dst, YuvFormat::fromName(format), params);
}

/** @brief Converts one YUV format to another one.
@param src one image with all planes. @param source its format. @param dst the result. @param result its format. */
CV_EXPORTS_AS(cvtYuv)
inline void cvtYuvNamed(InputArray src, const String& source, OutputArray dst, const String& result)
{
    cvtYuv(src, YuvFormat::fromName(source), dst, YuvFormat::fromName(result));
}

// What the generator calls types within classes.
using Resampling_Filter = Resampling::Filter;
using Resampling_Alpha = Resampling::Alpha;

/** @brief Resizes an image with the bytes of cv.resize on x86 without IPP, and returns when the result is there.
@param src,dst,dsize,fx,fy,interpolation as in cv.resize. */
CV_EXPORTS_AS(resize)
inline void resizeAndWait(InputArray src, OutputArray dst, Size dsize, double fx = 0, double fy = 0,
                          int interpolation = INTER_LINEAR)
{
    resize(src, dst, dsize, fx, fy, interpolation, StreamRef());
}

/** @brief Resizes an image as part of a stream: after what was enqueued there before.
@param src,dst,dsize,fx,fy,interpolation as in resize(). @param stream a cuda_Stream. */
CV_EXPORTS_W inline void resizeInStream(InputArray src, OutputArray dst, Size dsize, cuda::Stream& stream,
                                        double fx = 0, double fy = 0, int interpolation = INTER_LINEAR)
{
    resize(src, dst, dsize, fx, fy, interpolation, StreamRef(stream));
}

/** @brief Resizes an image with the bytes of Pillow's Image.resize.
@param src CV_8U with 1 to 4 channels, or CV_32F with one. @param dst the result. @param dsize its size.
@param filter of Pillow. @param alpha what happens to colours before an alpha channel.
@param box (x, y, width, height) of the part to resize; empty: all. @param version major version of Pillow. */
CV_EXPORTS_AS(resizeAsPillow)
inline void resizeAsPillowAndWait(InputArray src, OutputArray dst, Size dsize, Resampling::Filter filter,
                                  Resampling::Alpha alpha = Resampling::Alpha::Straight, Rect2d box = Rect2d(),
                                  int version = 13)
{
    const Resampling resampling = Resampling::pillow(filter, alpha, version);
    resize(src, dst, dsize, box.empty() ? resampling : resampling.inBox(box), StreamRef());
}

//! The names of all YUV formats.
CV_EXPORTS_W inline std::vector<String> formatNames()
{
    std::vector<String> names;
    for (const YuvFormat& format : YuvFormat::all())
        names.push_back(format.name());
    return names;
}

/** @brief Says which route a call of cvtColor() without `dst` would take, and why.
@param src,code as in cvtColor(). */
CV_EXPORTS_W inline String explain(InputArray src, int code)
{
    const auto call = [&](Striper& striper) {
        cuda::GpuMat onDevice;
        Mat onHost;
        cvtColor(src, src.isGpuMat() ? _OutputArray(onDevice) : _OutputArray(onHost), code, StreamRef(), striper);
    };
    return Striper::getDefault().explain(call).toString();
}

}}  // namespace cv::cudastripe

#endif
