// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_TENSOR_FILE_HPP
#define STRIPE_CONVERT_TENSOR_FILE_HPP

#include "../common/output_file.hpp"
#include "converter.hpp"
#include "tensor_options.hpp"

//! A .npy file of one tensor, picture after picture. It appears when finish() returns.
class TensorFile
{
public:
    //! @param format of the pictures; none: they are colours of three channels.
    TensorFile(const TensorOptions& options, const std::optional<cv::cudastripe::YuvFormat>& format,
               Converter& converter);

    //! @param picture is kept, so its memory must not change. @param size of the picture, which is not that of an image
    //! of YUV. @throws InputError if its size or its depth is not that of the first.
    void add(const cv::Mat& picture, cv::Size size);
    void finish();
    //! Such as "float32 of 5x3x36x60, made in 1 batch".
    std::string text() const;

private:
    std::vector<int> shapeOf(int pictures) const;
    void writeBatch();

    const TensorOptions& options_;
    const cv::cudastripe::Chain chain_;
    Converter& converter_;
    OutputFile file_;
    std::vector<cv::Mat> batch_;
    cv::Mat tensor_;  // of the batch
    cv::Size size_;
    int type_ = -1, pictures_ = 0, batches_ = 0;
};

#endif
