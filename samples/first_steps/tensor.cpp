// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Makes inputs of networks in one pass: a blob of several pictures, and a tensor of a decoder's frame.

#include <opencv2/cudastripe.hpp>
#include <opencv2/imgproc.hpp>

namespace stripe = cv::cudastripe;

int main()
{
    //! [blob]
    const int sizes[] = {4, 3, 224, 224};
    cv::Mat blob(4, sizes, CV_32F);

    // Steps see blue, green and red; the tensor has red first. These are the bits of cv::dnn::blobFromImages(images,
    // 1 / 255.f, cv::Size(), cv::Scalar(123.675, 116.28, 103.53), true).
    const cv::Scalar mean(103.53, 116.28, 123.675);
    const stripe::Chain chain = stripe::Chain().convertTo(CV_32F).subtract(mean).multiply(1 / 255.f).toTensor(
        stripe::TensorLayout::CHW, CV_32F, stripe::ChannelOrder::RGB);
    cv::Mat image(224, 224, CV_8UC3);
    for (int n = 0; n < 4; ++n) {
        cv::randu(image, 0, 256);
        stripe::transform(image, stripe::tensorImage(blob, n), chain);
    }
    //! [blob]

    //! [nv12]
    // NV12 is uploaded, and halves are downloaded. An empty Mat becomes 1 x 3 x 480 x 640.
    cv::Mat nv12(480 * 3 / 2, 640, CV_8UC1, cv::Scalar(128)), halves;
    stripe::transform(nv12, halves,
                      stripe::Chain::fromYuv(stripe::YuvFormat::hd(), stripe::ChannelOrder::RGB)
                          .convertTo(CV_32F, 1 / 255.)
                          .toTensor(stripe::TensorLayout::CHW, CV_16F));
    //! [nv12]

    cv::Mat red;  // of the last picture
    cv::extractChannel(image, red, 2);
    red.convertTo(red, CV_32F);
    red = (red - mean[2]) / 255;
    const cv::Mat first = stripe::tensorImage(blob, 3).rowRange(0, 224);
    return cv::norm(first, red, cv::NORM_INF) < 1e-6 && halves.dims == 4 && halves.type() == CV_16FC1 ? 0 : 1;
}
