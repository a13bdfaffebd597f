// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_RESIZE_HPP
#define OPENCV_CUDASTRIPE_RESIZE_HPP

#include <optional>

#include "opencv2/imgproc.hpp"

#include "opencv2/cudastripe/streams.hpp"
#include "opencv2/cudastripe/striper.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_resize
//! @{

/** @brief Whose pixels a resized image has: those of cv::resize, or those of Pillow's Image.resize. A value that can be
compared. docs/resize.md has the formulas. */
class CV_EXPORTS Resampling
{
public:
    //! The filters of Pillow, in its order: windows that grow with the scale where the image shrinks.
    enum class Filter
    {
        Box,       //!< 0.5 pixels to each side
        Bilinear,  //!< 1
        Hamming,   //!< 1
        Bicubic,   //!< 2, a = -0.5
        Lanczos    //!< 3
    };

    //! What a filter of Pillow does with the last one of two or four channels.
    enum class Alpha
    {
        Straight,      //!< it is one more channel, as in Pillow's modes CMYK and RGBX
        Premultiplied  //!< colours are multiplied by it before and divided by it after, as in Pillow's LA and RGBA
    };

    /** @brief The bytes that cv::resize gives on x86 without IPP.
    @param interpolation INTER_NEAREST, INTER_LINEAR, INTER_LINEAR_EXACT, INTER_AREA, INTER_CUBIC, INTER_LANCZOS4, or
    INTER_NEAREST_EXACT as OpenCV 5 and Pillow define it.
    @throws cv::Exception (Error::StsBadFlag) for others. */
    static Resampling opencv(int interpolation);
    /** @brief The bytes that Pillow's Image.resize gives.
    @param filter one of Filter.
    @param alpha what happens to colours before an alpha channel, the last of two or four.
    @param version major version of Pillow. Since 13 images whose height shrinks by more than twice as many pixels as
    their width are resized down before across. All others, and all of versions before, are resized across before down;
    12.2 and 12.3 differ for images more than 100 times as high as wide.
    @throws cv::Exception (Error::StsBadArg) for another filter, alpha, or a version below 1. */
    static Resampling pillow(Filter filter, Alpha alpha = Alpha::Straight, int version = 13);

    /** @brief Only this part of the source is resized, as with Pillow's argument `box`: pixels beyond it are not read.
    For filters of Pillow.
    @param box left and upper edge, width and height, in pixels; fractions of a pixel count. */
    Resampling inBox(const Rect2d& box) const;

    //! An INTER_... of OpenCV, or -1 for a filter of Pillow.
    int interpolation() const { return interpolation_; }
    //! As given to pillow().
    Filter filter() const { return filter_; }
    //! As given to pillow().
    Alpha alpha() const { return alpha_; }
    //! As given to pillow().
    int version() const { return version_; }
    //! Empty for the whole source.
    const Rect2d& box() const { return box_; }
    //! Such as "INTER_LINEAR" or "pillow Bicubic".
    String name() const;

    //! True if they give the same pixels of every image.
    bool operator==(const Resampling& other) const;
    //! True if they differ in anything.
    bool operator!=(const Resampling& other) const { return !(*this == other); }

private:
    Resampling() = default;

    int interpolation_ = -1;
    Filter filter_ = Filter::Box;
    Alpha alpha_ = Alpha::Straight;
    int version_ = 0;
    Rect2d box_;
};

/** @brief Which part of an image is seen, in which size, and where it lies on another image. */
struct CV_EXPORTS Framing
{
    Rect part;                             //!< empty for the whole image
    std::optional<Scalar> beyond;          //!< the value of the part's pixels beyond the image; unset: all lie inside
    std::optional<Resampling> resampling;  //!< unset if the part keeps its size
    Size resized;                          //!< of the part; empty if `scales` say it
    Point2d scales;                        //!< across and down, as `fx` and `fy` of cv::resize
    Size size;                             //!< of the image on which it lies; empty if it lies on none
    Point at;                              //!< where its first pixel lies, perhaps outside
    Scalar border;                         //!< the value of all other pixels

    //! Whether the part is resized, or lies on another image.
    bool changes() const { return resampling || !size.empty(); }
    //! Whether the result is the whole image, as it is.
    bool empty() const { return part.empty() && !changes(); }
    //! The size of the part of an image of this size, once it is resized.
    Size resizedSize(Size source) const;
    //! The size of the result.
    Size resultSize(Size source) const { return size.empty() ? resizedSize(source) : size; }
};

/** @brief Resizes an image, in overlapped stripes, with the bytes of cv::resize.

The arguments and the rules for `dsize`, `fx` and `fy` are those of cv::resize. The result is bit-equal to cv::resize on
x86 without IPP, however the work is cut, on the CPU and on a GPU:

| interpolation | depths |
|---------------|--------|
| INTER_NEAREST, INTER_NEAREST_EXACT | CV_8U to CV_64F |
| INTER_LINEAR, INTER_AREA | CV_8U, CV_16U, CV_32F |
| INTER_LINEAR_EXACT | CV_8U; CV_32F as INTER_LINEAR |
| INTER_CUBIC, INTER_LANCZOS4 | CV_8U |

docs/resize.md says where OpenCV's own versions differ.

The process keeps what takes long to make, in host memory: the taps of the 16 shapes used last, those of single sides up
to 16 MB, and the last 16 operations of chains that resize.

@param src image with 1 to 4 channels, not empty: Mat, UMat, cuda::HostMem or cuda::GpuMat.
@param dst image of size `dsize` and the type of `src`: Mat, UMat, cuda::HostMem or cuda::GpuMat. Reused if it fits,
also as a region of a larger image, else allocated. It must not overlap the source.
@param dsize size of the result. If it is empty, it is (saturate_cast<int>(fx * src.cols),
saturate_cast<int>(fy * src.rows)), and `fx` and `fy` also decide the coordinates.
@param fx,fy scales across and down; used only if `dsize` is empty.
@param interpolation one of the table.
@param stream where among the caller's GPU work the call takes place, see @ref StreamRef.
@param striper what does the work and keeps memory between calls.

@throws cv::Exception that names the argument, what it was and what is accepted, with nothing written.
@throws cv::Exception (Error::GpuApiCallError) if the device fails half way: no work is left in flight then, and dst
may be written in part.

@sa cv::resize, Resampling */
CV_EXPORTS void resize(InputArray src, OutputArray dst, Size dsize, double fx = 0, double fy = 0,
                       int interpolation = INTER_LINEAR, const StreamRef& stream = StreamRef(),
                       Striper& striper = Striper::getDefault());

/** @brief Resizes an image with the bytes of cv::resize or of Pillow.

Filters of Pillow take CV_8U with 1 to 4 channels, and CV_32F with one channel as Pillow's mode F.
@param dsize size of the result.
@param resampling whose bytes the result has.
@param src,dst,stream,striper as in the form with an INTER_... */
CV_EXPORTS void resize(InputArray src, OutputArray dst, Size dsize, const Resampling& resampling,
                       const StreamRef& stream = StreamRef(), Striper& striper = Striper::getDefault());

//! @}

}}  // namespace cv::cudastripe

#endif
