// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../../support/device/page_locked_pool.hpp"
#include "drawn.hpp"

namespace opencv_test {

//! Devices with a Striper over them, two streams of the first, and a pipeline on one of these.
class FuzzDevices
{
public:
    explicit FuzzDevices(FuzzedDataProvider& data);

    const Backend& backend() const { return backend_; }
    Striper& striper() { return *striper_; }
    //! True if a device has failed for good.
    bool dead() const { return dead_; }

    //! No stream, one of both, or the pipeline; no stream without a device.
    StreamRef drawStream(FuzzedDataProvider& data, bool pipelined);
    //! A copy that owns its memory, which is page-locked if that is wanted and there is a device. Page-locked memory is
    //! overwritten when the last header lets it go.
    Mat ownedCopy(const Mat& image, bool pageLocked) const;
    //! Waits for both streams.
    void wait() const;
    //! Runs a call; true if it came to its end. Throws what must not be thrown.
    bool tryCall(const std::function<void()>& call) const;
    //! The same with a fault of a device on the way, perhaps; nothing may be in flight.
    bool tryWithFault(const std::function<void()>& call, FuzzedDataProvider& data);

    void requireNoFindings() const;

private:
    SimulatedDevice& device(size_t i) const { return dynamic_cast<SimulatedDevice&>(*backend_.devices()[i]); }
    bool mayThrow(int code) const;

    const Backend backend_;
    std::unique_ptr<PageLockedPool> pool_;
    std::unique_ptr<OwnedStream> streams_[2];
    bool limited_ = false, faulty_ = false, dead_ = false;
    std::unique_ptr<Striper> striper_;
    std::unique_ptr<Pipeline> pipeline_;
};

}  // namespace opencv_test
