// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "look.hpp"

#include <cstring>

#include "../op/packed_yuv_op.hpp"
#include "wait_for.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kPixels = 1 << 14;
constexpr int64 kBytesIn = 4 * kPixels, kBytesOut = 3 * kPixels;

PlaneView block(const OwnedMemory& memory, int64 bytes)
{
    return {memory.get(), bytes, bytes};
}

}  // namespace

Look::Look(Device& device)
    : device_(device),
      stream_(device, "look"),
      start_(device, "look begins"),
      end_(device, "look ends"),
      host_(device, OwnedMemory::PageLocked, kBytesIn),
      deviceIn_(device, OwnedMemory::OnDevice, kBytesIn),
      deviceOut_(device, OwnedMemory::OnDevice, kBytesOut)
{
    if (!host_.get() || !deviceIn_.get() || !deviceOut_.get())
        CV_Error(Error::StsNoMem, "no memory for a look");
    const PlaneView all = block(host_, kBytesIn);
    device.hostAccess(all, 1, true);
    device.hostRun(kBytesIn, [&] { std::memset(all.base, 0x55, kBytesIn); });
}

Look::~Look()
{
    waitUntilIdle(device_, stream_);
}

void Look::begin()
{
    const auto op = makePackedYuvOp(packedYuvConversions().front(), Size(kPixels, 1), CV_8U, 4);
    StripePlanes planes;
    planes.in[0] = block(deviceIn_, kBytesIn);
    planes.out[0] = block(deviceOut_, kBytesOut);
    device_.record(start_, stream_);
    device_.copyUp(stream_, planes.in[0], block(host_, kBytesIn), 1);
    device_.launch(stream_, op->kernel(planes, 1));
    device_.copyDown(stream_, block(host_, kBytesOut), planes.out[0], 1);
    device_.record(end_, stream_);
    begun_ = true;
}

std::optional<double> Look::end()
{
    if (!device_.passed(end_))
        return std::nullopt;
    begun_ = false;
    return device_.elapsed(start_, end_);
}

}}  // namespace cv::cudastripe
