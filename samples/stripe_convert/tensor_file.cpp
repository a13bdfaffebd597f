// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "tensor_file.hpp"

#include "npy_header.hpp"

using namespace cv::cudastripe;

namespace {

constexpr size_t kBatchBytes = size_t(64) << 20, kChannels = 3;

}  // namespace

TensorFile::TensorFile(const TensorOptions& options, const std::optional<YuvFormat>& format, Converter& converter)
    : options_(options), chain_(tensorChain(options, format)), converter_(converter), file_(options.path)
{
    // The header follows when the number of pictures is known. Until then nothing can read the file.
    file_.write(std::string(kNpyHeaderBytes, '\0'));
}

void TensorFile::add(const cv::Mat& picture, cv::Size size)
{
    if (type_ < 0) {
        size_ = size;
        type_ = picture.type();
    }
    if (size != size_)
        throw InputError(sizeText(size) + ", but the first picture is " + sizeText(size_));
    if (picture.type() != type_) {
        throw InputError(std::to_string(8 * picture.elemSize1()) + " bits a sample, but the first picture has " +
                         std::to_string(8 * CV_ELEM_SIZE1(type_)));
    }
    batch_.push_back(picture);
    const size_t pictureBytes = size_t(size.width) * size_t(size.height) * kChannels * CV_ELEM_SIZE(options_.depth);
    if ((batch_.size() + 1) * pictureBytes > kBatchBytes)
        writeBatch();
}

std::vector<int> TensorFile::shapeOf(int pictures) const
{
    if (options_.layout == TensorLayout::HWC)
        return {pictures, size_.height, size_.width, int(kChannels)};
    return {pictures, int(kChannels), size_.height, size_.width};
}

void TensorFile::writeBatch()
{
    const int count = int(batch_.size());
    tensor_.create(4, shapeOf(count).data(), options_.depth);
    // An array on both sides, as a single one would be the planes of one image of YUV.
    std::vector<cv::Mat> results;
    for (int i = 0; i < count; ++i)
        results.push_back(tensorImage(tensor_, i, options_.layout));
    transform(batch_, results, chain_, cv::noArray(), StreamRef(), converter_.striper);
    file_.write(tensor_.data, tensor_.total() * tensor_.elemSize());
    pictures_ += count;
    ++batches_;
    batch_.clear();
}

void TensorFile::finish()
{
    if (!batch_.empty())
        writeBatch();
    const std::vector<int> shape = shapeOf(pictures_);
    file_.overwriteStart(
        npyHeader(options_.depth == CV_16F ? "<f2" : "<f4", std::vector<std::int64_t>(shape.begin(), shape.end())));
    file_.commit();
}

std::string TensorFile::text() const
{
    std::string text = options_.depth == CV_16F ? "float16 of " : "float32 of ";
    for (int size : shapeOf(pictures_))
        text += std::to_string(size) + "x";
    text.back() = ',';
    return text + " made in " + std::to_string(batches_) + (batches_ == 1 ? " batch" : " batches");
}
