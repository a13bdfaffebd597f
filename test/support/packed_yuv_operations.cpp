// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "packed_yuv_operations.hpp"

#include "../../src/op/yuv444/op.hpp"

namespace opencv_test {

std::vector<ImageOperation> packedYuvOperations()
{
    std::vector<ImageOperation> operations;
    for (const PackedYuvConversion& row : packedYuvConversions()) {
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
            if (PackedYuvConversion::kDepths >> depth & 1) {
                operation.srcTypes.push_back(CV_MAKETYPE(depth, 3));
                operation.srcTypes.push_back(CV_MAKETYPE(depth, 4));
            }
        }
        operation.dstType = [](int srcType) { return CV_MAKETYPE(CV_MAT_DEPTH(srcType), 3); };
        // A few units in the last place of 1: OpenCV's own float results differ so much between its code paths.
        operation.tolerance = [](int depth) { return depth == CV_32F ? 4e-7 : 0; };
        operations.push_back(operation);
    }
    return operations;
}

}  // namespace opencv_test
