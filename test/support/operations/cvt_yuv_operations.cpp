// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "cvt_yuv_operations.hpp"

#include <algorithm>

#include "../../reference/yuv_shuffle_reference.hpp"
#include "from_yuv_operations.hpp"

namespace opencv_test {

std::vector<YuvFormat> yuvLayoutsAndDepths(YuvMatrix matrix, YuvRange range)
{
    std::vector<YuvFormat> found;
    for (const YuvFormat& f : YuvFormat::all()) {
        if (found.empty() || found.back().layout() != f.layout() || found.back().depth() != f.depth())
            found.push_back(YuvFormat(f.layout(), matrix, range).withDepth(f.depth()));
    }
    return found;
}

Size blockOfBoth(const YuvFormat& a, const YuvFormat& b)
{
    const Size first = a.blockSize(), second = b.blockSize();
    return Size(std::max(first.width, second.width), std::max(first.height, second.height));
}

ImageOperation cvtYuvOperation(const YuvFormat& from, const YuvFormat& to)
{
    ImageOperation operation;
    const Size block = blockOfBoth(from, to), image = from.imageSize(block);
    const auto picture = [=](Size size) { return Size(size.width, size.height / image.height * block.height); };
    operation.name = from.name() + " to " + to.name();
    operation.block = image;
    operation.most = from.imageSize(Size(50, 18));
    operation.dstSize = [=](Size size) { return to.imageSize(picture(size)); };
    operation.srcTypes = {from.imageType()};
    operation.dstType = [=](int) { return to.imageType(); };
    operation.content = [=](Size size, int type, RNG& rng) { return randomYuvImage(size, type, rng, from); };
    operation.run = [=](InputArray src, OutputArray dst, const StreamRef& stream, Striper& striper) {
        cudastripe::cvtYuv(src, from, dst, to, stream, striper);
    };
    operation.reference = [=](const Mat& src, const Mat&) {
        return imageOfPicture(shuffledPicture(pictureOf(src, picture(src.size()), from), from, to), to);
    };
    operation.tolerance = [](int) { return 0.; };
    return operation;
}

std::vector<ImageOperation> cvtYuvOperations()
{
    // Each with two others, which are some steps on in the list, so that all distances come up.
    std::vector<ImageOperation> operations;
    const size_t count = yuvLayoutsAndDepths(YuvMatrix::BT709, YuvRange::Full).size();
    for (size_t i = 0; i < count; ++i) {
        const YuvRange range = i % 3 == 0 ? YuvRange::Full : YuvRange::Limited;
        const std::vector<YuvFormat> all = yuvLayoutsAndDepths(YuvMatrix::BT709, range);
        for (size_t step : {1 + i, 2 * i + count / 2}) {
            const YuvFormat to = all[(i + step) % count].withSiting(static_cast<ChromaSiting>((i + step) % 3));
            if (!all[i].imageSize(blockOfBoth(all[i], to)).empty() && !to.imageSize(blockOfBoth(all[i], to)).empty())
                operations.push_back(cvtYuvOperation(all[i], to));
        }
    }
    return operations;
}

}  // namespace opencv_test
