// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The Striper behind its public class.

#pragma once

#include <memory>

#include "call_opener.hpp"
#include "opencv2/cudastripe/striper.hpp"

namespace cv { namespace cudastripe {

//! The same parameters; throws if one of them is out of its range.
const StriperParams& checkedParams(const StriperParams& params);

class Striper::Impl
{
public:
    Impl(const StriperParams& params, const DeviceSource& source, bool isDefault = false);

    const StriperParams& params() const { return params_; }
    //! True for the Striper of getDefault().
    bool isDefault() const { return isDefault_; }
    DeviceSet& deviceSet() { return devices_; }

    //! Allocates for calls of any of the operations.
    void reserve(const std::vector<std::unique_ptr<StripeOp>>& ops, int concurrentCalls, bool pageableMemory);

    //! Opens the call, then does it.
    void run(const Operation& operation, const StreamRef& stream, const Frame& frame = Frame());

    //! Opens the call, and gives its route. The destination stays as it is.
    RouteChoice explain(const Operation& operation, const StreamRef& stream);

private:
    const StriperParams params_;
    const bool isDefault_;
    DeviceSet devices_;
};

//! A Striper over any devices; tests use simulated ones.
CV_EXPORTS std::unique_ptr<Striper> makeStriper(const std::vector<std::shared_ptr<Device>>& devices,
                                                const StriperParams& params = StriperParams());
CV_EXPORTS std::unique_ptr<Striper> makeStriperFrom(const DeviceSource& source,
                                                    const StriperParams& params = StriperParams(),
                                                    bool isDefault = false);

}}  // namespace cv::cudastripe
