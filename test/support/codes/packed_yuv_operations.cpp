// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "packed_yuv_operations.hpp"

#include "../../../src/op/color/yuv444/op.hpp"

namespace opencv_test {

namespace {

ImageOperation operationOf(const PackedYuvConversion& row)
{
    ImageOperation operation;
    operation.name = row.name;
    const int code = row.code;
    operation.run = [code](InputArray src, OutputArray dst, const StreamRef& stream, Striper& striper) {
        cudastripe::cvtColor(src, dst, code, stream, striper);
    };
    operation.reference = [code](const Mat& src, const Mat&) {
        Mat dst;
        cv::cvtColor(src, dst, code);
        return dst;
    };
    for (int depth = CV_8U; depth <= CV_64F; ++depth) {
        for (int channels = 3; channels <= (row.givesColours ? 3 : 4); ++channels) {
            if (PackedYuvConversion::kDepths >> depth & 1)
                operation.srcTypes.push_back(CV_MAKETYPE(depth, channels));
        }
    }
    operation.dstType = [](int srcType) { return CV_MAKETYPE(CV_MAT_DEPTH(srcType), 3); };
    // A few units in the last place of the greatest value: OpenCV's own float results differ so much between its code
    // paths.
    const double tolerance = row.givesColours ? 8e-7 : 4e-7;
    operation.tolerance = [tolerance](int depth) { return depth == CV_32F ? tolerance : 0; };
    return operation;
}

}  // namespace

std::vector<ImageOperation> packedYuvOperations()
{
    std::vector<ImageOperation> operations;
    for (const PackedYuvConversion& row : packedYuvConversions())
        operations.push_back(operationOf(row));
    return operations;
}

}  // namespace opencv_test
