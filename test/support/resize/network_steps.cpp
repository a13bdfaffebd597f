// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "network_steps.hpp"

#include "../../reference/resize/resize_formulas.hpp"

namespace opencv_test {
namespace {

using cudastripe::Resampling;

Mat planesOf(const Mat& image)
{
    std::vector<Mat> channels;
    cv::split(image, channels);
    Mat all;
    cv::vconcat(channels, all);
    return all;
}

//! Each value of channel c becomes of(value, c).
template <class Of>
Mat floatsOf(const Mat& image, const Of& of)
{
    Mat floats(image.size(), CV_32FC(image.channels()));
    for (int y = 0; y < image.rows; ++y) {
        for (int i = 0; i < image.cols * image.channels(); ++i)
            floats.ptr<float>(y)[i] = of(image.ptr(y)[i], i % image.channels());
    }
    return floats;
}

Mat rgbOf(const Mat& frame)
{
    Mat rgb;
    cv::cvtColor(frame, rgb,
                 frame.channels() == 4   ? COLOR_BGRA2RGB
                 : frame.channels() == 1 ? COLOR_GRAY2RGB
                                         : COLOR_BGR2RGB);
    return rgb;
}

//! The short side becomes `side`.
Mat resizedShort(const Mat& rgb, int side, Resampling::Filter filter)
{
    const int shorter = std::min(rgb.cols, rgb.rows);
    const Size size(rgb.cols == shorter ? side : int(double(side) * rgb.cols / shorter),
                    rgb.rows == shorter ? side : int(double(side) * rgb.rows / shorter));
    return resizeReference(rgb, size, Resampling::pillow(filter));
}

const float kImagenetMean[] = {0.485f, 0.456f, 0.406f}, kImagenetDeviation[] = {0.229f, 0.224f, 0.225f};
const float kClipMean[] = {0.48145466f, 0.4578275f, 0.40821073f},
            kClipDeviation[] = {0.26862954f, 0.26130258f, 0.27577711f};

Mat clipValues(const Mat& rgb)
{
    return floatsOf(rgb, [](uchar x, int c) {
        const float value = float(double(x) * (1 / 255.));
        const float difference = value - kClipMean[c];
        return difference / kClipDeviation[c];
    });
}

}  // namespace

Mat ultralyticsSteps(const Mat& frame, Size size)
{
    const double r = std::min(double(size.height) / frame.rows, double(size.width) / frame.cols);
    const Size unpadded(cvRound(frame.cols * r), cvRound(frame.rows * r));
    const double dw = (size.width - unpadded.width) / 2., dh = (size.height - unpadded.height) / 2.;
    Mat image = frame;
    if (frame.size() != unpadded)
        cv::resize(frame, image, unpadded, 0, 0, INTER_LINEAR);
    cv::copyMakeBorder(image, image, cvRound(dh - 0.1), cvRound(dh + 0.1), cvRound(dw - 0.1), cvRound(dw + 0.1),
                       BORDER_CONSTANT, Scalar::all(114));
    return planesOf(floatsOf(rgbOf(image), [](uchar x, int) { return float(x) / 255.f; }));
}

Mat imagenetSteps(const Mat& frame, int size, int resizeTo)
{
    const Mat resized = resizedShort(rgbOf(frame), resizeTo, Resampling::Filter::Bilinear);
    const Rect part(cvRound((resized.cols - size) / 2.), cvRound((resized.rows - size) / 2.), size, size);
    return planesOf(floatsOf(resized(part), [](uchar x, int c) {
        const float value = float(x) / 255.f;
        const float difference = value - kImagenetMean[c];
        return difference / kImagenetDeviation[c];
    }));
}

Mat clipSteps(const Mat& frame, int size)
{
    const Mat resized = resizedShort(rgbOf(frame), size, Resampling::Filter::Bicubic);
    const Rect part((resized.cols - size) / 2, (resized.rows - size) / 2, size, size);
    return planesOf(clipValues(resized(part)));
}

Mat qwenVlSteps(const Mat& frame, Size size)
{
    return clipValues(resizeReference(rgbOf(frame), size, Resampling::pillow(Resampling::Filter::Bicubic)));
}

Mat siglipSteps(const Mat& frame, int size)
{
    const Mat resized =
        resizeReference(rgbOf(frame), Size(size, size), Resampling::pillow(Resampling::Filter::Bicubic));
    return planesOf(floatsOf(resized, [](uchar x, int) {
        const float difference = float(double(x) * (1 / 255.)) - 0.5f;
        return difference / 0.5f;
    }));
}

Mat blobSteps(const Mat& frame, const BlobParams& params)
{
    const Size size = params.size;
    Mat image = frame.clone();
    if (params.paddingmode == 1 && image.size() != size) {
        const float factor = std::max(float(size.width) / float(image.cols), float(size.height) / float(image.rows));
        cv::resize(image, image, Size(), factor, factor, INTER_LINEAR);
        image = image(Rect((image.cols - size.width) / 2, (image.rows - size.height) / 2, size.width, size.height));
    } else if (params.paddingmode == 2 && image.size() != size) {
        const float factor = std::min(float(size.width) / float(image.cols), float(size.height) / float(image.rows));
        const int rows = int(float(image.rows) * factor), cols = int(float(image.cols) * factor);
        cv::resize(image, image, Size(cols, rows), 0, 0, INTER_LINEAR);
        const int top = (size.height - rows) / 2, left = (size.width - cols) / 2;
        cv::copyMakeBorder(image, image, top, size.height - top - rows, left, size.width - left - cols, BORDER_CONSTANT,
                           params.borderValue);
    } else if (image.size() != size) {
        cv::resize(image, image, size, 0, 0, INTER_LINEAR);
    }
    std::vector<Mat> channels;
    cv::split(image, channels);
    if (params.swapRB && channels.size() >= 3)
        std::swap(channels[0], channels[2]);
    for (int c = 0; c < int(channels.size()); ++c) {
        const float mean = float(params.mean[c]), factor = float(params.scalefactor[c]);
        channels[size_t(c)] = floatsOf(channels[size_t(c)], [=](uchar x, int) {
            const float difference = float(x) - mean;
            return difference * factor;
        });
    }
    Mat all;
    cv::vconcat(channels, all);
    return all;
}

}  // namespace opencv_test
