// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See op.hpp.

#include "op.hpp"

#include <cfloat>
#include <cmath>

#include "image_op.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kRealDepths = 1 << CV_8U | 1 << CV_16U | 1 << CV_32F;

//! Reduces counts of samples in a row for rows that begin `samples` samples later.
template <class Body>
void beginLater(Body&, int)
{
}
void beginLater(ResizeBody<CubicBytes>& body, int samples)
{
    body.math.realSamples = std::max(0, body.math.realSamples - samples);
}
void beginLater(ResizeBody<BoxBytes>& body, int samples)
{
    body.math.wholeSamples -= samples;  // never below 0: all boxes but the last one are whole
}
template <class Sample>
void beginLater(BoxBody<Sample>& body, int samples)
{
    body.math.wholeSamples -= samples;
    body.math.pairSamples -= samples;
}

//! What makes the operation of a call.
struct ResizeCall
{
    const ResizeShape& shape;
    ResizeSide x{shape.sizes.source.width, shape.sizes.result.width, shape.sizes.fx};
    ResizeSide y{shape.sizes.source.height, shape.sizes.result.height, shape.sizes.fy};

    int channels() const { return CV_MAT_CN(shape.type); }
    int depth() const { return CV_MAT_DEPTH(shape.type); }

    //! `makeAxis` makes an axis of this kind.
    template <class Body, class MakeAxis>
    std::unique_ptr<Resizer> with(Body body, AxisKind kind, const MakeAxis& makeAxis) const
    {
        const auto axis = [&](const ResizeSide& side, bool rows) {
            return axisOf({kind, shape.resampling, depth() == CV_8U, side, rows}, [&] { return makeAxis(side, rows); });
        };
        auto tables = tablesOf(shape, [&] { return ResizeAxes{axis(x, false), axis(y, true)}; });
        beginLater(body, shape.sizes.made.x * channels());
        return std::make_unique<ResizeOp<Body>>(body, shape, std::move(tables));
    }

    //! True if both scales are integers, as cv::resize sees it.
    bool shrinksByIntegers() const
    {
        const auto isWhole = [](double scale) { return std::abs(scale - saturate_cast<int>(scale)) < DBL_EPSILON; };
        return isWhole(x.scale()) && isWhole(y.scale());
    }
    bool halves() const
    {
        return shrinksByIntegers() && saturate_cast<int>(x.scale()) == 2 && saturate_cast<int>(y.scale()) == 2;
    }

    std::unique_ptr<Resizer> nearest(AxisKind kind, ResizeAxis (*axis)(const ResizeSide&)) const
    {
        const auto makeAxis = [&](const ResizeSide& side, bool) { return axis(side); };
        switch (CV_ELEM_SIZE1(shape.type)) {
        case 1:
            return with(NearestBody<uchar>(), kind, makeAxis);
        case 2:
            return with(NearestBody<ushort>(), kind, makeAxis);
        case 4:
            return with(NearestBody<std::uint32_t>(), kind, makeAxis);
        default:
            return with(NearestBody<std::uint64_t>(), kind, makeAxis);
        }
    }

    template <class MakeAxis>
    std::unique_ptr<Resizer> realSums(AxisKind kind, const MakeAxis& makeAxis) const
    {
        switch (depth()) {
        case CV_8U:
            return with(ResizeBody<RealMath<uchar>>(), kind, makeAxis);
        case CV_16U:
            return with(ResizeBody<RealMath<ushort>>(), kind, makeAxis);
        default:
            return with(ResizeBody<RealMath<float>>(), kind, makeAxis);
        }
    }

    std::unique_ptr<Resizer> linear(bool area) const
    {
        const bool real = depth() != CV_8U;
        const AxisKind kind = area ? AxisKind::LinearArea : AxisKind::Linear;
        const auto makeAxis = [&](const ResizeSide& side, bool rows) { return linearAxis(side, real, area, rows); };
        return real ? realSums(kind, makeAxis) : with(ResizeBody<LinearBytes>(), kind, makeAxis);
    }

    std::unique_ptr<Resizer> linearExact() const
    {
        return with(ResizeBody<LinearExactBytes>(), AxisKind::LinearExact,
                    [](const ResizeSide& side, bool) { return linearExactAxis(side); });
    }

    std::unique_ptr<Resizer> area() const
    {
        return realSums(AxisKind::Area, [](const ResizeSide& side, bool) { return areaAxis(side); });
    }

    std::unique_ptr<Resizer> box() const
    {
        const int cols = saturate_cast<int>(x.scale()), rows = saturate_cast<int>(y.scale());
        if (depth() == CV_16U)
            return boxOf<ushort>(cols, rows);
        if (depth() == CV_32F)
            return boxOf<float>(cols, rows);
        ResizeBody<BoxBytes> body;
        body.math.cols = cols;
        body.math.rows = rows;
        body.math.wholeSamples = x.source / cols * channels();
        body.math.lastCols = std::min(cols, x.source - (x.result - 1) * cols);
        body.math.shifts = halves() && channels() != 2;
        return with(body, AxisKind::Box, [](const ResizeSide& side, bool) { return boxAxis(side); });
    }

    template <class Sample>
    std::unique_ptr<Resizer> boxOf(int cols, int rows) const
    {
        constexpr int kGroup = 4;  // results of float that cv::resize makes at once, adding pairs
        const bool bytes2 = sizeof(Sample) == 2;
        const bool pairs = halves() && (channels() == 1 || channels() == 4 || (bytes2 && channels() == 3));
        BoxBody<Sample> body;
        BoxMath<Sample>& math = body.math;
        math.cols = cols;
        math.rows = rows;
        math.wholeSamples = x.source / cols * channels();
        math.pairSamples = !pairs ? 0 : bytes2 ? math.wholeSamples : math.wholeSamples / kGroup * kGroup;
        return with(body, AxisKind::Box, [](const ResizeSide& side, bool) { return boxAxis(side); });
    }

    std::unique_ptr<Resizer> window(int interpolation) const
    {
        const auto makeAxis = [&](const ResizeSide& side, bool rows) { return windowAxis(side, interpolation, rows); };
        if (interpolation == INTER_LANCZOS4)
            return with(ResizeBody<LanczosBytes>(), AxisKind::Window, makeAxis);
        ResizeBody<CubicBytes> body;
        body.math.realSamples = x.result * channels() / CubicBytes::kGroup * CubicBytes::kGroup;
        return with(body, AxisKind::Window, makeAxis);
    }

    std::unique_ptr<Resizer> pillow() const
    {
        const Resampling& resampling = shape.resampling;
        const bool alpha = resampling.alpha() == Resampling::Alpha::Premultiplied && channels() % 2 == 0;
        if (depth() == CV_32F)
            return pillowOf<PillowFloats>();
        return alpha ? pillowOf<PillowAlphaBytes>() : pillowOf<PillowBytes>();
    }

    template <class Math>
    std::unique_ptr<Resizer> pillowOf() const
    {
        const Resampling& resampling = shape.resampling;
        const PillowBox box = PillowBox::of(resampling, shape.sizes.source);
        const bool bytes = depth() == CV_8U, crops = box.crops(shape.sizes.result);
        const AxisKind kind = crops ? AxisKind::Crop : AxisKind::Pillow;
        const auto makeAxis = [&](const ResizeSide& side, bool rows) {
            const float first = rows ? box.top : box.left, end = rows ? box.bottom : box.right;
            return crops ? croppedAxis(side, int(first), bytes)
                         : pillowAxis(side, resampling.filter(), first, end, bytes);
        };
        if (resampling.version() >= 13 && pillow13SumsDownFirst())
            return with(ResizeBody<DownFirst<Math>>(), kind, makeAxis);
        return with(ResizeBody<Math>(), kind, makeAxis);
    }

    bool pillow13SumsDownFirst() const
    {
        const int64 rows = int64(y.source) - y.result, cols = int64(x.source) - x.result;
        return rows > 0 && rows > 2 * cols;
    }

    // Decides in the same order as cv::resize.
    std::unique_ptr<Resizer> opencv(int interpolation) const
    {
        if (interpolation == INTER_LINEAR_EXACT && depth() == CV_32F)
            interpolation = INTER_LINEAR;
        const bool shrinks = x.scale() >= 1 && y.scale() >= 1;
        switch (interpolation) {
        case INTER_NEAREST:
            return nearest(AxisKind::Nearest, &nearestAxis);
        case INTER_NEAREST_EXACT:
            return nearest(AxisKind::NearestExact, &nearestExactAxis);
        case INTER_LINEAR_EXACT:
            return halves() && channels() != 2 ? box() : linearExact();
        case INTER_LINEAR:
            return halves() ? box() : linear(false);
        case INTER_AREA:
            if (!shrinks)
                return linear(true);
            return shrinksByIntegers() ? box() : area();
        default:
            return window(interpolation);
        }
    }
};

}  // namespace

PillowBox PillowBox::of(const Resampling& resampling, Size source)
{
    const Rect2d& box = resampling.box();
    if (box.empty())
        return {0, 0, static_cast<float>(source.width), static_cast<float>(source.height)};
    return {static_cast<float>(box.x), static_cast<float>(box.y), static_cast<float>(box.x + box.width),
            static_cast<float>(box.y + box.height)};
}

bool PillowBox::inside(Size source) const
{
    return left >= 0 && top >= 0 && right <= static_cast<float>(source.width) &&
           bottom <= static_cast<float>(source.height);
}

bool PillowBox::crops(Size result) const
{
    const auto isWhole = [](float value) { return value == std::floor(value); };
    return isWhole(left) && isWhole(top) && right - left == static_cast<float>(result.width) &&
           bottom - top == static_cast<float>(result.height);
}

int depthsOf(const Resampling& resampling)
{
    switch (resampling.interpolation()) {
    case INTER_NEAREST:
    case INTER_NEAREST_EXACT:
        return (1 << (CV_64F + 1)) - 1;
    case INTER_LINEAR:
    case INTER_AREA:
        return kRealDepths;
    case INTER_CUBIC:
    case INTER_LANCZOS4:
        return 1 << CV_8U;
    default:
        return 1 << CV_8U | 1 << CV_32F;
    }
}

std::unique_ptr<Resizer> makeResizer(const Resampling& resampling, const ResizeSizes& sizes, int type)
{
    const FloatMode mode;
    const ResizeShape shape{resampling, sizes, type};
    const ResizeCall call{shape};
    return resampling.interpolation() < 0 ? call.pillow() : call.opencv(resampling.interpolation());
}

std::unique_ptr<StripeOp> makeResizeOp(const Resampling& resampling, const ResizeSizes& sizes, int type)
{
    return makeResizer(resampling, sizes, type);
}

}}  // namespace cv::cudastripe
