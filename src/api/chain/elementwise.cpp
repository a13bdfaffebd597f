// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// transform with a chain.

#include "opencv2/cudastripe/elementwise.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "../../op/chain/op.hpp"
#include "../../op/yuv/op.hpp"
#include "../batch/batch.hpp"
#include "../resampled.hpp"
#include "../yuv/images.hpp"
#include "describe.hpp"
#include "opencv2/core/check.hpp"
#include "tensor.hpp"

namespace cv { namespace cudastripe {
namespace {

const char* const kTransform = "cudastripe::transform";

//! The images of a call, opened in the order in which the operation reads them.
struct ChainImages
{
    const char* function = kTransform;
    std::vector<ImageAccess> src;
    ChainPicture picture;
    int type = -1;  //!< of the pixels at the first step
    int secondType = -1;
    bool masked = false;
};

void requireImage(const ImageAccess& image, const char* function)
{
    if (CV_MAT_CN(image.type) > 4 || CV_MAT_DEPTH(image.type) > CV_64F) {
        CV_Error_(Error::StsUnsupportedFormat, ("%s: %s has type %s; it may have 1 to 4 channels of CV_8U to CV_64F: "
                                                "give Mat::reshape(1) of it, or one channel after the other",
                                                function, image.argument, typeToString(image.type).c_str()));
    }
}

void requireSize(const ImageAccess& image, Size size, const char* of)
{
    if (image.size != size) {
        CV_Error_(Error::StsUnmatchedSizes, ("%s: %s is %d x %d; it must be %d x %d as %s", kTransform, image.argument,
                                             image.size.width, image.size.height, size.width, size.height, of));
    }
}

//! For messages: what has the size that the second image and the mask must have.
const char* resultOf(const Chain& chain, const char* argument)
{
    const Framing& framing = chain.framing();
    return framing.changes() ? "the result" : !framing.part.empty() ? "the part of crop" : argument;
}

void openFirst(ChainImages& images, InputArray src, const Chain& chain, const Framing& framing,
               const YuvArgument& argument)
{
    const char* const function = images.function;
    Size size;
    if (chain.beginsInYuv()) {
        size = openYuvInput(images.src, src, chain.sourceFormat(), function, argument);
        images.type = chain.sourceType();
    } else {
        const ImageAccess& image = openInput(images.src, src, function, argument.name);
        requireImage(image, function);
        size = image.size;
        images.type = image.type;
    }
    images.picture = pictureOf(chain, framing, images.src, size, images.type, function, argument.name);
}

void openMask(ChainImages& images, InputArray mask, const Chain& chain, const char* of)
{
    images.masked = !mask.empty();
    if (!images.masked)
        return;
    if (chain.endsInYuv() || chain.endsInTensor()) {
        CV_Error_(Error::StsBadArg, ("%s: mask is given, but the chain ends in a %s: give no mask", kTransform,
                                     chain.endsInYuv() ? "YUV format" : "tensor"));
    }
    const ImageAccess& image = openInput(images.src, mask, kTransform, "mask");
    if (image.type != CV_8UC1 && image.type != CV_8SC1) {
        CV_Error_(Error::StsUnsupportedFormat,
                  ("%s: mask has type %s; it may be CV_8UC1 or CV_8SC1", kTransform, typeToString(image.type).c_str()));
    }
    requireSize(image, images.picture.result, of);
}

// The granule that suits both formats, or the source's and patches. The source's does not count if the chain resizes.
int granuleOf(const ChainPicture& picture, const Chain& chain, const Operation::Images& dst)
{
    const int source = picture.resampling ? 1 : picture.sourceGranule;
    if (chain.endsInTensor() && chain.tensorLayout() == TensorLayout::Patches)
        return std::lcm(source, chain.patches().span());
    return std::max(source, chain.endsInYuv() ? granuleOf(chain.yuvFormat(), dst) : 1);
}

void requireSuits(const YuvFormat& format, int type, Size size, const char* function)
{
    const int depth = format.imageDepth();
    if (CV_MAT_DEPTH(type) != depth || (CV_MAT_CN(type) != 3 && CV_MAT_CN(type) != 4)) {
        CV_Error_(Error::StsUnsupportedFormat,
                  ("%s: toYuv: the image is of %s here; %s takes %s with 3 or 4 channels", function,
                   typeToString(type).c_str(), format.name().c_str(), depthToString(depth)));
    }
    requirePicture(size, format, function);
}

Operation describe(ChainImages&& images, OutputArray dst, const Chain& chain)
{
    const char* const function = images.function;
    const ChainPicture picture = images.picture;
    const Size size = picture.result;
    const auto lowered = lowerChain(chain, images.type, images.secondType, function);
    const int type = lowered->resultType(), channels = CV_MAT_CN(type);
    if (chain.endsInYuv())
        requireSuits(chain.yuvFormat(), type, size, function);
    const Tensor tensor = chain.endsInTensor() ? tensorOf(chain, channels, size, function) : Tensor();
    const bool there = chain.endsInYuv()      ? fits(dst, chain.yuvFormat(), size)
                       : chain.endsInTensor() ? fits(dst, tensor)
                                              : fits(dst, size, type);
    // If src and dst were the same, interpolation and resizing would read pixels that other threads have overwritten.
    const bool interpolates = chain.beginsInYuv() && interpolatesChroma(chain.sourceFormat(), chain.sourceUpsampling());
    const bool mayBeSame = !interpolates && !picture.resampling;
    const Masking masking = !images.masked ? Masking::None : there ? Masking::KeepsOld : Masking::ClearsRest;
    const auto open = [=, &chain](const Operation::Images& src, const _OutputArray& to) {
        const auto openDst = [&] {
            if (chain.endsInYuv())
                return openYuvOutput(to, chain.yuvFormat(), size, src, function, mayBeSame);
            if (chain.endsInTensor())
                return listOf(openTensorOutput(to, tensor, src, function, mayBeSame));
            Operation::Images result = openResult(to, size, type, src, function, mayBeSame);
            result[0].alsoRead = masking == Masking::KeepsOld;
            return result;
        };
        Operation::Images result = openDst();
        auto op = chain.beginsInYuv() || picture.resampling || !endsInImage(chain, channels)
                      ? makeChainYuvOp(chain, lowered, picture, masking, granuleOf(picture, chain, result))
                      : makeChainOp(lowered, size, masking, cutOf(src, result));
        return Operation::Opened{std::move(result), std::move(op)};
    };
    return {function, std::move(images.src), dst, there, open};
}

// True if src is a batch. With fromYuv(), an array src holds the planes of one image, unless dst is an array, too, and
// the chain has no toYuv().
bool isBatchOf(const Chain& chain, InputArray src, OutputArray dst)
{
    if (chain.beginsInYuv() && (chain.endsInYuv() || !isArrayOfImages(dst)))
        return false;
    return isArrayOfImages(src) && (isArrayOfImages(dst) || chain.endsInTensor());
}

void requireAsMany(InputArray src1, InputArray src2)
{
    if (!isArrayOfImages(src2) || imageCount(src1) != imageCount(src2)) {
        CV_Error_(Error::StsUnmatchedSizes,
                  ("%s: src1 is an array of %zu images and src2 %s; give as many", kTransform, imageCount(src1),
                   isArrayOfImages(src2) ? format("of %zu", imageCount(src2)).c_str() : "is no array"));
    }
}

void runChainBatch(InputArray src, int secondType, OutputArray dst, const Chain& chain, InputArray mask,
                   const Describe& describe, const StreamRef& stream, Striper& striper)
{
    if (!mask.empty())
        CV_Error_(Error::StsBadArg, ("%s: mask is given, but src is an array of images: give no mask", kTransform));
    const size_t given = isArrayOfImages(dst) ? imageCount(dst) : 0;
    if (chain.endsInTensor() && given > 0 && given != imageCount(src)) {
        CV_Error_(Error::StsUnmatchedSizes,
                  ("%s: src has %zu images and dst has %zu; give one blob, an empty vector, or a vector of "
                   "tensorImage(blob, n)",
                   kTransform, imageCount(src), given));
    }
    if (isArrayOfImages(dst))
        runBatch(src, dst, kTransform, describe, stream, striper);
    else
        runTensorBatch(src, secondType, dst, chain, kTransform, describe, stream, striper);
}

Operation describe(InputArray src, OutputArray dst, const Chain& chain, InputArray mask)
{
    ChainImages images;
    openFirst(images, src, chain, chain.framing(), kYuvSrc);
    openMask(images, mask, chain, resultOf(chain, "src"));
    return describe(std::move(images), dst, chain);
}

Operation describe(InputArray src1, InputArray src2, OutputArray dst, const Chain& chain, InputArray mask)
{
    ChainImages images;
    openFirst(images, src1, chain, chain.framing(), kYuvSrc1);
    const ImageAccess& second = openInput(images.src, src2, kTransform, "src2");
    requireImage(second, kTransform);
    requireSize(second, images.picture.result, resultOf(chain, "src1"));
    images.secondType = second.type;
    if (!chain.usesSecond())
        CV_Error_(Error::StsBadArg, ("%s: src2 is given, but no step of the chain uses it: leave it out, or name "
                                     "secondImage in a step",
                                     kTransform));
    openMask(images, mask, chain, resultOf(chain, "src1"));
    return describe(std::move(images), dst, chain);
}

}  // namespace

Operation describeFramed(const char* function, InputArray src, const YuvArgument& argument, OutputArray dst,
                         const Chain& chain, const Framing& framing)
{
    ChainImages images;
    images.function = function;
    openFirst(images, src, chain, framing, argument);
    return describe(std::move(images), dst, chain);
}

void transform(InputArray src, OutputArray dst, const Chain& chain, InputArray mask, const StreamRef& stream,
               Striper& striper)
{
    if (!isBatchOf(chain, src, dst)) {
        run(describe(src, dst, chain, mask), stream, striper);
        return;
    }
    const auto describeOne = [&](size_t, InputArray from, OutputArray to) {
        return describe(from, to, chain, noArray());
    };
    runChainBatch(src, -1, dst, chain, mask, describeOne, stream, striper);
}

void transform(InputArray src1, InputArray src2, OutputArray dst, const Chain& chain, InputArray mask,
               const StreamRef& stream, Striper& striper)
{
    if (!isBatchOf(chain, src1, dst)) {
        run(describe(src1, src2, dst, chain, mask), stream, striper);
        return;
    }
    requireAsMany(src1, src2);
    requireMats(src2, "src2", kTransform);
    const auto describeOne = [&](size_t i, InputArray from, OutputArray to) {
        std::optional<Operation> operation;
        withImage(src2, i, [&](InputArray second) { operation = describe(from, second, to, chain, noArray()); });
        return *std::move(operation);
    };
    int secondType = -1;
    if (imageCount(src2) > 0)
        withImage(src2, 0, [&](InputArray second) { secondType = second.type(); });
    runChainBatch(src1, secondType, dst, chain, mask, describeOne, stream, striper);
}

}}  // namespace cv::cudastripe
