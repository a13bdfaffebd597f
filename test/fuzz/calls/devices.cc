// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "devices.hpp"

namespace opencv_test {

FuzzDevices::FuzzDevices(FuzzedDataProvider& data)
    : backend_(data.PickValueInArray(
                   {BackendKind::Simulated, BackendKind::Simulated, BackendKind::TwoSimulated, BackendKind::Host}),
               data.ConsumeIntegral<std::uint16_t>())
{
    const StriperParams params = drawParams(data);
    limited_ = params.deviceMemoryLimit <= UINT16_MAX || params.stagingMemoryLimit <= UINT16_MAX;
    striper_ = makeStriper(backend_.devices(), params);
    if (!backend_.device())
        return;
    pool_ = std::make_unique<PageLockedPool>(*backend_.simulated());
    for (auto& stream : streams_)
        stream.reset(new OwnedStream(*backend_.device(), "caller"));
    pipeline_.reset(new Pipeline(StreamHandle(StreamId(*streams_[0]).get()), *striper_));
}

StreamRef FuzzDevices::drawStream(FuzzedDataProvider& data, bool pipelined)
{
    const int which = data.ConsumeIntegralInRange(0, 3);
    if (which == 0 || !backend_.device())
        return StreamRef();
    if (which == 3 && pipelined)
        return *pipeline_;
    return StreamHandle(StreamId(*streams_[which % 2]).get());
}

Mat FuzzDevices::ownedCopy(const Mat& image, bool pageLocked) const
{
    Mat copy;
    if (pageLocked)
        copy.allocator = pool_.get();
    image.copyTo(copy);
    return copy;
}

void FuzzDevices::wait() const
{
    for (const auto& stream : streams_) {
        if (stream)
            waitFor(*backend_.device(), *stream);
    }
}

// What lies on a device cannot be done elsewhere if the device's memory does not do.
bool FuzzDevices::mayThrow(int code) const
{
    return (limited_ && code == Error::StsNoMem) || ((faulty_ || dead_) && code == Error::GpuApiCallError);
}

bool FuzzDevices::tryCall(const std::function<void()>& call) const
{
    try {
        call();
    } catch (const cv::Exception& e) {
        if (!mayThrow(e.code))
            throw;
        return false;
    }
    return true;
}

bool FuzzDevices::tryWithFault(const std::function<void()>& call, FuzzedDataProvider& data)
{
    if (!backend_.device())
        return tryCall(call);
    SimulatedDevice& failing = device(data.ConsumeIntegralInRange<size_t>(0, backend_.devices().size() - 1));
    const bool sticky = data.ConsumeBool();
    faulty_ = true;
    failing.failAt(data.ConsumeIntegralInRange(0, 120), sticky);
    const bool ended = tryCall(call);
    // The test's own copies must not fail.
    failing.failAt(-1000000);
    faulty_ = false;
    dead_ = dead_ || !failing.alive();
    for (size_t i = 0; !ended && i < backend_.devices().size(); ++i)
        EXPECT_TRUE(device(i).quiet()) << "work was left in flight";
    return ended;
}

void FuzzDevices::requireNoFindings() const
{
    for (size_t i = 0; i < backend_.devices().size(); ++i) {
        const std::vector<String> findings = device(i).findings();
        EXPECT_TRUE(findings.empty()) << findings.front();
    }
}

}  // namespace opencv_test
