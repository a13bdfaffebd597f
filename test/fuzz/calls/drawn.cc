// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "drawn.hpp"

#include "../../support/codes/color_operations.hpp"
#include "../../support/codes/packed_yuv_operations.hpp"
#include "../../support/operations/from_yuv_chains.hpp"
#include "../../support/operations/operator_operation.hpp"
#include "../../support/operations/random_chain.hpp"
#include "../../support/operations/yuv_operations.hpp"
#include "../../support/resize/resize_operations.hpp"
#include "../../support/resize/resized_chains.hpp"

namespace opencv_test {
namespace {

ImageOperation drawFormat(FuzzedDataProvider& data)
{
    static const std::vector<YuvFormat> formats = [] {
        std::vector<YuvFormat> all;
        for (const YuvFormat& format : YuvFormat::all()) {
            if (!format.imageSize(format.blockSize()).empty())
                all.push_back(format);
        }
        return all;
    }();
    const YuvFormat& format = anyOf(formats, data);
    return yuvFormatOperation(format, data.ConsumeBool() ? ChannelOrder::RGB : ChannelOrder::BGR);
}

ImageOperation drawOperator(FuzzedDataProvider& data)
{
    const OperatorInfo& info = anyOf(operatorTable(), data);
    const int type = anyOf(operatorTypes(info), data);
    return operatorOperation(anyOf(operatorCases(info.code, type), data), {type});
}

ImageOperation drawChain(FuzzedDataProvider& data)
{
    const bool exact = data.ConsumeBool();
    RNG rng = drawRng(data);
    return randomChainOperation(randomChain(rng, exact));
}

ImageOperation drawFromYuvChain(FuzzedDataProvider& data)
{
    const bool exact = data.ConsumeBool();
    RNG rng = drawRng(data);
    return fromYuvChainOperation(randomFromYuvChain(rng, exact));
}

//! Where a mask is set, the bits that the CPU gives without one.
void addMask(ImageOperation& operation)
{
    const auto run = operation.run;
    operation.masked = true;
    operation.wrong = nullptr;
    operation.tolerance = [](int) { return 0.; };
    operation.reference = [run](const Mat& src, const Mat& second) {
        const auto host = makeStriper({});
        Mat dst;
        run({src, second.empty() ? static_cast<_InputArray>(noArray()) : _InputArray(second)}, dst, StreamRef(), *host);
        return dst;
    };
}

}  // namespace

ImageOperation drawOperation(FuzzedDataProvider& data)
{
    static const std::vector<ImageOperation> packed = packedYuvOperations(), codes = yuvCodeOperations();
    static const std::vector<ImageOperation> colors = colorOperations(), patterns = bayerOperations();
    static const std::vector<ImageOperation> resizes = resizeOperations(), resizedChains = resizedChainOperations();
    switch (data.ConsumeIntegralInRange(0, 9)) {
    case 0:
        return anyOf(packed, data);
    case 1:
        return anyOf(data.ConsumeBool() ? colors : patterns, data);
    case 2:
        return anyOf(codes, data);
    case 3:
        return drawFormat(data);
    case 8:
        return drawFromYuvChain(data);
    case 9:
        return anyOf(data.ConsumeBool() ? resizes : resizedChains, data);
    default:
        break;
    }
    ImageOperation operation = data.ConsumeBool() ? drawOperator(data) : drawChain(data);
    if (data.ConsumeBool())
        addMask(operation);
    return operation;
}

Size drawSize(const ImageOperation& operation, FuzzedDataProvider& data)
{
    const Size block = operation.block;
    return {data.ConsumeIntegralInRange(1, 70 / block.width) * block.width,
            data.ConsumeIntegralInRange(1, 70 / block.height) * block.height};
}

StriperParams drawParams(FuzzedDataProvider& data)
{
    StriperParams params;
    params.calibrate = false;
    params.order = data.PickValueInArray({IssueOrder::Dedicated, IssueOrder::DepthFirst, IssueOrder::BreadthFirst});
    params.route =
        data.PickValueInArray({Route::Striped, Route::Auto, Route::Shared, Route::Direct, Route::Host, Route::Striped});
    params.stripes = data.ConsumeIntegralInRange(0, 12);
    params.slots = data.PickValueInArray({0, 2, 3, 5});
    params.streams = data.ConsumeIntegralInRange(0, 6);
    params.hostShare = data.PickValueInArray({StriperParams::kAutoShare, 0., 1., 0.3});
    if (data.ConsumeBool())
        params.deviceMemoryLimit = data.ConsumeIntegral<std::uint16_t>();
    if (data.ConsumeBool())
        params.stagingMemoryLimit = data.ConsumeIntegral<std::uint16_t>();
    return params;
}

}  // namespace opencv_test
