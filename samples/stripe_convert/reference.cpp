// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <functional>
#include <mutex>
#include <opencv2/imgproc.hpp>

#include "../../test/reference/yuv_decode_reference.hpp"
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

Difference differenceOf(const cv::Mat& values, const cv::Mat& expected, int unit, bool exact)
{
    cv::Mat apart;
    cv::absdiff(values.reshape(1), expected.reshape(1), apart);
    const size_t same = size_t(cv::countNonZero(apart == 0));
    const size_t near = exact ? 0 : size_t(cv::countNonZero(apart == unit));
    return {exact, apart.total(), apart.total() - same - near, near};
}

// Of the rows, a part at a time: double precision needs much memory.
Difference sumOverRows(int rows, const std::function<Difference(cv::Range)>& differenceOfRows)
{
    const int atOnce = 64;
    Difference sum;
    std::mutex mutex;
    cv::parallel_for_(cv::Range(0, (rows + atOnce - 1) / atOnce), [&](const cv::Range& range) {
        for (int i = range.start; i < range.end; ++i) {
            const Difference difference = differenceOfRows({i * atOnce, std::min(rows, (i + 1) * atOnce)});
            const std::lock_guard<std::mutex> lock(mutex);
            sum.add(difference);
        }
    });
    return sum;
}

Difference compareYuv(const cv::Mat& source, const cv::Mat& result, const Conversion& conversion)
{
    const Planes planes = separatePlanes(result, source.size(), conversion);
    return sumOverRows(source.rows, [&](cv::Range rows) {
        const cv::Mat part = source.rowRange(rows);
        const Reference reference = makeReference(part, conversion);
        const Planes expected = separatePlanes(reference.image, part.size(), reference.made);
        Difference difference;
        for (size_t i = 0; i < planes.size(); ++i) {
            const int first = rows.start * planes[i].rows / source.rows;
            const cv::Mat values = planes[i].rowRange(first, first + expected[i].rows);
            difference.add(differenceOf(values, expected[i], conversion.unit, reference.exact));
        }
        return difference;
    });
}

Difference compareColours(const cv::Mat& source, const cv::Mat& result, const Conversion& conversion)
{
    const YuvFormat& format = *conversion.format;
    const bool exact = format.matrix() == YuvMatrix::OpenCV420 || format.matrix() == YuvMatrix::OpenCV422;
    const bool rgb = conversion.order == ChannelOrder::RGB;
    const opencv_test::YuvPicture codes = opencv_test::pictureOf(source, result.size(), format);
    const auto partOf = [&](const cv::Mat& plane, cv::Range rows) {
        const int scale = result.rows / std::max(1, plane.rows);
        return plane.empty() ? plane : plane.rowRange(rows.start / scale, rows.end / scale);
    };
    return sumOverRows(result.rows, [&](cv::Range rows) {
        const opencv_test::YuvPicture part = {partOf(codes.y, rows), partOf(codes.u, rows), partOf(codes.v, rows)};
        const cv::Mat values = result.rowRange(rows);
        return differenceOf(values, opencv_test::coloursOfPicture(part, format, rgb, result.channels(), result.depth()),
                            1, exact);
    });
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
    return conversion.toColours ? compareColours(source, result, conversion) : compareYuv(source, result, conversion);
}
