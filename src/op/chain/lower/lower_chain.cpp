// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The lowering of a chain for images of given types.

#include "lower_chain.hpp"

#include "../../../model/tensor_depth.hpp"
#include "../../simd/float_mode.hpp"
#include "of_bytes.hpp"
#include "opencv2/core/check.hpp"

namespace cv { namespace cudastripe {
namespace {

bool differsOnDevice(const ChainInstruction& in)
{
    return in.code == ChainCode::ExpD || in.code == ChainCode::LogD || in.code == ChainCode::PowerD;
}

void requireImageType(int type, const char* argument, const char* function)
{
    if (CV_MAT_CN(type) > 4 || CV_MAT_DEPTH(type) > CV_64F || type < 0) {
        CV_Error_(Error::StsUnsupportedFormat, ("%s: %s is %s; it may have 1 to 4 channels of CV_8U to CV_64F",
                                                function, argument, typeToString(type).c_str()));
    }
}

int costOf(OperatorCode code)
{
    return operatorTable()[static_cast<size_t>(code)].cost;
}

void requireFewTables(size_t bytes, const char* function)
{
    if (bytes > SomeTables::kMaxBytes) {
        CV_Error_(Error::StsOutOfRange,
                  ("%s: chain needs tables of %d bytes; they may have %d: use fewer lut steps, or "
                   "tables of one channel",
                   function, int(bytes), int(SomeTables::kMaxBytes)));
    }
}

bool isOneLookup(const ChainProgram& program)
{
    return program.count == 1 && isLookup(program.instructions[0]);
}

// The steps that a tensor needs after the chain's own: its channel order, if interleaved, and a conversion.
std::vector<Operator> stepsToTensor(const Chain& chain, int type, const char* function)
{
    std::vector<Operator> steps;
    const char* const end = chain.tensorLayout() == TensorLayout::Patches ? "toPatches" : "toTensor";
    const bool swaps = chain.endsInTensor() && chain.tensorOrder() == ChannelOrder::RGB;
    if (swaps && CV_MAT_CN(type) < 3) {
        CV_Error_(Error::StsUnsupportedFormat,
                  ("%s: %s: order is RGB, but the image is of %s here; RGB takes 3 or 4 channels, BGR any", function,
                   end, typeToString(type).c_str()));
    }
    if (swaps && chain.tensorLayout() == TensorLayout::HWC) {
        steps.emplace_back(OperatorCode::Channels);
        steps[0].channels = {2, 1, 0, 3};
        steps[0].channels.resize(static_cast<size_t>(CV_MAT_CN(type)));
    }
    const int depth = chain.endsInTensor() ? tensorDepthOf(chain).steps : CV_MAT_DEPTH(type);
    if (CV_MAT_DEPTH(type) != depth)
        steps.push_back(Operator(OperatorCode::ConvertTo, 1).withOption(depth));
    if (chain.steps().size() + steps.size() > size_t(Chain::kMaxSteps)) {
        CV_Error_(Error::StsOutOfRange, ("%s: %s adds %s as step %d; a chain may have %d", function, end,
                                         operatorTable()[static_cast<size_t>(steps.back().code)].name,
                                         Chain::kMaxSteps + 1, Chain::kMaxSteps));
    }
    return steps;
}

// For formats and tensors, only the kernels with 64-bit values take tables.
bool needsWideTables(const Chain& chain, int type)
{
    return chain.beginsInYuv() || !endsInImage(chain, CV_MAT_CN(type));
}

}  // namespace

bool endsInImage(const Chain& chain, int channels)
{
    if (chain.endsInYuv() || !chain.endsInTensor())
        return !chain.endsInYuv();
    const TensorLayout layout = chain.tensorLayout();
    return chain.tensorDepth() == tensorDepthOf(chain).steps &&
           (layout == TensorLayout::HWC || (layout == TensorLayout::CHW && channels == 1));
}

std::shared_ptr<const LoweredChain> lowerChain(const Chain& chain, int srcType, int secondType, const char* function)
{
    const auto last = chain.lowered_.get();
    if (last && last->srcType == srcType && last->secondType == secondType)
        return last;
    requireImageType(srcType, "srcType", function);
    if (secondType >= 0)
        requireImageType(secondType, "secondType", function);
    const FloatMode mode;  // for values that are made here
    std::vector<LoweredStep> steps;
    steps.reserve(chain.steps().size() + 2);
    int type = srcType, number = 0;
    const auto result = std::make_shared<LoweredChain>();
    LoweredChain& lowered = *result;
    const auto append = [&](const Operator& step) {
        Lowering lowering(step, ++number, type, secondType, function);
        lower(lowering);
        steps.push_back({type, CV_MAKETYPE(lowering.depth, lowering.channels), lowering.result});
        type = steps.back().toType;
        lowered.cost += costOf(step.code);
    };
    for (const Operator& step : chain.steps())
        append(step);
    for (const Operator& step : stepsToTensor(chain, type, function))
        append(step);
    const bool usesSecond = chain.usesSecond();
    lowered.srcType = srcType;
    lowered.secondType = secondType;
    const std::vector<LoweredStep> simplified = simplifySteps(steps), fewer = tabulateSteps(simplified);
    lowered.ofBytes = ChainOfBytes::of(simplified);
    lowered.program =
        assemble(fewer, srcType, usesSecond ? secondType : -1, needsWideTables(chain, type), lowered.tables);
    if (fewer.size() < steps.size() || isOneLookup(lowered.program))
        lowered.cost = std::min<double>(lowered.cost, costOf(OperatorCode::Lut));
    requireFewTables(lowered.tables.size(), function);
    lowered.sameBits = true;
    for (int i = 0; i < lowered.program.count; ++i)
        lowered.sameBits = lowered.sameBits && !differsOnDevice(lowered.program.instructions[i]);
    if (chain.kernels_ && chain.kernels_->isFor(lowered.program))
        lowered.kernels = chain.kernels_->kernels;
    chain.lowered_.set(result);
    return result;
}

int Chain::resultType(int srcType, int secondType) const
{
    return lowerChain(*this, srcType, secondType, "cudastripe::Chain::resultType")->resultType();
}

bool Chain::sameBits(int srcType, int secondType) const
{
    return lowerChain(*this, srcType, secondType, "cudastripe::Chain::sameBits")->sameBits;
}

}}  // namespace cv::cudastripe
