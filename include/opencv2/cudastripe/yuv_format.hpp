// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_YUV_FORMAT_HPP
#define OPENCV_CUDASTRIPE_YUV_FORMAT_HPP

#include <vector>

#include "opencv2/core.hpp"
#include "opencv2/cudastripe/yuv_layout.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_color
//! @{

//! In which order red, green and blue lie in memory; a fourth channel follows.
enum class ChannelOrder
{
    BGR,  //!< blue first
    RGB   //!< red first
};

//! Where the chroma of a pixel comes from if a sample spans several.
enum class ChromaUpsampling
{
    Nearest,  //!< the sample of its block
    Linear,   //!< between the nearest samples, in both directions, by the siting of the format
};

#ifndef OPENCV_BINDINGS_PARSER  // OpenCV's generator of bindings expands no macros
#define CV_CUDASTRIPE_ENUMERATOR(NAME, ...) NAME,

//! The order of the samples in memory: see @ref CV_CUDASTRIPE_YUV_LAYOUTS.
enum class YuvLayout
{
    CV_CUDASTRIPE_YUV_LAYOUTS(CV_CUDASTRIPE_ENUMERATOR)
};

//! The weights of red, green and blue: see @ref CV_CUDASTRIPE_YUV_MATRICES. The last three are integer formulas, of 8
//! bits and limited range.
enum class YuvMatrix
{
    CV_CUDASTRIPE_YUV_MATRICES(CV_CUDASTRIPE_ENUMERATOR)
    OpenCV420,  //!< what cv::cvtColor computes for COLOR_BGR2YUV_I420: BT.601 with weights of three decimals
    OpenCV422,  //!< what cv::cvtColor computes for COLOR_BGR2YUV_UYVY: the same with 14 bits
    Tutorial,   //!< the formula of many tutorials: BT.601 with weights of 8 bits, rounded down
};

#undef CV_CUDASTRIPE_ENUMERATOR
#endif

//! The codes of black and white.
enum class YuvRange
{
    Limited,  //!< 16 to 235, chroma 16 to 240, of 8 bits; as video does
    Full      //!< all codes; as JPEG does
};

//! The pixels of a block whose mean is its chroma sample. None lies outside the block.
enum class ChromaSiting
{
    TopLeft,  //!< the upper left pixel alone
    Left,     //!< the left column, as MPEG-2 and H.264 assume
    Center    //!< all pixels, as JPEG and MPEG-1 assume
};

/** @brief What a file, a header or a decoded frame says about its samples, in words of FFmpeg and numbers of ITU-T
H.273. @ref YuvFormat::fromTags makes a format of it.

With a frame of libavcodec: av_get_pix_fmt_name(format), colorspace, color_range - 1, chroma_location - 1. */
struct CV_EXPORTS VideoTags
{
    String pixelFormat;       //!< FFmpeg's name, such as "yuv420p10le"
    int matrix = 2;           //!< MatrixCoefficients of H.273; 2 is unspecified
    int range = -1;           //!< VideoFullRangeFlag of H.273: 0 limited, 1 full; -1 unspecified
    int chromaLocation = -1;  //!< ChromaSampleLocType of H.273: 0 left, 1 center, 2 top left ...; -1 unspecified
    bool interlaced = false;  //!< its rows belong to two fields
    int height = 0;           //!< of the frame; decides the matrix where it is unspecified

    //! True if the samples are red, green and blue, as in bgra, rgb24, gbrp or pal8: then there is no YuvFormat.
    bool rgb() const;
};

/** @brief Names a YUV format: layout, matrix, range, siting of the chroma, and bits of a sample. A value that can be
compared.

With R, G, B in 0 to 1 (8U: / 255, 16U: / 65535), the matrix's weights Kr, Kb and Kg = 1 - Kr - Kb, and n bits a sample:
\f[Y' = K_r R + K_g G + K_b B, \quad C_b = \frac{B - Y'}{2 (1 - K_b)}, \quad C_r = \frac{R - Y'}{2 (1 - K_r)}\f]
Limited: Y = (16 + 219 Y') 2^(n-8), U = (128 + 224 Cb) 2^(n-8), V = (128 + 224 Cr) 2^(n-8).
Full: Y = (2^n - 1) Y', U = 2^(n-1) + (2^n - 1) Cb, V = 2^(n-1) + (2^n - 1) Cr.
Chroma is computed from the sum of the pixels that the siting names. Results are rounded to nearest and saturated to n
bits. The arithmetic is fixed-point with weights of 20 bits: grey is exact for every value, and no result is more than
one code from the rounded formula; docs/formats.md says how often it differs. OpenCV420, OpenCV422 and Tutorial have
integers of their own, which docs/formats.md lists.

A source of CV_8U gives 8 bits, one of CV_16U gives more; Mat::convertTo makes the one from the other (times 257). A
destination may be one image or one for each plane:

| planes | one image | an image for each plane |
|--------|-----------|-------------------------|
| one | channels: 1 for Y, 2 for UYVY, 3 for Packed444 | the same |
| several | one channel; planes stacked; two rows of half width share a row | one channel, two where U and V alternate |

The image for I420 is the one of cv::cvtColor: 3/2 of the source's height, chroma rows of half the width, two to a row.

Sides of a source in one image are multiples of blockSize(). An image for each of several planes is there for any size:
planes of chroma round up, and a block at the right or lower edge has the mean of those of its pixels that exist. */
class CV_EXPORTS YuvFormat
{
public:
    /** @brief Any format.
    @param layout where the samples lie; @param matrix weights of the colours; @param range codes of black and white.
    The siting is the usual one: Left, and that of cv::cvtColor for OpenCV420 (TopLeft) and OpenCV422 (Center). The
    depth is the layout's least.
    @throws cv::Exception (Error::StsBadArg) if nothing is defined for the combination: OpenCV420, OpenCV422 and
    Tutorial are of 8 bits and limited range. */
    explicit YuvFormat(YuvLayout layout = YuvLayout::NV12, YuvMatrix matrix = YuvMatrix::BT709,
                       YuvRange range = YuvRange::Limited);

    //! The same format with chroma from other pixels. It makes no difference if the layout halves nothing; if it halves
    //! only the width, TopLeft and Left are the same.
    YuvFormat withSiting(ChromaSiting siting) const;
    //! The same format with samples of 8, 10, 12 or 16 bits, as far as the layout has them.
    YuvFormat withDepth(int bits) const;

    //! Standard definition video: BT.601, limited.
    static YuvFormat sd(YuvLayout layout = YuvLayout::NV12);
    //! High definition video: BT.709, limited.
    static YuvFormat hd(YuvLayout layout = YuvLayout::NV12);
    //! Ultra high definition video: BT.2020, limited; 10 bits in P010.
    static YuvFormat uhd(YuvLayout layout = YuvLayout::P010);
    //! The format of JPEG files: BT.601, full range, chroma from all pixels.
    static YuvFormat jpeg(YuvLayout layout = YuvLayout::I420);
    //! The result of cv::cvtColor for COLOR_BGR2YUV_I420, in any layout.
    static YuvFormat opencv420(YuvLayout layout = YuvLayout::I420);
    //! The result of cv::cvtColor for COLOR_BGR2YUV_UYVY, in any layout.
    static YuvFormat opencv422(YuvLayout layout = YuvLayout::UYVY);
    /** @brief The 8-bit integer formula of many tutorials: BT.601, limited range, packed Y, U, V, three bytes a pixel.

    \f[Y = \lfloor (66 R + 129 G + 25 B) / 256 \rfloor + 16\f]
    \f[U = \lfloor (-38 R - 74 G + 112 B) / 256 \rfloor + 128\f]
    \f[V = \lfloor (112 R - 94 G - 18 B) / 256 \rfloor + 128\f]

    It rounds down, so it lies up to one code below the rounded formula; no result needs clamping.
    Y is 16 to 235, U and V are 16 to 239 (grey gives 128). Accepts CV_8UC3 and CV_8UC4, gives CV_8UC3. */
    static YuvFormat tutorial();

    /** @brief Reads a name: the layout, then in any order matrix, range, siting and bits, separated by colons.

    "nv12:bt709:limited", "i420:10bit:bt2020:full:center", "packed444:tutorial". Parts that are left out are as in the
    constructor. Case does not matter. Also the name of a preset: "sd", "hd", "uhd", "jpeg", "opencv420",
    "opencv422", "tutorial". In place of a layout and bits also FFmpeg's name of a pixel format, of which yuvj420p,
    yuvj422p, yuvj444p and grey mean full range; for a part also FFmpeg's word: "yuv420p10le:bt2020nc:tv". "jpeg" after
    a layout is full range.
    @throws cv::Exception (Error::StsParseError) with the nearest names, or with the parts that exclude each other. */
    static YuvFormat fromName(const String& name);

    /** @brief The format of what a file, a header or a frame says.
    @param tags what it says; chroma locations 3, 4 and 5 count as 1, 0 and 1
    @param assumed if not null, becomes one line about what is unspecified and therefore assumed, such as "BT.709,
    limited range"; else empty. An unspecified matrix is BT.601 up to 576 lines, else (also if the height is 0) BT.709.
    An unspecified range is limited, and full for grey, yuvj420p, yuvj422p and yuvj444p. An unspecified chroma location
    is left.
    @throws cv::Exception (Error::StsBadArg) that names the tag and the way out: for RGB, big-endian and other samples
    without a layout; for matrices that there are not, unless the samples are grey; for interlaced 4:2:0. */
    static YuvFormat fromTags(const VideoTags& tags, String* assumed = nullptr);

    //! The name of the format, which @ref fromName reads: "nv12:bt709:limited". It has the bits if they are not the
    //! layout's least, and the siting if it is unusual.
    String name() const;

    //! All formats.
    static std::vector<YuvFormat> all();

    //! Where the samples lie.
    YuvLayout layout() const { return layout_; }
    //! The weights of the colours.
    YuvMatrix matrix() const { return matrix_; }
    //! The codes of black and white.
    YuvRange range() const { return range_; }
    //! Where chroma samples come from.
    ChromaSiting siting() const { return siting_; }
    //! Bits of a sample.
    int depth() const { return depth_; }
    //! The depth of an image of samples, and of the colours that become them: CV_8U for 8 bits, CV_16U for more.
    int imageDepth() const { return depth_ == 8 ? CV_8U : CV_16U; }

    //! What FFmpeg calls the layout with this depth, such as "nv12"; empty if it has no name.
    String ffmpegName() const;
    //! The number of planes.
    int planes() const;
    //! The size of the image that holds a plane of a source of this size; chroma rounds up. Throws if there is no such
    //! plane.
    Size planeSize(int plane, Size source) const;
    //! The type of that image: CV_8UC1 to CV_16UC3.
    int planeType(int plane) const;
    //! The size of the one image that holds all planes of a source of this size; empty if there is none, as for sides
    //! that are no multiples of blockSize(). Throws if it has more rows than an image can have.
    Size imageSize(Size source) const;
    //! The type of that image.
    int imageType() const;
    //! The size of the source whose one image has this size; empty if there is none.
    Size sourceSize(Size image) const;
    //! The pixels that a chroma sample spans. Sides of a source are multiples of this if it becomes, or comes from, one
    //! image; with an image for each of several planes they may have any length.
    Size blockSize() const;

    //! True if both give the same bytes.
    bool operator==(const YuvFormat& other) const;
    //! True if they differ.
    bool operator!=(const YuvFormat& other) const { return !(*this == other); }

private:
    void settle();

    YuvLayout layout_;
    YuvMatrix matrix_;
    YuvRange range_;
    ChromaSiting siting_;
    int depth_;
};

//! @}

}}  // namespace cv::cudastripe

#endif
