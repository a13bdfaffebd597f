// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// YuvFormat: what it allows, and the shapes of its images.

#include "opencv2/cudastripe/yuv_format.hpp"

#include <algorithm>
#include <climits>

#include "../checked_math.hpp"
#include "coefficients.hpp"
#include "packing.hpp"

namespace cv { namespace cudastripe {
namespace {

// A value from a cast, a file or another language may be anything.
template <class Enum>
Enum checked(Enum value, int count, const char* what)
{
    if (static_cast<int>(value) < 0 || static_cast<int>(value) >= count) {
        CV_Error_(Error::StsBadArg, ("cudastripe::YuvFormat: %s is %d; enumerators are 0 to %d", what,
                                     static_cast<int>(value), count - 1));
    }
    return value;
}

const YuvPacking& packing(YuvLayout layout)
{
    return packingOf(static_cast<int>(layout));
}

const PlanePacking& planeOf(const YuvPacking& packing, int plane, const YuvFormat& format)
{
    if (plane < 0 || plane >= packing.planeCount) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::YuvFormat: plane is %d; %s has %d", plane, format.name().c_str(), packing.planeCount));
    }
    return packing.planes[plane];
}

}  // namespace

YuvFormat::YuvFormat(YuvLayout layout, YuvMatrix matrix, YuvRange range)
    : layout_(checked(layout, kLayoutCount, "layout")),
      matrix_(checked(matrix, kMatrixCount, "matrix")),
      range_(checked(range, 2, "range")),
      siting_(matrixRow(matrix).siting),
      depth_(depthsOf(static_cast<int>(layout)).bits[0].depth)
{
    settle();
}

YuvFormat YuvFormat::withSiting(ChromaSiting siting) const
{
    YuvFormat format = *this;
    format.siting_ = checked(siting, 3, "siting");
    format.settle();
    return format;
}

YuvFormat YuvFormat::withDepth(int bits) const
{
    YuvFormat format = *this;
    format.depth_ = bits;
    format.settle();
    return format;
}

// Throws for undefined combinations. Makes the sitings of formats equal if the formats give the same bytes.
void YuvFormat::settle()
{
    const LayoutRow& row = kLayoutRows[static_cast<int>(layout_)];
    const LayoutDepths depths = depthsOf(static_cast<int>(layout_));
    const auto wanted = [&](const SampleBits& bits) { return bits.depth == depth_; };
    if (std::none_of(depths.bits, depths.bits + depths.count, wanted)) {
        CV_Error_(Error::StsBadArg,
                  ("cudastripe::YuvFormat: %d bits are wanted; layout %s has %s", depth_, row.name, row.depths));
    }
    if (matrixRow(matrix_).integers && (range_ != YuvRange::Limited || depth_ != 8)) {
        CV_Error_(Error::StsBadArg,
                  ("cudastripe::YuvFormat: matrix %s is defined for 8 bits and limited range; %d bits and %s "
                   "range are wanted; for these give bt601, bt709 or bt2020",
                   matrixRow(matrix_).name, depth_, range_ == YuvRange::Limited ? "limited" : "full"));
    }
    const ChromaSiting usual = matrixRow(matrix_).siting;
    if (row.rows == 1 && row.cols == 1)
        siting_ = usual;
    if (row.rows == 1 && siting_ == ChromaSiting::TopLeft)
        siting_ = ChromaSiting::Left;
    if (row.cols == 1 && row.rows > 1 && siting_ == ChromaSiting::Center)
        siting_ = ChromaSiting::Left;
}

YuvFormat YuvFormat::sd(YuvLayout layout)
{
    return YuvFormat(layout, YuvMatrix::BT601);
}

YuvFormat YuvFormat::hd(YuvLayout layout)
{
    return YuvFormat(layout, YuvMatrix::BT709);
}

YuvFormat YuvFormat::uhd(YuvLayout layout)
{
    return YuvFormat(layout, YuvMatrix::BT2020);
}

YuvFormat YuvFormat::jpeg(YuvLayout layout)
{
    return YuvFormat(layout, YuvMatrix::BT601, YuvRange::Full).withSiting(ChromaSiting::Center);
}

YuvFormat YuvFormat::opencv420(YuvLayout layout)
{
    return YuvFormat(layout, YuvMatrix::OpenCV420);
}

YuvFormat YuvFormat::opencv422(YuvLayout layout)
{
    return YuvFormat(layout, YuvMatrix::OpenCV422);
}

YuvFormat YuvFormat::tutorial()
{
    return YuvFormat(YuvLayout::Packed444, YuvMatrix::Tutorial);
}

bool YuvFormat::operator==(const YuvFormat& other) const
{
    return layout_ == other.layout_ && matrix_ == other.matrix_ && range_ == other.range_ && siting_ == other.siting_ &&
           depth_ == other.depth_;
}

String YuvFormat::ffmpegName() const
{
    const String base = kLayoutRows[static_cast<int>(layout_)].ffmpeg;
    return base.empty() || depth_ == 8 ? base : base + std::to_string(depth_) + "le";
}

int YuvFormat::planes() const
{
    return packing(layout_).planeCount;
}

Size YuvFormat::planeSize(int plane, Size source) const
{
    const YuvPacking& p = packing(layout_);
    if (planeOf(p, plane, *this).luma)
        return source;
    return Size(source.width / p.cols + (source.width % p.cols > 0),
                source.height / p.rows + (source.height % p.rows > 0));
}

int YuvFormat::planeType(int plane) const
{
    const YuvPacking& p = packing(layout_);
    const PlanePacking& samples = planeOf(p, plane, *this);
    const int units = samples.luma ? samples.cols : samples.cols / p.cols;
    return CV_MAKETYPE(imageDepth(), samples.length / units);
}

Size YuvFormat::imageSize(Size source) const
{
    const YuvPacking& p = packing(layout_);
    if (source.width % p.cols || source.height % p.rows)
        return Size();
    if (p.planeCount == 1)
        return source;
    // Rows of each plane must be as long as rows of luma, or half as long: then two of them fill a row of the image.
    int64 halfRows = 0;
    for (int i = 0; i < p.planeCount; ++i) {
        const PlanePacking& plane = p.planes[i];
        if (plane.length != plane.cols && plane.length * 2 != plane.cols)
            return Size();
        halfRows += int64(planeSize(i, source).height) * (plane.length == plane.cols ? 2 : 1);
    }
    if (source.width <= 0)
        return Size();
    const int64 rows = dividedUp(halfRows, 2);
    if (rows > INT_MAX) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::YuvFormat: a picture of %d x %d in %s takes %lld rows as one image, "
                   "which has at most %d: give an array of %d images",
                   source.width, source.height, name().c_str(), (long long)rows, INT_MAX, p.planeCount));
    }
    return Size(source.width, static_cast<int>(rows));
}

Size YuvFormat::sourceSize(Size image) const
{
    const Size block = blockSize();
    Size source = image;
    if (planes() > 1) {
        // Two blocks, one below the other, fill whole rows in every layout.
        const int rows = imageSize(Size(block.width, 2 * block.height)).height;
        source.height = rows > 0 ? static_cast<int>(int64(image.height) * 2 / rows) * block.height : 0;
    }
    const bool whole = source.width % block.width == 0 && source.height % block.height == 0;
    return whole && !source.empty() && imageSize(source) == image ? source : Size();
}

int YuvFormat::imageType() const
{
    return planes() == 1 ? planeType(0) : CV_MAKETYPE(imageDepth(), 1);
}

Size YuvFormat::blockSize() const
{
    const LayoutRow& row = kLayoutRows[static_cast<int>(layout_)];
    return Size(row.cols, row.rows);
}

}}  // namespace cv::cudastripe
