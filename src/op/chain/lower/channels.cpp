// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The lowering of operators on whole pixels.

#include "../../color/formula/formula.hpp"
#include "lowering.hpp"
#include "opencv2/core/check.hpp"

namespace cv { namespace cudastripe {
namespace {

using Code = ChainCode;

void requireType(const Lowering& to, int type)
{
    if (CV_MAKETYPE(to.depth, to.channels) != type)
        to.refuseType(typeToString(type).c_str());
}

}  // namespace

// As the formula of COLOR_BGR2GRAY.
void lowerGray(Lowering& to)
{
    constexpr int shift = 15;
    const bool redFirst = to.op.option == static_cast<int>(ChannelOrder::RGB);
    const auto integers = GrayFormula<uchar>::of(redFirst);
    const auto real = GrayFormula<float>::of(redFirst);
    if (to.channels < 3)
        to.refuseType("3 or 4 channels");
    to.channels = 1;
    ChainInstruction& in = to.emitUnary(to.isInteger() ? Code::GrayI : Code::GrayF);
    for (int c = 0; c < 3; ++c) {
        const int weight = static_cast<int>(integers.weights[c]);
        in.x[c] = to.isInteger() ? Lowering::ofInt(weight) : Lowering::ofFloat(real.weights[c]);
    }
    in.y[0].i = 1 << (shift - 1);
    in.high = shift;
}

void lowerPremultiply(Lowering& to)
{
    requireType(to, CV_8UC4);
    to.emitUnary(Code::Premultiply);
}

void lowerBlendOver(Lowering& to)
{
    requireType(to, CV_8UC4);
    to.checkSecond(CV_8UC3);
    to.channels = 3;
    to.emitUnary(Code::BlendOver);
}

void lowerChannels(Lowering& to)
{
    const std::vector<int>& indices = to.op.channels;
    for (int index : indices) {
        if (index >= to.channels)
            to.refuse(format("it asks for channel %d; the image has %d here", index, to.channels));
    }
    to.channels = static_cast<int>(indices.size());
    ChainInstruction& in = to.emitUnary(Code::Shuffle);
    for (size_t c = 0; c < 4; ++c)
        in.x[c].i = indices[c < indices.size() ? c : 0];
}

}}  // namespace cv::cudastripe
