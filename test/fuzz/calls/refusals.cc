// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "refusals.hpp"

namespace opencv_test {
namespace {

//! Images for a call with one thing wrong, or nothing if that cannot be wrong here.
struct FlawedCall
{
    Sample sample;
    Mat dst;
    Mat memory;  // of source and result, where they share it
    bool fixed = false;
    bool flawed = true;
};

void emptySource(FlawedCall& call, const ImageOperation&)
{
    call.sample.src = Mat();
}

void wrongType(FlawedCall& call, const ImageOperation&)
{
    call.sample.src = Mat(call.sample.src.size(), CV_8UC(5));
}

void cutBlock(FlawedCall& call, const ImageOperation& operation)
{
    call.flawed = operation.needsBlocks && operation.block.width > 1;
    const Size size = call.sample.src.size();
    call.sample.src = Mat(size.height, size.width + 1, call.sample.src.type(), Scalar::all(1));
}

void shortMask(FlawedCall& call, const ImageOperation&)
{
    Mat& mask = call.sample.mask;
    call.flawed = mask.rows > 1;
    if (call.flawed)
        mask = mask.rowRange(1, mask.rows);
}

void shortSecond(FlawedCall& call, const ImageOperation&)
{
    Mat& second = call.sample.second;
    call.flawed = second.cols > 1;
    if (call.flawed)
        second = second.colRange(1, second.cols);
}

// The result ends in what the source begins with. Values stay at multiples of their size.
void overlap(FlawedCall& call, const ImageOperation& operation)
{
    const Mat src = call.sample.src, dst = call.dst;
    const size_t dstBytes = dst.total() * dst.elemSize(), srcBytes = src.total() * src.elemSize();
    const size_t ahead = (dstBytes - 1) / sizeof(double) * sizeof(double);
    call.flawed = ahead > 0 && operation.readsAll;
    call.memory = Mat(1, static_cast<int>(ahead + srcBytes + dstBytes), CV_8U, Scalar(7));
    call.dst = Mat(dst.size(), dst.type(), call.memory.data);
    call.sample.src = Mat(src.size(), src.type(), call.memory.data + ahead);
    src.copyTo(call.sample.src);
}

void fixedResult(FlawedCall& call, const ImageOperation&)
{
    call.fixed = true;
    call.dst = Mat(call.dst.rows + 1, call.dst.cols, call.dst.type(), Scalar::all(7));
}

_InputArray optional(const Mat& image)
{
    return image.empty() ? static_cast<_InputArray>(noArray()) : _InputArray(image);
}

}  // namespace

void requireRefusal(const ImageOperation& operation, FuzzDevices& devices, FuzzedDataProvider& data)
{
    FlawedCall call;
    RNG rng = drawRng(data);
    const Size size = drawSize(operation, data);
    call.sample = randomSample(operation, size, anyOf(operation.srcTypes, data), rng, false);
    call.dst = Mat(operation.dstSize(size), operation.dstType(call.sample.src.type()), Scalar::all(7));
    data.PickValueInArray({emptySource, wrongType, cutBlock, shortMask, shortSecond, overlap, fixedResult})(call,
                                                                                                            operation);
    const StreamRef stream = devices.drawStream(data, true);
    if (!call.flawed)
        return;
    const Mat before = call.dst.clone(), dst = call.dst;
    bool refused = false;
    try {
        const Sources sources(call.sample.src, optional(call.sample.second), optional(call.sample.mask));
        operation.run(sources, call.fixed ? _OutputArray(dst) : _OutputArray(call.dst), stream, devices.striper());
    } catch (const cv::Exception& e) {
        refused = e.code != Error::GpuApiCallError || devices.dead();
    }
    EXPECT_TRUE(refused) << operation.name << " took what is wrong";
    EXPECT_TRUE(sameBytes(before, dst)) << operation.name << " wrote before it refused";
}

}  // namespace opencv_test
