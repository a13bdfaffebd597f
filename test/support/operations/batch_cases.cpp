// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "batch_cases.hpp"

namespace opencv_test {

std::vector<BatchCase> batchCases()
{
    const auto code = [](int value) {
        return [value](InputArray src, OutputArray dst, const StreamRef& stream, Striper& striper) {
            cudastripe::cvtColor(src, dst, value, stream, striper);
        };
    };
    const auto chain = [](const Chain& steps) {
        return [steps](InputArray src, OutputArray dst, const StreamRef& stream, Striper& striper) {
            cudastripe::transform(src, dst, steps, noArray(), stream, striper);
        };
    };
    const YuvFormat nv12 = YuvFormat::fromName("nv12:bt709:limited");
    const auto toNv12 = [nv12](InputArray src, OutputArray dst, const StreamRef& stream, Striper& striper) {
        cudastripe::cvtToYuv(src, dst, nv12, ChannelOrder::BGR, stream, striper);
    };
    const auto fromNv12 = [nv12](InputArray src, OutputArray dst, const StreamRef& stream, Striper& striper) {
        cudastripe::cvtFromYuv(src, dst, nv12, ChannelOrder::RGB, 3, stream, striper);
    };
    const auto linear = [nv12](InputArray src, OutputArray dst, const StreamRef& stream, Striper& striper) {
        FromYuvParams params;
        params.upsampling = ChromaUpsampling::Linear;
        cudastripe::cvtFromYuv(src, dst, nv12, params, stream, striper);
    };
    return {
        {"packed", code(COLOR_BGR2YUV), CV_8UC4},
        {"packed16", code(COLOR_RGB2YCrCb), CV_16UC3},
        {"back", code(COLOR_YUV2BGR), CV_8UC3},
        {"i420", code(COLOR_BGR2YUV_I420), CV_8UC3, Size(2, 2)},
        {"from_i420", code(COLOR_YUV2BGRA_I420), CV_8UC1, Size(2, 2), 3, 2},
        {"to_nv12", toNv12, CV_8UC4, Size(2, 2)},
        {"from_nv12", fromNv12, CV_8UC1, Size(2, 2), 3, 2},
        {"linear", linear, CV_8UC1, Size(2, 2), 3, 2},
        {"add", chain(Chain().add(3)), CV_8UC3},
        {"table", chain(Chain().lut(Mat(1, 256, CV_8UC1, Scalar(77)))), CV_8UC1},
        {"floats", chain(Chain().convertTo(CV_32F, 1 / 255.f).subtract(0.5).multiply(3)), CV_8UC3},
        {"chain_yuv", chain(Chain::fromYuv(nv12).convertTo(CV_32F)), CV_8UC1, Size(2, 2), 3, 2},
        {"chain_linear", chain(Chain::fromYuv(nv12, ChannelOrder::RGB, 4, ChromaUpsampling::Linear).convertTo(CV_32F)),
         CV_8UC1, Size(2, 2), 3, 2},
    };
}

}  // namespace opencv_test
