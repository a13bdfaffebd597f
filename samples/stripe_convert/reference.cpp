// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <opencv2/imgproc.hpp>

#include "../../test/reference/yuv_layout_text.hpp"
#include "../../test/reference/yuv_reference.hpp"
#include "../../test/reference/yuv_shuffle_reference.hpp"
#include "convert.hpp"

using namespace cv::cudastripe;

namespace {

// All samples as one row, plane after plane.
cv::Mat samplesOf(const Planes& planes)
{
    std::vector<cv::Mat> rows;
    for (const cv::Mat& plane : planes)
        rows.push_back((plane.isContinuous() ? plane : plane.clone()).reshape(1, 1));
    cv::Mat samples;
    cv::hconcat(rows, samples);
    return samples;
}

bool isOpencv(const YuvFormat& format)
{
    return format.matrix() == YuvMatrix::OpenCV420 || format.matrix() == YuvMatrix::OpenCV422;
}

// What cv::cvtColor makes, if it has a code for these samples in some layout; else empty.
cv::Mat byOpencv(const cv::Mat& colours, const YuvFormat& format)
{
    const int bgr2I420 = 128, bgr2Uyvy = 144;  // OpenCV before 4.9 has no names for all of them
    for (const auto& [known, code] :
         {std::make_pair(YuvFormat::opencv420(), bgr2I420), std::make_pair(YuvFormat::opencv422(), bgr2Uyvy)}) {
        const bool sameColours = format.matrix() == known.matrix() && format.siting() == known.siting() &&
                                 format.blockSize() == known.blockSize() && colours.cols % 2 == 0 &&
                                 colours.rows % 2 == 0;
        cv::Mat image;
        if (!sameColours || !opencv_test::opencvHasCode(code))
            continue;
        cv::cvtColor(colours, image, code);
        return opencv_test::samplesOfPicture(opencv_test::pictureOf(image, colours.size(), known), format);
    }
    return cv::Mat();
}

Difference differenceOf(const Planes& result, const cv::Mat& expected, int allowed)
{
    cv::Mat apart;
    cv::absdiff(samplesOf(result), expected.reshape(1, 1), apart);
    return {allowed == 0, size_t(cv::countNonZero(apart)) - size_t(allowed ? cv::countNonZero(apart == allowed) : 0)};
}

}  // namespace

Difference compareWithReference(const Planes& frame, const Format& from, const Planes& result, Converter& converter)
{
    const Format& to = converter.target;
    if (!from && !to)
        return {true, 0};
    const int unit = to ? 1 << opencv_test::layoutText(*to).unusedBits : 1;
    cv::Mat colours = converter.colours;
    if (from) {
        const opencv_test::YuvPicture picture = opencv_test::pictureOf(samplesOf(frame), frame[0].size(), *from);
        if (!to) {
            return differenceOf(result, opencv_test::coloursOfPicture(picture, *from, false, 3),
                                isOpencv(*from) ? 0 : 1);
        }
        if (from->range() == to->range() && (from->matrix() == to->matrix() || (isOpencv(*from) && isOpencv(*to)))) {
            const opencv_test::YuvPicture moved = opencv_test::shuffledPicture(picture, *from, *to);
            return differenceOf(result, opencv_test::samplesOfPicture(moved, *to), 0);
        }
        cvtFromYuv(frame, colours, *from, StreamRef(), converter.striper);
        if (colours.depth() != to->imageDepth())
            colours.convertTo(colours, to->imageDepth(), colours.depth() == CV_8U ? 257 : 1 / 257.);
    }
    const cv::Mat known = byOpencv(colours, *to);
    return differenceOf(result, known.empty() ? opencv_test::yuvSamples(colours, *to, false) : known,
                        !known.empty() || to->matrix() == YuvMatrix::Tutorial ? 0 : unit);
}
