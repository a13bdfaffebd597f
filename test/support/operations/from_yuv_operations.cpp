// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "from_yuv_operations.hpp"

#include <algorithm>
#include <set>

#include "../../reference/yuv_layout_text.hpp"
#include "../../reference/yuv_linear_reference.hpp"

namespace opencv_test {
namespace {

bool isOfOpenCV(const YuvFormat& format)
{
    return format.matrix() == YuvMatrix::OpenCV420 || format.matrix() == YuvMatrix::OpenCV422;
}

// The pictures are those of the sizes that a format takes; an operation's sizes are those of its source, the one image.
ImageOperation operationOn(const YuvFormat& format)
{
    ImageOperation operation;
    const Size block = format.blockSize(), image = format.imageSize(block);
    operation.block = image;
    operation.most = format.imageSize(Size(66, 38));
    operation.dstSize = [=](Size size) { return Size(size.width, size.height / image.height * block.height); };
    operation.srcTypes = {format.imageType()};
    operation.content = [format](Size size, int type, RNG& rng) { return randomYuvImage(size, type, rng, format); };
    return operation;
}

const DecodingCode* codeFor(const YuvFormat& format, bool rgb, int channels)
{
    const auto& codes = decodingCodes();
    const auto found = std::find_if(codes.begin(), codes.end(), [&](const DecodingCode& code) {
        return code.layout == format.layout() && code.rgb == rgb && code.channels == channels;
    });
    return isOfOpenCV(format) && found != codes.end() ? &*found : nullptr;
}

}  // namespace

YuvFormat DecodingCode::format() const
{
    return YuvFormat(layout, YuvMatrix::OpenCV420);
}

const std::vector<DecodingCode>& decodingCodes()
{
#define CUDASTRIPE_DECODING(LAYOUT)                                                 \
    {COLOR_YUV2RGB_##LAYOUT, "YUV2RGB_" #LAYOUT, YuvLayout::LAYOUT, true, 3},       \
        {COLOR_YUV2BGR_##LAYOUT, "YUV2BGR_" #LAYOUT, YuvLayout::LAYOUT, false, 3},  \
        {COLOR_YUV2RGBA_##LAYOUT, "YUV2RGBA_" #LAYOUT, YuvLayout::LAYOUT, true, 4}, \
    {                                                                               \
        COLOR_YUV2BGRA_##LAYOUT, "YUV2BGRA_" #LAYOUT, YuvLayout::LAYOUT, false, 4   \
    }
    static const std::vector<DecodingCode> codes = {
        CUDASTRIPE_DECODING(NV12),
        CUDASTRIPE_DECODING(NV21),
        CUDASTRIPE_DECODING(YV12),
        CUDASTRIPE_DECODING(I420),
        CUDASTRIPE_DECODING(UYVY),
        CUDASTRIPE_DECODING(YUY2),
        CUDASTRIPE_DECODING(YVYU),
        {COLOR_YUV2GRAY_420, "YUV2GRAY_420", YuvLayout::NV12, false, 1},
        {COLOR_YUV2GRAY_UYVY, "YUV2GRAY_UYVY", YuvLayout::UYVY, false, 1},
        {COLOR_YUV2GRAY_YUY2, "YUV2GRAY_YUY2", YuvLayout::YUY2, false, 1},
    };
#undef CUDASTRIPE_DECODING
    return codes;
}

ImageOperation decodingCodeOperation(const DecodingCode& code)
{
    ImageOperation operation = operationOn(code.format());
    const int number = code.code, type = CV_MAKETYPE(CV_8U, code.channels);
    operation.name = code.name;
    operation.dstType = [=](int) { return type; };
    operation.run = [=](InputArray src, OutputArray dst, const StreamRef& stream, Striper& striper) {
        cudastripe::cvtColor(src, dst, number, stream, striper);
    };
    operation.reference = [=](const Mat& src, const Mat&) {
        Mat dst;
        cv::cvtColor(src, dst, number);
        return dst;
    };
    operation.tolerance = [](int) { return 0.; };
    return operation;
}

Mat randomYuvImage(Size size, int type, RNG& rng, const YuvFormat& format)
{
    Mat image = randomImage(size, type, rng);
    const int above = CV_MAT_DEPTH(type) == CV_16U ? 16 - format.depth() - layoutText(format).unusedBits : 0;
    if (above > 0)
        image.forEach<ushort>([above](ushort& sample, const int*) { sample = static_cast<ushort>(sample >> above); });
    return image;
}

Mat randomSamples(const YuvFormat& format, Size picture, RNG& rng)
{
    int count = 0;
    for (int p = 0; p < format.planes(); ++p)
        count += format.planeSize(p, picture).area() * CV_MAT_CN(format.planeType(p));
    return randomYuvImage(Size(count, 1), CV_MAKETYPE(CV_MAT_DEPTH(format.planeType(0)), 1), rng, format);
}

double fromYuvTolerance(const YuvFormat& format)
{
    // Greys of 8 bits are exact; of more bits some lie in the middle between two codes, and either is the nearest.
    return isOfOpenCV(format) || (format.layout() == YuvLayout::Y && format.depth() == 8) ? 0 : 1;
}

ImageOperation fromYuvOperation(const YuvFormat& format, ChannelOrder order, int channels)
{
    ImageOperation operation = fromYuvOperation(format, order, channels, colourDepth(format));
    operation.run = [=](InputArray src, OutputArray dst, const StreamRef& stream, Striper& striper) {
        cudastripe::cvtFromYuv(src, dst, format, order, channels, stream, striper);
    };
    return operation;
}

ImageOperation fromYuvOperation(const YuvFormat& format, ChannelOrder order, int channels, int depth)
{
    ImageOperation operation = operationOn(format);
    const bool rgb = order == ChannelOrder::RGB;
    const int type = CV_MAKETYPE(depth, channels);
    operation.name =
        format.name() + (rgb ? " to RGB" : " to BGR") + (channels == 4 ? "A" : "") + " of " + typeToString(type);
    operation.dstType = [=](int) { return type; };
    FromYuvParams params;
    params.order = order;
    params.channels = channels;
    params.depth = depth;
    operation.run = [=](InputArray src, OutputArray dst, const StreamRef& stream, Striper& striper) {
        cudastripe::cvtFromYuv(src, dst, format, params, stream, striper);
    };
    const auto size = operation.dstSize;
    operation.reference = [=](const Mat& src, const Mat&) {
        Mat dst;
        if (const DecodingCode* code = codeFor(format, rgb, channels))
            cv::cvtColor(src, dst, code->code);
        else
            dst = coloursOfPicture(pictureOf(src, size(src.size()), format), format, rgb, channels, depth);
        return dst;
    };
    const double tolerance = fromYuvTolerance(format);
    operation.tolerance = [=](int) { return tolerance; };
    return operation;
}

ImageOperation linearYuvOperation(const YuvFormat& format, const FromYuvParams& given)
{
    FromYuvParams params = given;
    params.upsampling = ChromaUpsampling::Linear;
    params.depth = given.depth < 0 ? colourDepth(format) : given.depth;
    ImageOperation operation = fromYuvOperation(format, params.order, params.channels, params.depth);
    operation.name += ", linear";
    operation.run = [=](InputArray src, OutputArray dst, const StreamRef& stream, Striper& striper) {
        cudastripe::cvtFromYuv(src, dst, format, params, stream, striper);
    };
    const auto size = operation.dstSize;
    operation.reference = [=](const Mat& src, const Mat&) {
        return linearColoursOfPicture(pictureOf(src, size(src.size()), format), format,
                                      params.order == ChannelOrder::RGB, params.channels, params.depth);
    };
    operation.tolerance = [](int) { return 1.; };
    return operation;
}

std::vector<ImageOperation> linearYuvOperations()
{
    std::vector<ImageOperation> operations;
    std::set<std::string> seen;
    int number = 0;
    for (const YuvFormat& format : YuvFormat::all()) {
        const bool first =
            seen.insert(cv::format("%d %d %d", int(format.layout()), format.depth(), int(format.siting()))).second;
        if (!first || format.blockSize() == Size(1, 1) || format.imageSize(format.blockSize()).empty())
            continue;
        FromYuvParams params;
        params.order = number % 2 ? ChannelOrder::RGB : ChannelOrder::BGR;
        params.channels = 3 + number / 2 % 2;
        params.depth = format.depth() > 8 && number % 3 == 0 ? int(CV_8U) : -1;
        // Another matrix and range for each layout and siting, as far as there are some.
        const YuvMatrix matrix = number % 2 ? YuvMatrix::BT2020 : YuvMatrix::BT601;
        const YuvRange range = number % 4 < 2 ? YuvRange::Full : YuvRange::Limited;
        const YuvFormat used =
            YuvFormat(format.layout(), matrix, range).withDepth(format.depth()).withSiting(format.siting());
        operations.push_back(linearYuvOperation(used, params));
        ++number;
    }
    return operations;
}

std::vector<ImageOperation> fromYuvLayoutOperations()
{
    // Of the matrices and ranges of a layout and depth every third, and the next layout begins with another one.
    std::vector<ImageOperation> operations;
    YuvFormat last = YuvFormat::all().front();
    int layout = 0, turn = 0, number = 0;
    for (const YuvFormat& format : YuvFormat::all()) {
        const bool next = format.layout() != last.layout() || format.depth() != last.depth();
        const bool same = !next && format.matrix() == last.matrix() && format.range() == last.range();
        last = format;
        turn = next ? 0 : turn + (same ? 0 : 1);
        layout += next ? 1 : 0;
        if ((same && number > 0) || (turn + layout) % 3 != 0 || format.imageSize(format.blockSize()).empty())
            continue;
        const ChannelOrder order = number % 2 ? ChannelOrder::RGB : ChannelOrder::BGR;
        operations.push_back(fromYuvOperation(format, order, 3 + number / 2 % 2));
        if (format.depth() > 8 && number % 3 == 0)
            operations.push_back(fromYuvOperation(format, order, 4 - number / 2 % 2, CV_8U));
        ++number;
    }
    return operations;
}

}  // namespace opencv_test
