// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "batch.hpp"

namespace opencv_test {
namespace {

//! An image of a batch, its result, and what that must be.
struct Member
{
    Mat content, expected;
    std::unique_ptr<PlacedImage> src, dst;
};

//! True for a chain from YUV to YUV, for which arrays are planes of one image.
bool takesPlanes(const ImageOperation& operation)
{
    return operation.name.find("fromYuv(") != std::string::npos && operation.name.find("toYuv(") != std::string::npos;
}

Placement drawPlacement(bool onDevice, const FuzzDevices& devices, FuzzedDataProvider& data)
{
    if (onDevice)
        return Placement::OnDevice;
    if (!devices.backend().device())
        return Placement::Pageable;
    return data.PickValueInArray({Placement::Pageable, Placement::PageLocked});
}

std::unique_ptr<PlacedImage> place(Placement placement, Size size, int type, const FuzzDevices& devices,
                                   FuzzedDataProvider& data)
{
    ImageShape shape;
    shape.placement = placement;
    shape.padding = static_cast<int>(CV_ELEM_SIZE1(type)) * data.ConsumeIntegralInRange(0, 3);
    return std::make_unique<PlacedImage>(devices.backend(), shape, size, type);
}

//! Headers of one side of a batch, as a call takes them.
class Side
{
public:
    Side(const std::vector<Member>& members, std::unique_ptr<PlacedImage> Member::*which, bool onDevice)
        : onDevice_(onDevice)
    {
        for (const Member& member : members) {
            if (onDevice)
                gpuMats_.push_back(*static_cast<const cuda::GpuMat*>((member.*which)->input().getObj()));
            else
                mats_.push_back((member.*which)->input().getMat());
        }
    }
    _InputArray input() const { return onDevice_ ? _InputArray(gpuMats_) : _InputArray(mats_); }
    _OutputArray output() { return onDevice_ ? _OutputArray(gpuMats_) : _OutputArray(mats_); }

private:
    bool onDevice_;
    std::vector<Mat> mats_;
    std::vector<cuda::GpuMat> gpuMats_;
};

}  // namespace

void callOnBatch(FuzzDevices& devices, FuzzedDataProvider& data)
{
    const ImageOperation operation = drawOperation(data);
    const int type = anyOf(operation.srcTypes, data);
    const bool hasSecond = static_cast<bool>(operation.secondType);
    if (operation.masked || operation.wrong || takesPlanes(operation) || (hasSecond && devices.dead()))
        return;
    const bool mayLieThere = devices.backend().device() && operation.gapsOnDevice;
    const bool fromDevice = mayLieThere && !hasSecond && data.ConsumeBool();
    const bool toDevice = mayLieThere && data.ConsumeBool();
    RNG rng = drawRng(data);
    std::vector<Member> members(data.ConsumeIntegralInRange<size_t>(1, 9));
    std::vector<Mat> seconds;
    Size size;
    for (Member& member : members) {
        if (size.empty() || !operation.namesSize)
            size = drawSize(operation, data);
        member.content = operation.content(size, type, rng);
        const Mat second =
            hasSecond ? operation.content(operation.otherSize(size), operation.secondType(type), rng) : Mat();
        if (hasSecond)
            seconds.push_back(devices.ownedCopy(second, data.ConsumeBool()));
        member.expected = operation.reference(member.content, second);
        member.src = place(drawPlacement(fromDevice, devices, data), member.content.size(), type, devices, data);
        member.src->set(member.content);
        member.dst = place(drawPlacement(toDevice, devices, data), operation.dstSize(member.content.size()),
                           operation.dstType(type), devices, data);
    }
    const Side src(members, &Member::src, fromDevice);
    Side dst(members, &Member::dst, toDevice);
    const StreamRef stream = devices.drawStream(data, true);
    const bool ended = devices.tryCall([&] {
        const Sources sources(src.input(), hasSecond ? _InputArray(seconds) : static_cast<_InputArray>(noArray()));
        operation.run(sources, dst.output(), stream, devices.striper());
    });
    seconds.clear();  // the call holds what its stream has yet to read
    devices.wait();
    for (const Member& member : members) {
        EXPECT_TRUE(member.dst->guardsIntact()) << operation.name;
        if (ended)
            EXPECT_EQ(std::string(),
                      differences(member.expected, member.dst->get(), operation.tolerance(CV_MAT_DEPTH(type))))
                << operation.name;
    }
}

}  // namespace opencv_test
