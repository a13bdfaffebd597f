// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <memory>

#include "../call_opener.hpp"
#include "opencv2/cudastripe/striper.hpp"

namespace cv { namespace cudastripe {

//! The same parameters; throws if one of them is out of its range.
const StriperParams& checkedParams(const StriperParams& params);

class Striper::Impl
{
public:
    Impl(const StriperParams& params, const DeviceSource& source, bool isDefault = false);

    virtual ~Impl();

    const StriperParams& params() const { return params_; }
    //! True for what getDefault() gives, which callers need not have asked for.
    bool isDefault() const { return isDefault_; }
    std::vector<int> devices();
    DeviceSet& deviceSet() { return devices_; }
    StriperUsage usage();
    void calibrate();
    void forget(const HostRange& range);

    //! Makes room for calls of any of the operations.
    void reserve(const std::vector<const StripeOp*>& ops, int concurrentCalls, bool pageableMemory);

    //! Checks where the memory lies, opens the destination, then does the work.
    virtual void run(const Call& call);
    void runFrame(const Call& call, const Frame& frame);
    //! The device that a pipeline's stream belongs to, and the stream's identity; throws if it is none of these
    //! devices'.
    std::shared_ptr<DeviceEntry> ownerForPipeline(const StreamRef& stream, std::uint64_t& identity);

    //! The same, but says which way the work would be done.
    RouteChoice explain(const Call& call);

private:
    const StriperParams params_;
    const bool isDefault_;
    std::unique_ptr<RegistrationCache> registrations_;  // before the leases, whose last work may use them
    DeviceSet devices_;
};

//! A Striper over any devices: how tests run everything on simulated ones.
CV_EXPORTS std::unique_ptr<Striper> makeStriper(const std::vector<std::shared_ptr<Device>>& devices,
                                                const StriperParams& params = StriperParams());
CV_EXPORTS std::unique_ptr<Striper> makeStriperFrom(const DeviceSource& source,
                                                    const StriperParams& params = StriperParams(),
                                                    bool isDefault = false);

}}  // namespace cv::cudastripe
