// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "reference.hpp"

#include <opencv2/imgproc.hpp>

using namespace cv::cudastripe;

namespace {

const bool opencvHas422 = CV_VERSION_MAJOR > 4 || (CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR >= 9);

struct Reference
{
    Planes planes;
    bool exact;
};

// What cv::cvtColor computes, in the layout that it knows; sorted into planes it serves every layout of that size.
Reference byOpencv(const cv::Mat& source, const Conversion& known, int rgbCode)
{
    cv::Mat image;
    cv::cvtColor(source, image, known.order == ChannelOrder::RGB ? rgbCode : rgbCode + 1);
    return {separatePlanes(image, source.size(), known), true};
}

Reference makeReference(const cv::Mat& source, const Conversion& conversion)
{
    if (!conversion.format) {
        cv::Mat result;
        cv::cvtColor(source, result, conversion.cvtCode);
        return {separatePlanes(result, source.size(), conversion), true};
    }
    const YuvFormat& format = *conversion.format;
    const auto isLike = [&](const YuvFormat& known) {
        return format.matrix() == known.matrix() && format.siting() == known.siting() &&
               format.blockSize() == known.blockSize();
    };
    if (isLike(YuvFormat::opencv420()))
        return byOpencv(source, conversionTo("", conversion.order, YuvFormat::opencv420()), cv::COLOR_RGB2YUV_I420);
    const int rgb2Uyvy = 143;  // OpenCV before 4.9 has no name for it
    if (opencvHas422 && isLike(YuvFormat::opencv422()))
        return byOpencv(source, conversionTo("", conversion.order, YuvFormat::opencv422()), rgb2Uyvy);
    return {plainPlanes(source, conversion), format.matrix() == YuvMatrix::Tutorial};
}

size_t countOf(const cv::Mat& differences, int value)
{
    return size_t(cv::countNonZero(differences == value));
}

}  // namespace

void Difference::add(const Difference& other)
{
    exact = other.exact;
    samples += other.samples;
    off += other.off;
    offByOne += other.offByOne;
}

std::string Difference::text() const
{
    if (exact)
        return std::to_string(off) + " differing bytes";
    const double percent = samples ? 100. * double(offByOne) / double(samples) : 0;
    return std::to_string(off) + " samples more than one code off" + cv::format(" (%.3f %% one off)", percent);
}

Difference compareWithReference(const cv::Mat& source, const cv::Mat& result, const Conversion& conversion)
{
    const Reference reference = makeReference(source, conversion);
    const Planes planes = separatePlanes(result, source.size(), conversion);
    Difference difference;
    difference.exact = reference.exact;
    for (size_t i = 0; i < planes.size(); ++i) {
        cv::Mat apart;
        cv::absdiff(planes[i], reference.planes[i], apart);
        const size_t same = countOf(apart, 0), near = reference.exact ? 0 : countOf(apart, conversion.unit);
        difference.samples += apart.total();
        difference.offByOne += near;
        difference.off += apart.total() - same - near;
    }
    return difference;
}
