// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See convert.hpp.

#include "convert.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "../src/model/yuv/codes.hpp"
#include "../src/op/color/op.hpp"
#include "../src/op/color/yuv444/op.hpp"
#include "../src/op/resize/op.hpp"
#include "../src/op/yuv/image_planes.hpp"
#include "../src/op/yuv/op.hpp"

using namespace cv;
using namespace cv::cudastripe;

namespace cudastripe_hal {
namespace {

constexpr int64 kFewestPixels = 128 * 128;  // with fewer, OpenCV's own functions begin sooner

std::atomic<size_t> calls{0};

PlaneView viewOf(const Memory& memory, int64 rowBytes)
{
    return {const_cast<uchar*>(memory.base), static_cast<int64>(memory.step), rowBytes};
}

void run(const StripeOp& op, const StripePlanes& planes)
{
    const int64 granules = (op.units() + op.granule() - 1) / op.granule();
    const double parts = std::max(1., std::min(double(granules), op.bytes(op.units()) / (1 << 17)));
    parallel_for_(
        Range(0, static_cast<int>(granules)),
        [&](const Range& range) {
            const int64 first = int64(range.start) * op.granule();
            const int64 end = std::min<int64>(int64(range.end) * op.granule(), op.units());
            op.hostRun(op.from(planes, first), end - first);
        },
        parts);
    ++calls;
}

//! For comparisons: with CUDASTRIPE_HAL_OFF=1, OpenCV does all work.
bool isOff()
{
    static const char* const off = std::getenv("CUDASTRIPE_HAL_OFF");
    return off && *off == '1';
}

//! Runs what `convert` makes; if it throws, OpenCV does the work.
template <class Convert>
int unlessSmall(int width, int height, const Convert& convert)
{
    if (int64(width) * height < kFewestPixels || isOff())
        return kNotImplemented;
    try {
        return convert();
    } catch (...) {
        return kNotImplemented;
    }
}

//! An operation from one plane to one.
int runPixels(const StripeOp& op, const Memory& src, const Memory& dst)
{
    StripePlanes planes;
    const PlaneSpec& input = op.inputs()[0];
    planes.in[0] = viewOf(src, input.rowBytes).from(op.firstRow(input, 0));  // which may not be the source's
    planes.out[0] = viewOf(dst, op.outputs()[0].rowBytes);
    if (op.flat()) {  // rows are elements
        planes.in[0].step = planes.in[0].rowBytes;
        planes.out[0].step = planes.out[0].rowBytes;
    }
    run(op, planes);
    return kTaken;
}

//! Images without gaps between rows are one long row.
CutBy cutOf(const Images& images, int depth, int scn, int dcn)
{
    const size_t pixels = static_cast<size_t>(images.size.width), bytes = depth == CV_8U ? 1 : 2;
    const bool dense =
        images.src.step == pixels * size_t(scn) * bytes && images.dst.step == pixels * size_t(dcn) * bytes;
    return dense ? CutBy::Elements : CutBy::Rows;
}

}  // namespace

int convertColors(const Images& images, ColorSpace from, ColorSpace to, bool redFirst, int depth, int scn, int dcn)
{
    if (depth != CV_8U && depth != CV_16U)
        return kNotImplemented;
    return unlessSmall(images.size.width, images.size.height, [&] {
        for (const ColorCode& code : colorCodes()) {
            if (code.from == from && code.to == to && code.redFirst == redFirst && (code.depths >> depth & 1) &&
                code.takes(scn) && code.gives(dcn))
                return runPixels(*makeColorOp(code, images.size, depth, scn, dcn, cutOf(images, depth, scn, dcn)),
                                 images.src, images.dst);
        }
        return kNotImplemented;
    });
}

int convertPacked(const Images& images, bool toColors, bool redFirst, bool isCbCr, int depth, int channels)
{
    using Formula = PackedYuvConversion::Formula;
    if (depth != CV_8U && depth != CV_16U)
        return kNotImplemented;
    return unlessSmall(images.size.width, images.size.height, [&] {
        for (const PackedYuvConversion& row : packedYuvConversions()) {
            if (row.givesColours == toColors && (row.order == ChannelOrder::RGB) == redFirst &&
                (row.formula == Formula::YCrCb) == isCbCr) {
                const CutBy cut = toColors ? cutOf(images, depth, 3, channels) : cutOf(images, depth, channels, 3);
                return runPixels(*makePackedYuvOp(row, images.size, depth, channels, cut), images.src, images.dst);
            }
        }
        return kNotImplemented;
    });
}

namespace {

//! Three planes lie in one image; of two, each has its own step and address.
void addPlanes(const YuvWork& work, const YuvFormat& format, PlaneView* views)
{
    const auto width = static_cast<int64>(work.size.width);
    if (format.planes() == 3) {
        const std::vector<PlaneView> planes = planesOf(viewOf(work.planes[0], width), format, work.size);
        std::copy(planes.begin(), planes.end(), views);
        return;
    }
    for (int p = 0; p < format.planes(); ++p) {
        const int64 samples = format.planeSize(p, work.size).width;
        views[p] = viewOf(work.planes[p], samples * int64(CV_ELEM_SIZE(format.planeType(p))));
    }
}

}  // namespace

int convertFormat(const YuvWork& work, bool toColors)
{
    return unlessSmall(work.size.width, work.size.height, [&] {
        const YuvFormat format = formatOfCodes(work.layout);
        const Size block = format.blockSize();
        const int granule = block.height * (format.planes() == 3 ? 2 : 1);
        if (work.size.width % block.width || work.size.height % block.height)
            return kNotImplemented;
        const ChannelOrder order = work.redFirst ? ChannelOrder::RGB : ChannelOrder::BGR;
        const auto op = toColors ? makeYuvDecodeOp(format, order, work.size, CV_8U, work.channels, granule)
                                 : makeYuvOp(format, order, work.size, work.channels, granule);
        StripePlanes planes;
        addPlanes(work, format, toColors ? planes.in : planes.out);
        (toColors ? planes.out : planes.in)[0] = viewOf(work.colors, int64(work.size.width) * work.channels);
        run(*op, planes);
        return kTaken;
    });
}

int resizeImage(int type, const Memory& src, Size source, const Memory& dst, Size result, double scaleX, double scaleY,
                int interpolation)
{
    const bool served = interpolation == INTER_NEAREST || interpolation == INTER_LINEAR ||
                        interpolation == INTER_AREA || interpolation == INTER_CUBIC ||
                        interpolation == INTER_LANCZOS4 || interpolation == INTER_LINEAR_EXACT;
    if (!served || CV_MAT_DEPTH(type) != CV_8U || CV_MAT_CN(type) > 4 || source == result)
        return kNotImplemented;
    return unlessSmall(result.width, result.height, [&] {
        const ResizeSizes sizes = {source, result, scaleX, scaleY, Rect(Point(), result)};
        return runPixels(*makeResizeOp(Resampling::opencv(interpolation), sizes, type), src, dst);
    });
}

size_t callCount()
{
    return calls;
}

}  // namespace cudastripe_hal
