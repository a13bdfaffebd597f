// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// cvtColor and cvtToYuv.

#include "opencv2/cudastripe/color.hpp"

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

//! For messages: the numbers of channels for which `accepts` is true.
template <class Accepts>
String channelsText(const Accepts& accepts)
{
    String list;
    for (int channels = 1; channels <= 4; ++channels) {
        if (accepts(channels))
            list += (list.empty() ? "" : " or ") + std::to_string(channels);
    }
    return list;
}

template <class Accepts>
void requireChannels(int wanted, const Accepts& accepts, const char* name, const char* function)
{
    if (wanted != 0 && !accepts(wanted)) {
        CV_Error_(Error::StsBadArg,
                  ("%s: dstCn is %d; for %s it may be 0 or %s", function, wanted, name, channelsText(accepts).c_str()));
    }
}

//! Describes an operation from the one image that was opened to one of its size. `make` makes it for a size and a cut.
template <class Make>
Operation describePixels(std::vector<ImageAccess>&& images, OutputArray dst, int type, bool mayBeSame, const Make& make,
                         const char* function)
{
    const Size size = images.front().size;
    const auto open = [=](const Operation::Images& read, const _OutputArray& to) {
        Operation::Images result = openResult(to, size, type, read, function, mayBeSame);
        auto op = make(size, cutOf(read, result));
        return Operation::Opened{std::move(result), std::move(op)};
    };
    return {function, std::move(images), dst, fits(dst, size, type), open};
}

Operation describePacked(InputArray src, OutputArray dst, const PackedYuvConversion& conversion, int dstCn,
                         const char* function)
{
    const bool back = conversion.givesColours;
    requireChannels(
        dstCn, [=](int channels) { return channels == 3 || (back && channels == 4); }, conversion.name, function);
    std::vector<ImageAccess> images;
    images.reserve(1);
    const ImageAccess& from = openInput(images, src, function, "src");
    requireType(
        from, PackedYuvConversion::kDepths, !back, [&] { return conversion.name; }, function);
    const int dstChannels = dstCn ? dstCn : 3, colours = back ? dstChannels : CV_MAT_CN(from.type);
    const int depth = CV_MAT_DEPTH(from.type);
    const auto make = [=, &conversion](Size size, CutBy cut) {
        return makePackedYuvOp(conversion, size, depth, colours, cut);
    };
    return describePixels(std::move(images), dst, CV_MAKETYPE(depth, dstChannels), true, make, function);
}

//! Requires that a code takes and gives these channels, and opens the source.
template <class Code, class Takes>
const ImageAccess& openPixels(std::vector<ImageAccess>& images, InputArray src, const Code& code, int depths, int dstCn,
                              const Takes& takes, const char* function)
{
    requireChannels(
        dstCn, [&](int channels) { return code.gives(channels); }, code.name, function);
    images.reserve(1);
    const ImageAccess& from = openInput(images, src, function, "src");
    if (!(depths >> CV_MAT_DEPTH(from.type) & 1) || !takes(CV_MAT_CN(from.type))) {
        CV_Error_(
            Error::StsUnsupportedFormat,
            ("%s: src has type %s; %s takes %s with %s channels: convert it first, or use cv::cvtColor", function,
             typeToString(from.type).c_str(), code.name, acceptedDepths(depths).c_str(), channelsText(takes).c_str()));
    }
    return from;
}

Operation describeColors(InputArray src, OutputArray dst, const ColorCode& code, int dstCn, const char* function)
{
    std::vector<ImageAccess> images;
    const auto takes = [&](int channels) { return code.takes(channels); };
    const ImageAccess& from = openPixels(images, src, code, code.depths, dstCn, takes, function);
    const int depth = CV_MAT_DEPTH(from.type), channels = CV_MAT_CN(from.type);
    const int dstChannels = dstCn ? dstCn : code.channels;
    const auto make = [=, &code](Size size, CutBy cut) {
        return makeColorOp(code, size, depth, channels, dstChannels, cut);
    };
    return describePixels(std::move(images), dst, CV_MAKETYPE(depth, dstChannels), true, make, function);
}

Operation describeBayer(InputArray src, OutputArray dst, const BayerCode& code, int dstCn, const char* function)
{
    std::vector<ImageAccess> images;
    const auto takes = [](int channels) { return channels == 1; };
    const ImageAccess& from = openPixels(images, src, code, BayerCode::kDepths, dstCn, takes, function);
    const int depth = CV_MAT_DEPTH(from.type), channels = dstCn ? dstCn : code.channels;
    const auto make = [=, &code](Size size, CutBy) { return makeBayerOp(code, size, depth, channels); };
    return describePixels(std::move(images), dst, CV_MAKETYPE(depth, channels), false, make, function);
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
    if (const auto* const row = findCode(yuvCodes(), code)) {
        const int given = CV_MAT_CN(row->format.imageType());
        requireChannels(
            dstCn, [=](int channels) { return channels == given; }, row->name, function);
        return describeToFormat(
            src, dst, row->format, row->order, [&] { return row->name; }, true, function);
    }
    if (const auto* const row = findCode(colorCodes(), code))
        return describeColors(src, dst, *row, dstCn, function);
    if (const auto* const row = findCode(bayerCodes(), code))
        return describeBayer(src, dst, *row, dstCn, function);
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
