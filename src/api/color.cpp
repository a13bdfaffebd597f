// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// cvtColor and cvtToYuv.

#include "opencv2/cudastripe/color.hpp"

#include <algorithm>

#include "../op/yuv/codes.hpp"
#include "../op/yuv/op.hpp"
#include "../op/yuv444/op.hpp"
#include "opencv2/core/check.hpp"
#include "striper/striper_impl.hpp"
#include "yuv/destination.hpp"

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
void requireType(const ImageAccess& src, int depths, const Name& name, const char* function)
{
    const int channels = CV_MAT_CN(src.type);
    if (!(depths >> CV_MAT_DEPTH(src.type) & 1) || (channels != 3 && channels != 4)) {
        CV_Error_(Error::StsUnsupportedFormat,
                  ("%s: src has type %s; %s takes %s with 3 or 4 channels", function, typeToString(src.type).c_str(),
                   String(name()).c_str(), acceptedDepths(depths).c_str()));
    }
}

void convertPacked(InputArray src, OutputArray dst, const PackedYuvConversion& conversion, const char* function,
                   const StreamRef& stream, Striper& striper)
{
    std::vector<ImageAccess> images;
    const ImageAccess& from = openInput(images, src, function, "src");
    requireType(
        from, PackedYuvConversion::kDepths, [&] { return conversion.name; }, function);
    const int depth = CV_MAT_DEPTH(from.type), channels = CV_MAT_CN(from.type);
    const auto openDst = [&] {
        ImageAccess to = openOutput(dst, from.size, CV_MAKETYPE(depth, 3), function, "dst");
        requireNoOverlap(images, to, function);
        return listOf(std::move(to));
    };
    const auto makeOp = [&](const std::vector<ImageAccess>& to) {
        return makePackedYuvOp(conversion, from.size, depth, channels, cutOf(images, to));
    };
    striper.impl().run({function, images, std::cref(openDst), std::cref(makeOp), stream, isOnDevice(dst),
                        fits(dst, from.size, CV_MAKETYPE(depth, 3))});
}

void convertBack(InputArray src, OutputArray dst, const PackedRgbConversion& conversion, const char* function,
                 const StreamRef& stream, Striper& striper)
{
    std::vector<ImageAccess> images;
    const ImageAccess& from = openInput(images, src, function, "src");
    requireType(
        from, PackedYuvConversion::kDepths, [&] { return conversion.name; }, function);
    const int depth = CV_MAT_DEPTH(from.type), type = CV_MAKETYPE(depth, 3);
    CV_Assert(CV_MAT_CN(from.type) == 3);
    const auto openDst = [&] {
        ImageAccess to = openOutput(dst, from.size, type, function, "dst");
        requireNoOverlap(images, to, function);
        return listOf(std::move(to));
    };
    const auto makeOp = [&](const std::vector<ImageAccess>& to) {
        return makePackedRgbOp(conversion, from.size, depth, 3, cutOf(images, to));
    };
    striper.impl().run(
        {function, images, std::cref(openDst), std::cref(makeOp), stream, isOnDevice(dst), fits(dst, from.size, type)});
}

template <class Name>
void convertToFormat(InputArray src, OutputArray dst, const YuvFormat& format, ChannelOrder order, const Name& name,
                     const char* function, const StreamRef& stream, Striper& striper)
{
    if (order != ChannelOrder::BGR && order != ChannelOrder::RGB)
        CV_Error_(Error::StsBadArg,
                  ("%s: order is %d; it may be BGR (0) or RGB (1)", function, static_cast<int>(order)));
    std::vector<ImageAccess> images;
    const ImageAccess& from = openInput(images, src, function, "src");
    requireType(from, format.depth() == 8 ? 1 << CV_8U : 1 << CV_16U, name, function);
    requireWholeBlocks(from.size, format, function);
    const auto openDst = [&] { return openYuvOutput(dst, format, images, function); };
    const auto makeOp = [&](const std::vector<ImageAccess>& to) {
        return makeYuvOp(format, order, from.size, CV_MAT_CN(from.type), rowsTogether(format, to));
    };
    striper.impl().run({function, images, std::cref(openDst), std::cref(makeOp), stream, isOnDevice(dst)});
}

template <class Table>
auto findCode(const Table& table, int code)
{
    return std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.code == code; });
}

// True for codes of cv::cvtColor that convert from YUV or YCrCb.
bool isDecoding(int code)
{
    return code == COLOR_YCrCb2BGR || code == COLOR_YCrCb2RGB || code == COLOR_YUV2BGR || code == COLOR_YUV2RGB ||
           (code >= COLOR_YUV2RGB_NV12 && code <= COLOR_YUV2GRAY_YUY2);
}

String acceptedCodes()
{
    String accepted;
    const auto add = [&](const char* name, int code) {
        accepted += (accepted.empty() ? "" : ", ") + format("%s (%d)", name, code);
    };
    for (const PackedYuvConversion& row : packedYuvConversions())
        add(row.name, row.code);
    for (const YuvCode& row : yuvCodes())
        add(row.name, row.code);
    return accepted;
}

}  // namespace

void cvtColor(InputArray src, OutputArray dst, int code, const StreamRef& stream, Striper& striper)
{
    const char* const function = "cudastripe::cvtColor";
    const auto packed = findCode(packedYuvConversions(), code);
    if (packed != packedYuvConversions().end())
        return convertPacked(src, dst, *packed, function, stream, striper);
    const auto back = findCode(packedRgbConversions(), code);
    if (back != packedRgbConversions().end())
        return convertBack(src, dst, *back, function, stream, striper);
    const auto other = findCode(yuvCodes(), code);
    if (other != yuvCodes().end())
        return convertToFormat(
            src, dst, other->format(), other->order, [&] { return other->name; }, function, stream, striper);
    if (isDecoding(code)) {
        CV_Error_(Error::StsNotImplemented,
                  ("%s: code is %d; conversion from YUV is not offered: use cv::cvtColor", function, code));
    }
    CV_Error_(Error::StsBadFlag, ("%s: code is %d; accepted are %s", function, code, acceptedCodes().c_str()));
}

void cvtToYuv(InputArray src, OutputArray dst, const YuvFormat& format, ChannelOrder order, const StreamRef& stream,
              Striper& striper)
{
    convertToFormat(
        src, dst, format, order, [&] { return format.name(); }, "cudastripe::cvtToYuv", stream, striper);
}

}}  // namespace cv::cudastripe
