// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <mutex>
#include <opencv2/imgproc.hpp>

#include "../../test/reference/yuv_reference.hpp"
#include "planes.hpp"

using namespace cv::cudastripe;

namespace {

struct Reference
{
    cv::Mat image;
    Conversion made;  // what the image was made by: the same planes, perhaps in another layout
    bool exact;
};

Reference makeReference(const cv::Mat& source, const Conversion& conversion)
{
    const bool rgb = conversion.order == ChannelOrder::RGB;
    const auto byOpencv = [&](const Conversion& made, int code) {
        cv::Mat image;
        cv::cvtColor(source, image, code);
        return Reference{image, made, true};
    };
    if (!conversion.format)
        return byOpencv(conversion, conversion.cvtCode);
    const YuvFormat& format = *conversion.format;
    const int rgb2I420 = 127, rgb2Uyvy = 143;  // OpenCV before 4.9 has no names for all of them
    for (const auto& [known, code] :
         {std::make_pair(YuvFormat::opencv420(), rgb2I420), std::make_pair(YuvFormat::opencv422(), rgb2Uyvy)}) {
        const bool alike = format.matrix() == known.matrix() && format.siting() == known.siting() &&
                           format.blockSize() == known.blockSize();
        if (alike && opencv_test::opencvHasCode(code))
            return byOpencv(conversionTo("", conversion.order, known), rgb ? code : code + 1);
    }
    return {opencv_test::yuvReference(source, format, rgb), conversion, format.matrix() == YuvMatrix::Tutorial};
}

Difference compareRows(const cv::Mat& source, const Planes& planes, cv::Range rows, const Conversion& conversion)
{
    const cv::Mat part = source.rowRange(rows);
    const Reference reference = makeReference(part, conversion);
    const Planes expected = separatePlanes(reference.image, part.size(), reference.made);
    Difference difference;
    difference.exact = reference.exact;
    for (size_t i = 0; i < planes.size(); ++i) {
        const int first = rows.start * planes[i].rows / source.rows;
        cv::Mat apart;
        cv::absdiff(planes[i].rowRange(first, first + expected[i].rows), expected[i], apart);
        const size_t same = size_t(cv::countNonZero(apart == 0));
        const size_t near = reference.exact ? 0 : size_t(cv::countNonZero(apart == conversion.unit));
        difference.samples += apart.total();
        difference.offByOne += near;
        difference.off += apart.total() - same - near;
    }
    return difference;
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
    const Planes planes = separatePlanes(result, source.size(), conversion);
    const int rows = 64;  // at a time: double precision needs much memory
    Difference sum;
    std::mutex mutex;
    cv::parallel_for_(cv::Range(0, (source.rows + rows - 1) / rows), [&](const cv::Range& range) {
        for (int i = range.start; i < range.end; ++i) {
            const cv::Range part(i * rows, std::min(source.rows, (i + 1) * rows));
            const Difference difference = compareRows(source, planes, part, conversion);
            const std::lock_guard<std::mutex> lock(mutex);
            sum.add(difference);
        }
    });
    return sum;
}
