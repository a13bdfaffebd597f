// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Resizes an image: with the bytes of cv::resize, and with those of Pillow, which networks are trained on; and a frame
// within a chain.

#include <iostream>

#include <opencv2/cudastripe.hpp>
#include <opencv2/imgproc.hpp>

namespace stripe = cv::cudastripe;

namespace {

// The middle of a decoder's frame becomes the input of a network in one pass. No image lies in between.
bool chainGivesWhatStepsGive(const stripe::Resampling& resampling)
{
    const stripe::YuvFormat format = stripe::YuvFormat::hd();
    cv::Mat nv12(1080 * 3 / 2, 1920, CV_8UC1), input, colours, small, expected;
    cv::randu(nv12, 0, 256);

    //! [chain]
    const cv::Rect square(420, 0, 1080, 1080);
    stripe::transform(nv12, input,
                      stripe::Chain::fromYuv(format)
                          .crop(square)
                          .resize(cv::Size(224, 224), resampling)
                          .convertTo(CV_32F, 1 / 255.)
                          .toTensor());
    //! [chain]

    stripe::cvtFromYuv(nv12, colours, format);
    stripe::resize(colours(square), small, cv::Size(224, 224), resampling);
    stripe::transform(small, expected, stripe::Chain().convertTo(CV_32F, 1 / 255.).toTensor());
    return input.size == expected.size && cv::norm(input, expected, cv::NORM_INF) == 0;
}

}  // namespace

int main()
{
    cv::Mat image(1080, 1920, CV_8UC3), small, half, input, middle;
    cv::randu(image, 0, 256);

    //! [resize]
    stripe::resize(image, small, cv::Size(640, 360));                           // INTER_LINEAR
    stripe::resize(image, half, cv::Size(), 0.5, 0.5, cv::INTER_LINEAR_EXACT);  // the size follows from the scales
    const auto bicubic = stripe::Resampling::pillow(stripe::Resampling::Filter::Bicubic);
    stripe::resize(image, input, cv::Size(224, 224), bicubic);
    const cv::Rect2d square(420, 0, 1080, 1080);  // a part of the image, also by fractions of a pixel
    stripe::resize(image, middle, cv::Size(224, 224), bicubic.inBox(square));
    //! [resize]

    cv::Mat expected, exact;
    cv::resize(image, expected, small.size());
    cv::resize(image, exact, cv::Size(), 0.5, 0.5, cv::INTER_LINEAR_EXACT);
    const int differing = cv::countNonZero(small.reshape(1) != expected.reshape(1));
    std::cout << "resize and cv::resize: " << differing << " of " << small.total() * 3 << " samples differ\n";
    // On ARM OpenCV's own INTER_LINEAR has other bytes; INTER_LINEAR_EXACT has the same everywhere.
    const bool equal = cv::norm(half, exact, cv::NORM_INF) == 0 && cv::norm(small, expected, cv::NORM_INF) <= 2;
    return equal && input.size() == middle.size() && chainGivesWhatStepsGive(bicubic) ? 0 : 1;
}
