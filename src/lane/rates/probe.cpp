// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Small copies and kernels that a device times.

#include "probe.hpp"

#include "../../device/wait_for.hpp"
#include "../../op/color/yuv444/op.hpp"

namespace cv { namespace cudastripe {
namespace {

PlaneView row(const OwnedMemory& memory, int64 bytes)
{
    return {memory.get(), bytes, bytes};
}

}  // namespace

Probe::Probe(Device& device, int64 mostBytes, bool beside)
    : device_(device),
      stream_(device, "probe"),
      begun_(device, "probe begins", true),
      ended_(device, "probe ends", true),
      besideEnded_(device, "beside probe ends"),
      hostIn_(device, OwnedMemory::PageLocked, size_t(mostBytes)),
      hostOut_(device, OwnedMemory::PageLocked, size_t(mostBytes)),
      deviceIn_(device, OwnedMemory::OnDevice, size_t(mostBytes)),
      deviceOut_(device, OwnedMemory::OnDevice, size_t(mostBytes))
{
    if (!hostIn_.get() || !hostOut_.get() || !deviceIn_.get() || !deviceOut_.get())
        CV_Error(Error::StsNoMem, "no memory for a probe");
    if (beside)
        beside_.emplace(device, "beside probe");
}

Probe::~Probe()
{
    waitUntilIdle(device_, stream_);
    if (beside_)
        waitUntilIdle(device_, *beside_);
}

void Probe::begin(const Work& work)
{
    // An event before each copy and one after it, as for a stripe.
    const auto copyUp = [&](StreamId stream, const OwnedMemory& to, int copies) {
        for (int i = 0; i < copies; ++i) {
            device_.wait(stream, begun_);
            device_.copyUp(stream, row(to, work.bytes), row(hostIn_, work.bytes), 1);
            device_.record(ended_, stream);
        }
    };
    const auto copyDown = [&](StreamId stream, int copies) {
        for (int i = 0; i < copies; ++i)
            device_.copyDown(stream, row(hostOut_, work.bytes), row(deviceOut_, work.bytes), 1);
    };
    // Memory is written before it is read.
    copyUp(stream_, deviceIn_, 2);
    copyUp(stream_, deviceOut_, 2);
    device_.record(begun_, stream_);
    if (work.upsBeside + work.downsBeside > 0) {
        device_.wait(*beside_, begun_);
        copyUp(*beside_, deviceIn_, work.upsBeside);
        copyDown(*beside_, work.downsBeside);
        device_.record(besideEnded_, *beside_);
    }
    copyUp(stream_, deviceIn_, work.ups);
    const auto op = makePackedYuvOp(packedYuvConversions().front(), Size(int(work.bytes / 4), 1), CV_8U, 4);
    StripePlanes planes;
    planes.in[0] = row(deviceIn_, work.bytes);
    planes.out[0] = row(deviceOut_, work.bytes / 4 * 3);
    for (int i = 0; i < work.kernels; ++i)
        device_.launch(stream_, op->kernel(planes, 1));
    copyDown(stream_, work.downs);
    device_.record(ended_, stream_);
    inFlight_ = true;
}

std::optional<double> Probe::seconds()
{
    if (!device_.passed(ended_) || !device_.passed(besideEnded_))
        return std::nullopt;
    inFlight_ = false;
    return device_.elapsed(begun_, ended_);
}

}}  // namespace cv::cudastripe
