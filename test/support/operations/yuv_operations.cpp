// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "yuv_operations.hpp"

#include "../../../src/model/yuv/codes.hpp"
#include "../../reference/yuv_layout_text.hpp"
#include "../../reference/yuv_reference.hpp"

namespace opencv_test {
namespace {

ImageOperation operationOf(const YuvFormat& format)
{
    ImageOperation operation;
    operation.block = format.blockSize();
    operation.most = Size(66, 38);
    operation.dstSize = [format](Size size) { return format.imageSize(size); };
    operation.dstType = [format](int) { return format.imageType(); };
    const int depth = format.depth() == 8 ? CV_8U : CV_16U;
    operation.srcTypes = {CV_MAKETYPE(depth, 3), CV_MAKETYPE(depth, 4)};
    return operation;
}

}  // namespace

std::vector<ImageOperation> yuvCodeOperations()
{
    std::vector<ImageOperation> operations;
    for (const YuvCode& row : yuvCodes()) {
        ImageOperation operation = operationOf(row.format);
        const int code = row.code;
        operation.name = row.name;
        operation.run = [code](InputArray src, OutputArray dst, const StreamRef& stream, Striper& striper) {
            cudastripe::cvtColor(src, dst, code, stream, striper);
        };
        operation.reference = [code](const Mat& src, const Mat&) {
            if (!opencvHasCode(code))
                return opencvYuvReference(src, code);
            Mat dst;
            cv::cvtColor(src, dst, code);
            return dst;
        };
        operation.tolerance = [](int) { return 0.; };
        operations.push_back(operation);
    }
    return operations;
}

ImageOperation yuvFormatOperation(const YuvFormat& format, ChannelOrder order)
{
    ImageOperation operation = operationOf(format);
    operation.name = format.name() + (order == ChannelOrder::RGB ? " from RGB" : " from BGR");
    operation.run = [=](InputArray src, OutputArray dst, const StreamRef& stream, Striper& striper) {
        cudastripe::cvtToYuv(src, dst, format, order, stream, striper);
    };
    operation.reference = [=](const Mat& src, const Mat&) {
        return yuvReference(src, format, order == ChannelOrder::RGB);
    };
    const double code = 1 << layoutText(format).unusedBits;
    operation.tolerance = [=](int) { return format.matrix() == YuvMatrix::Tutorial ? 0. : code; };
    return operation;
}

std::vector<ImageOperation> yuvLayoutOperations()
{
    // Of the formats of a layout and depth every fifth or so: all values come up, and each layout has some.
    std::vector<ImageOperation> operations;
    const std::vector<YuvFormat> all = YuvFormat::all();
    YuvLayout layout = all.front().layout();
    int depth = 0, turn = 0;
    for (size_t i = 0; i < all.size(); ++i) {
        const bool next = all[i].layout() != layout || all[i].depth() != depth;
        layout = all[i].layout();
        depth = all[i].depth();
        turn = next ? 0 : turn + 1;
        if (turn % 5 == 0)
            operations.push_back(yuvFormatOperation(all[i], i % 2 ? ChannelOrder::RGB : ChannelOrder::BGR));
    }
    return operations;
}

}  // namespace opencv_test
