// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <cmath>
#include <cstdlib>

#include "convert.hpp"

using namespace cv::cudastripe;

namespace {

// NaN if the text is no number.
double numberOf(const std::string& text)
{
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    return text.empty() || *end != '\0' || std::isspace(uchar(text[0])) ? NAN : number;
}

// One number or quotient for all channels, or one for each.
std::optional<cv::Scalar> channelValues(const Arguments& arguments, const char* option)
{
    if (!arguments.has(option))
        return std::nullopt;
    const std::vector<std::string> parts = arguments.list(option);
    cv::Scalar values;
    for (size_t i = 0; i < 3; ++i) {
        const std::string part = parts[std::min(i, parts.size() - 1)];
        const size_t slash = part.find('/');
        values[int(i)] = numberOf(part.substr(0, slash));
        if (slash != std::string::npos)
            values[int(i)] /= numberOf(part.substr(slash + 1));
        if ((parts.size() != 1 && parts.size() != 3) || !std::isfinite(values[int(i)])) {
            throw UserError(std::string("--") + option + "=" + arguments.text(option) +
                            ": not a number, such as 0.5 or 1/255, or three with commas between them");
        }
    }
    return values;
}

// The length of every header, so that one can be written when the number of pictures is known at last.
constexpr size_t npyHeaderBytes = 128;

// The header of a .npy file of version 1.0: an array in the order of C, little-endian, of type "<f4" or "<f2".
std::string npyHeader(const std::string& type, const std::vector<int>& shape)
{
    std::string sizes;
    for (int size : shape)
        sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
    // The magic number, the version, and the length of the text as two bytes.
    std::string header("\x93NUMPY\x01\0", 8);
    header += {char(npyHeaderBytes - header.size() - 2), '\0'};
    header += "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + sizes + "), }";
    header.resize(npyHeaderBytes - 1, ' ');
    return header + "\n";
}

// A .npy file of one tensor, picture after picture. It appears when finish() returns.
class TensorFile : public FrameSink
{
public:
    TensorFile(const Arguments& arguments, Striper& striper)
        : depth_(arguments.isSecond("tensor-type", "float32", "float16") ? CV_16F : CV_32F),
          layout_(arguments.isSecond("tensor-layout", "chw", "hwc") ? TensorLayout::HWC : TensorLayout::CHW),
          striper_(striper)
    {
        const std::optional<cv::Scalar> mean = channelValues(arguments, "mean"),
                                        scale = channelValues(arguments, "scale");
        // Steps see the channels of the picture, options name those of the tensor.
        const bool rgb = arguments.has("rgb");
        const auto inOrder = [&](const cv::Scalar& s) { return rgb ? cv::Scalar(s[2], s[1], s[0]) : s; };
        chain_.convertTo(CV_32F);
        if (mean)
            chain_.subtract(inOrder(*mean));
        if (scale)
            chain_.multiply(inOrder(*scale));
        chain_.toTensor(layout_, depth_, rgb ? ChannelOrder::RGB : ChannelOrder::BGR);
        // The header follows when the number of pictures is known. Until then nothing can read the file.
        file_.emplace(arguments.fileName("tensor", ".npy"));
        file_->write(std::string(npyHeaderBytes, '\0'));
    }

    void write(const Planes& result) override
    {
        const cv::Mat picture = result[0].clone();
        if (first_.empty())
            first_ = picture;
        if (picture.size() != first_.size() || picture.type() != first_.type())
            throw InputError(textOf(picture) + ", but the first picture has " + textOf(first_));
        batch_.push_back(picture);
        const size_t most = size_t(64) << 20, each = picture.total() * 3 * CV_ELEM_SIZE(depth_);
        if ((batch_.size() + 1) * each > most)
            writeBatch();
    }

    std::string finish() override
    {
        if (!batch_.empty())
            writeBatch();
        file_->overwriteStart(npyHeader(depth_ == CV_16F ? "<f2" : "<f4", shapeOf(pictures_)));
        file_->commit();
        std::string text = file_->name() + (depth_ == CV_16F ? ": float16 of " : ": float32 of ");
        for (int size : shapeOf(pictures_))
            text += std::to_string(size) + "x";
        return text.substr(0, text.size() - 1);
    }

private:
    // Such as "60x36 of 8 bits".
    static std::string textOf(const cv::Mat& picture)
    {
        return sizeText(picture.size()) + " of " + std::to_string(8 * picture.elemSize1()) + " bits";
    }

    std::vector<int> shapeOf(int pictures) const
    {
        if (layout_ == TensorLayout::HWC)
            return {pictures, first_.rows, first_.cols, 3};
        return {pictures, 3, first_.rows, first_.cols};
    }

    void writeBatch()
    {
        const int count = int(batch_.size());
        tensor_.create(4, shapeOf(count).data(), depth_);
        std::vector<cv::Mat> results;
        for (int i = 0; i < count; ++i)
            results.push_back(tensorImage(tensor_, i, layout_));
        transform(batch_, results, chain_, cv::noArray(), StreamRef(), striper_);
        file_->write(tensor_.data, tensor_.total() * tensor_.elemSize());
        pictures_ += count;
        batch_.clear();
    }

    const int depth_;
    const TensorLayout layout_;
    Striper& striper_;
    Chain chain_;
    std::optional<OutputFile> file_;
    std::vector<cv::Mat> batch_;
    cv::Mat first_, tensor_;  // picture; tensor of the batch
    int pictures_ = 0;
};

}  // namespace

std::unique_ptr<FrameSink> openTensor(const Arguments& arguments, Striper& striper)
{
    return std::make_unique<TensorFile>(arguments, striper);
}
