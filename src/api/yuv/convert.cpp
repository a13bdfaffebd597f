// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// cvtYuv.

#include <algorithm>

#include "../../op/chain/op.hpp"
#include "../../op/yuv/op.hpp"
#include "../striper/operation.hpp"
#include "images.hpp"
#include "opencv2/cudastripe/color.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr const char* kFunction = "cudastripe::cvtYuv";

void requireBlocks(Size picture, const YuvFormat& from, const YuvFormat& to)
{
    const Size block = to.blockSize();
    if (to.planes() > 1 || (picture.width % block.width == 0 && picture.height % block.height == 0))
        return;
    CV_Error_(Error::StsBadSize, ("%s: src has a picture of %d x %d in %s; to is %s, which takes multiples of %d x %d: "
                                  "take a format with planes, such as nv16",
                                  kFunction, picture.width, picture.height, from.name().c_str(), to.name().c_str(),
                                  block.width, block.height));
}

// The planes that the operation reads: all, or luma alone.
std::vector<ImageAccess> planesToRead(const std::vector<ImageAccess>& src, const YuvFormat& from, const YuvFormat& to,
                                      Size picture)
{
    if (!sameColours(from, to) || planesToShuffle(from, to) == from.planes())
        return src;
    std::vector<ImageAccess> luma(src.begin(), src.begin() + 1);
    luma[0].size = picture;
    luma[0].planes.clear();
    return luma;
}

// White stays white in another depth.
Chain throughColours(const YuvFormat& from, const YuvFormat& to)
{
    Chain chain = Chain::fromYuv(from);
    if (from.depth() == 8 && to.depth() > 8)
        chain.convertTo(CV_16U, 257);
    if (from.depth() > 8 && to.depth() == 8)
        chain.convertTo(CV_8U, 1 / 257.);
    return chain.toYuv(to);
}

}  // namespace

void cvtYuv(InputArray src, const YuvFormat& from, OutputArray dst, const YuvFormat& to, const StreamRef& stream,
            Striper& striper)
{
    std::vector<ImageAccess> images;
    const Size picture = openYuvInput(images, src, from, kFunction);
    requireBlocks(picture, from, to);
    const bool shuffles = sameColours(from, to);
    std::vector<ImageAccess> read = planesToRead(images, from, to, picture);
    const auto makeOp = [&](int granule) {
        if (shuffles)
            return makeYuvShuffleOp(from, to, picture, granule);
        const Chain chain = throughColours(from, to);
        const auto lowered = lowerChain(chain, chain.sourceType(), -1, kFunction);
        return makeChainYuvOp(chain, lowered, {picture, Rect(Point(), picture), picture, granule, std::nullopt},
                              Masking::None, granule);
    };
    const auto open = [&](const Operation::Images& sources, const _OutputArray& result) {
        // Source and result may share memory only if each thread reads all pixels that it overwrites before it writes.
        const bool mayBeSame = shuffles && from.planes() == 1 && to.planes() == 1;
        Operation::Images results = openYuvOutput(result, to, picture, images, kFunction, mayBeSame);
        auto op = makeOp(std::max(granuleOf(from, sources), granuleOf(to, results)));
        return Operation::Opened{std::move(results), std::move(op)};
    };
    run({kFunction, std::move(read), dst, fits(dst, to, picture), std::cref(open)}, stream, striper);
}

}}  // namespace cv::cudastripe
