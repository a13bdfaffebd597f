// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// resize.

#include "opencv2/cudastripe/resize.hpp"

#include "../op/chain/op.hpp"
#include "../op/resize/op.hpp"
#include "../op/simd/float_mode.hpp"
#include "batch/batch.hpp"
#include "resampled.hpp"

namespace cv { namespace cudastripe {
namespace {

const char* const kFunction = "cudastripe::resize";

ResizeSizes sizesOrScales(Size source, Size dsize, double fx, double fy, bool mayScale)
{
    if (!dsize.empty())
        return sizesOf(source, dsize);
    if (!mayScale) {
        CV_Error_(Error::StsBadSize,
                  ("%s: dsize is %d x %d; give a size of at least 1 x 1", kFunction, dsize.width, dsize.height));
    }
    if (!(fx > 0) || !(fy > 0)) {
        CV_Error_(Error::StsBadSize, ("%s: dsize is %d x %d, fx %g and fy %g; give a size, or fx and fy above 0",
                                      kFunction, dsize.width, dsize.height, fx, fy));
    }
    return scaledSizes(source, fx, fy, kFunction);
}

Operation describe(InputArray src, OutputArray dst, Size dsize, double fx, double fy, const Resampling& resampling)
{
    const FloatMode mode;  // sizes and scales do not depend on the caller's
    std::vector<ImageAccess> images;
    const ImageAccess& from = openInput(images, src, kFunction, "src");
    requireResizable(from.size, from.type, resampling, kFunction, "src");
    const ResizeSizes sizes = sizesOrScales(from.size, dsize, fx, fy, resampling.interpolation() >= 0);
    const int type = from.type;
    const bool copies = isCopy(resampling, sizes);
    const auto open = [=](const Operation::Images& read, const _OutputArray& to) {
        Operation::Images result = openResult(to, sizes.result, type, read, kFunction, copies);
        auto op = copies ? makeChainOp(lowerChain(Chain(), type, -1, kFunction), sizes.source, Masking::None,
                                       cutOf(read, result))
                         : makeResizeOp(resampling, sizes, type);
        return Operation::Opened{std::move(result), std::move(op)};
    };
    return {kFunction, std::move(images), dst, fits(dst, sizes.result, type), open};
}

void resizeBy(InputArray src, OutputArray dst, Size dsize, double fx, double fy, const Resampling& resampling,
              const StreamRef& stream, Striper& striper)
{
    const auto describeOne = [&](size_t, InputArray from, OutputArray to) {
        return describe(from, to, dsize, fx, fy, resampling);
    };
    runAll(src, dst, kFunction, describeOne, stream, striper);
}

}  // namespace

void resize(InputArray src, OutputArray dst, Size dsize, double fx, double fy, int interpolation,
            const StreamRef& stream, Striper& striper)
{
    resizeBy(src, dst, dsize, fx, fy, Resampling::opencv(interpolation), stream, striper);
}

void resize(InputArray src, OutputArray dst, Size dsize, const Resampling& resampling, const StreamRef& stream,
            Striper& striper)
{
    resizeBy(src, dst, dsize, 0, 0, resampling, stream, striper);
}

}}  // namespace cv::cudastripe
