// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// transform with a chain.

#include "opencv2/cudastripe/elementwise.hpp"

#include "../../op/chain/op.hpp"
#include "../striper/striper_impl.hpp"
#include "../yuv/destination.hpp"
#include "../yuv/planes.hpp"
#include "opencv2/core/check.hpp"

namespace cv { namespace cudastripe {
namespace {

const char* const kFunction = "cudastripe::transform";

//! The images of a call, opened in the order in which the operation reads them.
struct ChainImages
{
    std::vector<ImageAccess> src;
    int secondType = -1;
    bool masked = false;
};

void requireImage(const ImageAccess& image)
{
    if (CV_MAT_CN(image.type) > 4 || CV_MAT_DEPTH(image.type) > CV_64F) {
        CV_Error_(Error::StsUnsupportedFormat, ("%s: %s has type %s; it may have 1 to 4 channels of CV_8U to CV_64F",
                                                kFunction, image.argument, typeToString(image.type).c_str()));
    }
}

void requireSize(const ImageAccess& image, Size size, const char* of)
{
    if (image.size != size) {
        CV_Error_(Error::StsUnmatchedSizes, ("%s: %s is %d x %d; it must be %d x %d as %s", kFunction, image.argument,
                                             image.size.width, image.size.height, size.width, size.height, of));
    }
}

void openMask(std::vector<ImageAccess>& images, InputArray mask, const char* of)
{
    const Size size = images[0].size;
    const ImageAccess& image = openInput(images, mask, kFunction, "mask");
    if (image.type != CV_8UC1 && image.type != CV_8SC1) {
        CV_Error_(Error::StsUnsupportedFormat,
                  ("%s: mask has type %s; it may be CV_8UC1 or CV_8SC1", kFunction, typeToString(image.type).c_str()));
    }
    requireSize(image, size, of);
}

void run(const ChainImages& images, OutputArray dst, const Chain& chain, const StreamRef& stream, Striper& striper)
{
    const ImageAccess& first = images.src[0];
    const auto compiled = compileChain(chain, first.type, images.secondType, kFunction);
    Masking masking = Masking::None;
    const auto openDst = [&] {
        if (images.masked)
            masking = fits(dst, first.size, compiled->resultType()) ? Masking::KeepsOld : Masking::ClearsRest;
        ImageAccess to = openOutput(dst, first.size, compiled->resultType(), kFunction, "dst");
        requireNoOverlap(images.src, to, kFunction);
        to.alsoRead = masking == Masking::KeepsOld;
        return listOf(std::move(to));
    };
    const auto makeOp = [&](const std::vector<ImageAccess>& to) {
        return makeChainOp(compiled, first.size, masking, cutOf(images.src, to));
    };
    striper.impl().run({kFunction, images.src, std::cref(openDst), std::cref(makeOp), stream, isOnDevice(dst),
                        fits(dst, first.size, compiled->resultType())});
}

void runToYuv(const ChainImages& images, OutputArray dst, const Chain& chain, const StreamRef& stream, Striper& striper)
{
    const ImageAccess& first = images.src[0];
    const YuvFormat& format = chain.yuvFormat();
    const auto compiled = compileChain(chain, first.type, images.secondType, kFunction);
    const int type = compiled->resultType(), depth = format.depth() == 8 ? CV_8U : CV_16U;
    if (CV_MAT_DEPTH(type) != depth || (CV_MAT_CN(type) != 3 && CV_MAT_CN(type) != 4)) {
        CV_Error_(Error::StsUnsupportedFormat,
                  ("%s: toYuv: the image is of %s here; %s takes %s with 3 or 4 channels", kFunction,
                   typeToString(type).c_str(), format.name().c_str(), depthToString(depth)));
    }
    requireWholeBlocks(first.size, format, kFunction);
    const auto openDst = [&] { return openYuvOutput(dst, format, first.size, images.src, kFunction); };
    const auto makeOp = [&](const std::vector<ImageAccess>& to) {
        return makeChainYuvOp(compiled, format, chain.yuvOrder(), first.size, rowsTogether(format, to));
    };
    striper.impl().run({kFunction, images.src, std::cref(openDst), std::cref(makeOp), stream, isOnDevice(dst)});
}

void open(ChainImages& images, InputArray mask, const Chain& chain, const char* of)
{
    for (const ImageAccess& src : images.src)
        requireImage(src);
    images.masked = !mask.empty();
    if (!images.masked)
        return;
    if (chain.endsInYuv())
        CV_Error_(Error::StsBadArg, ("%s: mask is given, but the chain ends in a YUV format", kFunction));
    openMask(images.src, mask, of);
}

}  // namespace

void transform(InputArray src, OutputArray dst, const Chain& chain, InputArray mask, const StreamRef& stream,
               Striper& striper)
{
    ChainImages images;
    openInput(images.src, src, kFunction, "src");
    open(images, mask, chain, "src");
    (chain.endsInYuv() ? runToYuv : run)(images, dst, chain, stream, striper);
}

void transform(InputArray src1, InputArray src2, OutputArray dst, const Chain& chain, InputArray mask,
               const StreamRef& stream, Striper& striper)
{
    ChainImages images;
    images.src.reserve(3);
    openInput(images.src, src1, kFunction, "src1");
    openInput(images.src, src2, kFunction, "src2");
    requireSize(images.src[1], images.src[0].size, "src1");
    images.secondType = images.src[1].type;
    if (!chain.usesSecond())
        CV_Error_(Error::StsBadArg, ("%s: src2 is given, but no step of the chain uses it", kFunction));
    open(images, mask, chain, "src1");
    (chain.endsInYuv() ? runToYuv : run)(images, dst, chain, stream, striper);
}

}}  // namespace cv::cudastripe
