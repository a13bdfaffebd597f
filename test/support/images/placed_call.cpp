// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "placed_call.hpp"

namespace opencv_test {
namespace {

std::shared_ptr<PlacedImage> place(const Backend& backend, const Mat& image, const ImageShape& shape)
{
    std::shared_ptr<PlacedImage> placed;
    if (!image.empty()) {
        placed = std::make_shared<PlacedImage>(backend, shape.inValues(image.type()), image.size(), image.type());
        placed->set(image);
    }
    return placed;
}

bool unchanged(const Mat& image, const std::shared_ptr<PlacedImage>& placed)
{
    return !placed || sameBytes(image, placed->get());
}

_InputArray input(const std::shared_ptr<PlacedImage>& placed)
{
    return placed ? placed->input() : static_cast<_InputArray>(noArray());
}

}  // namespace

std::string wrongImage(const ImageOperation& operation, const Sample& sample, const Mat& before, const Mat& actual)
{
    if (operation.wrong && sample.mask.empty())
        return operation.wrong(sample.src, sample.second, actual);
    Mat expected = before.clone();
    operation.reference(sample.src, sample.second)
        .copyTo(expected, sample.mask.empty() ? Mat() : Mat(sample.mask != 0));
    return differences(expected, actual, operation.tolerance(sample.src.depth()));
}

PlacedCall::PlacedCall(const ImageOperation& operation, const Backend& backend, const Sample& sample, bool inPlace)
    : operation_(operation),
      sample_(sample),
      src_(place(backend, sample.src, sample.srcShape)),
      second_(place(backend, sample.second, sample.secondShape)),
      mask_(place(backend, sample.mask, sample.maskShape)),
      dst_(src_)
{
    const int type = operation.dstType(sample.src.type());
    const Size size = operation.dstSize(sample.src.size());
    if (!inPlace)
        dst_ = std::make_shared<PlacedImage>(backend, sample.dstShape.inValues(type), size, type);
    before_ = dst_->get();
    CV_Assert(before_.size() == size && before_.type() == type);
}

void PlacedCall::run(const StreamRef& stream, Striper& striper)
{
    operation_.run({input(src_), input(second_), input(mask_)}, dst_->output(), stream, striper);
}

std::string PlacedCall::wrong() const
{
    const std::string text = wrongImage(operation_, sample_, before_, dst_->get());
    if (!text.empty())
        return text;
    if (!dst_->guardsIntact())
        return "bytes beside the result were written";
    if (dst_ != src_ && !unchanged(sample_.src, src_))
        return "the source was written";
    if (!unchanged(sample_.second, second_))
        return "the second source was written";
    return unchanged(sample_.mask, mask_) ? std::string() : "the mask was written";
}

}  // namespace opencv_test
