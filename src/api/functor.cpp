// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// transform with a function object.

#include "../op/functor/op.hpp"
#include "opencv2/core/check.hpp"
#include "striper/operation.hpp"

namespace cv { namespace cudastripe { namespace detail {
namespace {

const char* const kFunction = "cudastripe::transform";

const char* inputName(const FunctorWork& work, int i)
{
    return work.inputCount == 1 ? "src" : i == 0 ? "a" : "b";
}

const ImageAccess& openPixels(std::vector<ImageAccess>& images, InputArray array, const FunctorWork& work, int i)
{
    const ImageAccess& image = openInput(images, array, kFunction, inputName(work, i));
    if (image.type != work.inputs[i].type) {
        CV_Error_(
            Error::StsUnmatchedFormats,
            ("%s: %s has type %s; the function object takes %s: convert the image, or change its argument", kFunction,
             image.argument, typeToString(image.type).c_str(), typeToString(work.inputs[i].type).c_str()));
    }
    return image;
}

}  // namespace

void runOnArrays(const FunctorWork& work, const void* const* in, int64 count, void* dst, const StreamRef& stream,
                 Striper& striper)
{
    if (count < 0)
        CV_Error_(Error::StsOutOfRange, ("%s: count is %lld; it must be 0 or more", kFunction, (long long)count));
    if (count == 0)
        return;
    const auto open = [&](const void* address, const FunctorWork::Element& element, const char* argument) {
        return openPointer(address, count, element.sizeBytes, element.alignment, kFunction, argument);
    };
    std::vector<ImageAccess> src;
    for (int i = 0; i < work.inputCount; ++i)
        src.push_back(open(in[i], work.inputs[i], inputName(work, i)));
    const auto openDst = [&](const Operation::Images& read, const _OutputArray&) {
        ImageAccess to = open(dst, work.output, "dst");
        requireNoOverlap(read, to, kFunction);
        return Operation::Opened{listOf(std::move(to)), makeFunctorOp(work, count, 1, CutBy::Elements)};
    };
    run({kFunction, std::move(src), noArray(), true, std::cref(openDst)}, stream, striper);
}

void runOnImages(const FunctorWork& work, InputArray a, InputArray b, OutputArray dst, const StreamRef& stream,
                 Striper& striper)
{
    std::vector<ImageAccess> src;
    src.reserve(2);
    const Size size = openPixels(src, a, work, 0).size;
    if (work.inputCount == 2) {
        openPixels(src, b, work, 1);
        if (src[1].size != size) {
            CV_Error_(Error::StsUnmatchedSizes,
                      ("%s: b is %d x %d, but a is %d x %d; both must have one size", kFunction, src[1].size.width,
                       src[1].size.height, size.width, size.height));
        }
    }
    const auto openDst = [&](const Operation::Images& read, const _OutputArray& to) {
        Operation::Images result = openResult(to, size, work.output.type, read, kFunction);
        auto op = makeFunctorOp(work, size.width, size.height, cutOf(read, result));
        return Operation::Opened{std::move(result), std::move(op)};
    };
    run({kFunction, std::move(src), dst, fits(dst, size, work.output.type), std::cref(openDst)}, stream, striper);
}

}}}  // namespace cv::cudastripe::detail
