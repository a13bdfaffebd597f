// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "owned.hpp"

#include "../../support/images/placed_call.hpp"

namespace opencv_test {
namespace {

//! A region of an image that owns its memory, or managed memory of a device.
class Region
{
public:
    Region(SimulatedDevice* managing, Size size, int type, int padding) : managing_(managing)
    {
        const Size whole(size.width + padding, size.height);
        if (managing)
            memory_ = managing->allocateManaged(static_cast<size_t>(whole.area()) * CV_ELEM_SIZE(type));
        const Mat all = memory_ ? Mat(whole, type, memory_) : Mat(whole, type);
        image = all.colRange(0, size.width);
        beside_ = all.colRange(size.width, whole.width);
        beside_.setTo(Scalar::all(kBeside));
    }
    ~Region()
    {
        if (memory_)
            managing_->free(MemoryKind::PageLocked, memory_);
    }
    Region(const Region&) = delete;
    Region& operator=(const Region&) = delete;

    bool intact() const
    {
        return beside_.empty() || sameBytes(beside_.clone(), Mat(beside_.size(), beside_.type(), Scalar::all(kBeside)));
    }

    Mat image;

private:
    static constexpr int kBeside = 77;

    SimulatedDevice* const managing_;
    void* memory_ = nullptr;
    Mat beside_;
};

_InputArray optional(const Mat& image)
{
    return image.empty() ? static_cast<_InputArray>(noArray()) : _InputArray(image);
}

}  // namespace

void callOnOwnedMemory(const ImageOperation& operation, FuzzDevices& devices, FuzzedDataProvider& data)
{
    const int type = anyOf(operation.srcTypes, data), dstType = operation.dstType(type);
    const Size size = drawSize(operation, data);
    const bool managed = devices.backend().devices().size() == 1 && data.ConsumeBool();
    SimulatedDevice* const managing = managed ? devices.backend().simulated() : nullptr;
    Region src(managing, size, type, data.ConsumeIntegralInRange(0, 3));
    Region dst(managing, operation.dstSize(size), dstType, data.ConsumeIntegralInRange(0, 3));
    const StreamRef stream = devices.drawStream(data, true);
    RNG rng = drawRng(data);
    for (int left = data.ConsumeIntegralInRange(1, 3); left > 0; --left) {
        const Sample sample = randomSample(operation, size, type, rng, false);
        sample.src.copyTo(src.image);
        dst.image.setTo(Scalar::all(9));
        const Mat before = dst.image.clone();
        const bool ended = devices.tryCall([&] {
            operation.run({src.image, optional(sample.second), optional(sample.mask)}, dst.image, stream,
                          devices.striper());
        });
        if (managed)
            devices.wait();
        // What is pageable memory to the caller may be used at once, whatever stream was given.
        src.image.setTo(Scalar::all(0));
        EXPECT_EQ(std::string(), ended ? wrongImage(operation, sample, before, dst.image.clone()) : std::string());
        EXPECT_TRUE(dst.intact() && src.intact());
    }
}

}  // namespace opencv_test
