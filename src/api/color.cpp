// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// cvtColor and cvtToYuv.

#include "opencv2/cudastripe/color.hpp"

#include <algorithm>

#include "../model/color_codes.hpp"
#include "../model/yuv/codes.hpp"
#include "../op/color/bayer_op.hpp"
#include "../op/color/op.hpp"
#include "../op/color/yuv444/op.hpp"
#include "../op/yuv/op.hpp"
#include "batch/batch.hpp"
#include "opencv2/core/check.hpp"
#include "yuv/decode.hpp"
#include "yuv/images.hpp"

namespace cv { namespace cudastripe {
namespace {

String acceptedDepths(int depths)
{
    String list;
    for (int depth = CV_8U; depth <= CV_64F; ++depth) {
        if (depths >> depth & 1)
            list += (list.empty() ? "" : ", ") + String(depthToString(depth));
    }
    return list;
}

// `name` makes the name of the conversion.
template <class Name>
void requireType(const ImageAccess& src, int depths, bool mayHaveFour, const Name& name, const char* function)
{
    const int channels = CV_MAT_CN(src.type);
    if (!(depths >> CV_MAT_DEPTH(src.type) & 1) || (channels != 3 && !(mayHaveFour && channels == 4))) {
        CV_Error_(Error::StsUnsupportedFormat, ("%s: src has type %s; %s takes %s with %s channels: convert it first",
                                                function, typeToString(src.type).c_str(), String(name()).c_str(),
                                                acceptedDepths(depths).c_str(), mayHaveFour ? "3 or 4" : "3"));
    }
}

String textOf(const std::vector<int>& numbers)
{
    String list;
    for (const int number : numbers)
        list += (list.empty() ? "" : " or ") + std::to_string(number);
    return list;
}

void requireChannels(int wanted, const std::vector<int>& accepted, const char* name, const char* function)
{
    if (wanted == 0 || std::find(accepted.begin(), accepted.end(), wanted) != accepted.end())
        return;
    CV_Error_(Error::StsBadArg,
              ("%s: dstCn is %d; for %s it may be 0 or %s", function, wanted, name, textOf(accepted).c_str()));
}

Operation describePacked(InputArray src, OutputArray dst, const PackedYuvConversion& conversion, int dstCn,
                         const char* function)
{
    const bool back = conversion.givesColours;
    if (back)
        requireChannels(dstCn, {3, 4}, conversion.name, function);
    else
        requireChannels(dstCn, {3}, conversion.name, function);
    std::vector<ImageAccess> images;
    images.reserve(1);
    const ImageAccess& from = openInput(images, src, function, "src");
    requireType(
        from, PackedYuvConversion::kDepths, !back, [&] { return conversion.name; }, function);
    const int dstChannels = dstCn ? dstCn : 3, colours = back ? dstChannels : CV_MAT_CN(from.type);
    const int depth = CV_MAT_DEPTH(from.type), type = CV_MAKETYPE(depth, dstChannels);
    const Size size = from.size;
    const auto open = [=, &conversion](const Operation::Images& read, const _OutputArray& to) {
        Operation::Images result = openResult(to, size, type, read, function);
        auto op = makePackedYuvOp(conversion, size, depth, colours, cutOf(read, result));
        return Operation::Opened{std::move(result), std::move(op)};
    };
    return {function, std::move(images), dst, fits(dst, size, type), open};
}

//! The numbers of channels that `accepts` is true for.
template <class Accepts>
std::vector<int> channelsFor(const Accepts& accepts)
{
    std::vector<int> all;
    for (int channels = 1; channels <= 4; ++channels) {
        if (accepts(channels))
            all.push_back(channels);
    }
    return all;
}

//! Requires that a code takes and gives these channels, and opens the source.
template <class Code, class Takes>
const ImageAccess& openPixels(std::vector<ImageAccess>& images, InputArray src, const Code& code, int depths, int dstCn,
                              const Takes& takes, const char* function)
{
    requireChannels(dstCn, channelsFor([&](int channels) { return code.gives(channels); }), code.name, function);
    images.reserve(1);
    const ImageAccess& from = openInput(images, src, function, "src");
    if (!(depths >> CV_MAT_DEPTH(from.type) & 1) || !takes(CV_MAT_CN(from.type))) {
        CV_Error_(Error::StsUnsupportedFormat,
                  ("%s: src has type %s; %s takes %s with %s channels: convert it first, or use cv::cvtColor", function,
                   typeToString(from.type).c_str(), code.name, acceptedDepths(depths).c_str(),
                   textOf(channelsFor(takes)).c_str()));
    }
    return from;
}

Operation describeColors(InputArray src, OutputArray dst, const ColorCode& code, int dstCn, const char* function)
{
    std::vector<ImageAccess> images;
    const auto takes = [&](int channels) { return code.takes(channels); };
    const ImageAccess& from = openPixels(images, src, code, code.depths, dstCn, takes, function);
    const int depth = CV_MAT_DEPTH(from.type), channels = CV_MAT_CN(from.type);
    const int dstChannels = dstCn ? dstCn : code.channels, type = CV_MAKETYPE(depth, dstChannels);
    const Size size = from.size;
    const auto open = [=, &code](const Operation::Images& read, const _OutputArray& to) {
        Operation::Images result = openResult(to, size, type, read, function);
        auto op = makeColorOp(code, size, depth, channels, dstChannels, cutOf(read, result));
        return Operation::Opened{std::move(result), std::move(op)};
    };
    return {function, std::move(images), dst, fits(dst, size, type), open};
}

Operation describeBayer(InputArray src, OutputArray dst, const BayerCode& code, int dstCn, const char* function)
{
    std::vector<ImageAccess> images;
    const auto takes = [](int channels) { return channels == 1; };
    const ImageAccess& from = openPixels(images, src, code, BayerCode::kDepths, dstCn, takes, function);
    const int depth = CV_MAT_DEPTH(from.type), channels = dstCn ? dstCn : code.channels;
    const int type = CV_MAKETYPE(depth, channels);
    const Size size = from.size;
    const auto open = [=, &code](const Operation::Images& read, const _OutputArray& to) {
        Operation::Images result = openResult(to, size, type, read, function, false);
        return Operation::Opened{std::move(result), makeBayerOp(code, size, depth, channels)};
    };
    return {function, std::move(images), dst, fits(dst, size, type), open};
}

//! `byCode`: sides must be as cv::cvtColor takes them.
template <class Name>
Operation describeToFormat(InputArray src, OutputArray dst, const YuvFormat& format, ChannelOrder order,
                           const Name& name, bool byCode, const char* function)
{
    requireOrder(order, function);
    std::vector<ImageAccess> images;
    images.reserve(1);
    const ImageAccess& from = openInput(images, src, function, "src");
    requireType(from, 1 << format.imageDepth(), true, name, function);
    (byCode ? requireWholeBlocks : requirePicture)(from.size, format, function, "src");
    const Size size = from.size;
    const int channels = CV_MAT_CN(from.type);
    const auto open = [=, &format](const Operation::Images& read, const _OutputArray& to) {
        Operation::Images result = openYuvOutput(to, format, size, read, function, true);
        auto op = makeYuvOp(format, order, size, channels, granuleOf(format, result));
        return Operation::Opened{std::move(result), std::move(op)};
    };
    return {function, std::move(images), dst, fits(dst, format, size), open};
}

Operation describeCode(InputArray src, OutputArray dst, int code, int dstCn, const char* function)
{
    if (const YuvCode* const row = findCode(yuvDecodeCodes(), code))
        return describeDecoding(src, dst, *row, dstCn, function);
    if (const auto* const packed = findCode(packedYuvConversions(), code))
        return describePacked(src, dst, *packed, dstCn, function);
    if (const auto* const row = findCode(colorCodes(), code))
        return describeColors(src, dst, *row, dstCn, function);
    if (const auto* const row = findCode(bayerCodes(), code))
        return describeBayer(src, dst, *row, dstCn, function);
    if (const auto* const row = findCode(yuvCodes(), code)) {
        requireChannels(dstCn, {CV_MAT_CN(row->format.imageType())}, row->name, function);
        return describeToFormat(
            src, dst, row->format, row->order, [&] { return row->name; }, true, function);
    }
    refuseCode(code, function);
}

}  // namespace

void cvtColor(InputArray src, OutputArray dst, int code, const StreamRef& stream, Striper& striper)
{
    cvtColor(src, dst, code, 0, stream, striper);
}

void cvtColor(InputArray src, OutputArray dst, int code, int dstCn, const StreamRef& stream, Striper& striper)
{
    const char* const function = "cudastripe::cvtColor";
    const auto describe = [&](size_t, InputArray from, OutputArray to) {
        return describeCode(from, to, code, dstCn, function);
    };
    runAll(src, dst, function, describe, stream, striper);
}

void cvtToYuv(InputArray src, OutputArray dst, const YuvFormat& format, ChannelOrder order, const StreamRef& stream,
              Striper& striper)
{
    const char* const function = "cudastripe::cvtToYuv";
    const auto describe = [&](size_t, InputArray from, OutputArray to) {
        return describeToFormat(
            from, to, format, order, [&] { return format.name(); }, false, function);
    };
    runAll(src, dst, function, describe, stream, striper);
}

}}  // namespace cv::cudastripe
