// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The lowering of operators on whole pixels.

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

// The weights are cv::cvtColor's: integers in units of 2^-15.
void lowerGray(Lowering& to)
{
    constexpr int weights[] = {3735, 19235, 9798}, shift = 15;
    constexpr float real[] = {0.114f, 0.587f, 0.299f};
    if (to.channels < 3)
        to.refuseType("3 or 4 channels");
    to.channels = 1;
    ChainInstruction& in = to.emitUnary(to.isInteger() ? Code::GrayI : Code::GrayF);
    for (int c = 0; c < 3; ++c) {
        const int colour = to.op.option == static_cast<int>(ChannelOrder::BGR) ? c : 2 - c;
        in.x[c] = to.isInteger() ? Lowering::ofInt(weights[colour]) : Lowering::ofFloat(real[colour]);
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
