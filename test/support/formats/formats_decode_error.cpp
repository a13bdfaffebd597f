// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <cmath>

#include "../../../src/api/striper/striper_impl.hpp"
#include "formats_doc.hpp"

namespace opencv_test {

using namespace cv::cudastripe;

namespace {

constexpr int kSide = 1024;

template <class Judge>
Deviation overParts(const Judge& judge)
{
    std::vector<Deviation> parts(16);
    parallel_for_(Range(0, int(parts.size())), [&](const Range& range) {
        for (int part = range.start; part < range.end; ++part)
            judge(part, parts[size_t(part)]);
    });
    Deviation whole;
    for (const Deviation& part : parts)
        whole.add(part);
    return whole;
}

// All triples of 8 bits, or as many random ones of more.
Mat triples(int bits, int part)
{
    Mat image(kSide, kSide, bits == 8 ? CV_8UC3 : CV_16UC3);
    RNG rng(71 + static_cast<std::uint64_t>(part));
    const int most = (1 << bits) - 1;
    for (int i = 0; i < kSide * kSide; ++i) {
        const int triple = part * kSide * kSide + i;
        if (bits == 8)
            image.at<Vec3b>(i / kSide, i % kSide) = Vec3b(uchar(triple), uchar(triple >> 8), uchar(triple >> 16));
        else
            drawInReverse(image.at<Vec3w>(i / kSide, i % kSide), rng, unsigned(most));
    }
    return image;
}

std::string decodeDeviation(const YuvFormat& format, double kr, double kb, Striper& striper)
{
    const double unit = std::pow(2., format.depth() - 8), full = std::pow(2., format.depth()) - 1;
    const bool limited = format.range() == YuvRange::Limited;
    const double black = limited ? 16 * unit : 0, white = limited ? 219 * unit : full;
    const double scale = limited ? 224 * unit : full, most = format.depth() == 8 ? 255 : 65535;
    const Deviation found = overParts([&](int part, Deviation& deviation) {
        const Mat codes = triples(format.depth(), part);
        std::vector<Mat> planes;
        Mat pixels, wide;
        split(codes, planes);
        cudastripe::cvtFromYuv(planes, pixels, format, ChannelOrder::BGR, 3, StreamRef(), striper);
        Mat real;
        codes.convertTo(real, CV_64F);
        pixels.convertTo(wide, CV_64F);
        const double* code = real.ptr<double>();
        const double* value = wide.ptr<double>();
        for (int i = 0; i < kSide * kSide; ++i, code += 3, value += 3) {
            const double y = (code[0] - black) / white;
            const double red = y + 2 * (1 - kr) * (code[2] - 128 * unit) / scale;
            const double blue = y + 2 * (1 - kb) * (code[1] - 128 * unit) / scale;
            const double green = (y - kr * red - kb * blue) / (1 - kr - kb);
            const double expected[] = {blue, green, red};
            for (int c = 0; c < 3; ++c)
                deviation.add(std::abs(value[c] - std::min(most, std::max(0., expected[c] * most))));
        }
    });
    const double share = found.share();
    return cv::format("%.4f, ", found.most) + (share > 0 ? cv::format("%.2g %%", share) : cv::String("never"));
}

std::string roundTrip(const YuvFormat& format, Striper& striper)
{
    const Deviation found = overParts([&](int part, Deviation& deviation) {
        const Mat colours = triples(format.depth() == 8 ? 8 : 16, part);
        Mat yuv, back, difference;
        cudastripe::cvtToYuv(colours, yuv, format, ChannelOrder::BGR, StreamRef(), striper);
        cudastripe::cvtFromYuv(yuv, back, format, ChannelOrder::BGR, 3, StreamRef(), striper);
        absdiff(colours, back, difference);
        double most = 0;
        cv::minMaxIdx(difference.reshape(1), nullptr, &most);
        const Scalar sums = sum(difference);
        deviation.most = most;
        deviation.sum = sums[0] + sums[1] + sums[2];
        deviation.all = 3LL * kSide * kSide;
    });
    return cv::format("%g, %.3g", found.most, found.sum / double(found.all));
}

}  // namespace

std::string decodeErrorTable()
{
    const auto striper = makeStriper({});
    return matrixTable([&](const YuvFormat& format, double kr, double kb) {
        return decodeDeviation(format, kr, kb, *striper) + "; " + roundTrip(format, *striper);
    });
}

}  // namespace opencv_test
