// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <tuple>

#include "../../../src/api/striper/striper_impl.hpp"
#include "../../../src/device/handles.hpp"
#include "../../../src/device/simulated/simulated_device.hpp"
#include "../../test_precomp.hpp"

namespace opencv_test {

using namespace cv::cudastripe;

//! Where a test runs. A CUDA device stands for the first of the machine.
enum class BackendKind
{
    Host,
    Simulated,
    TwoSimulated,
    Cuda,
};

const BackendKind kAllBackends[] = {BackendKind::Host, BackendKind::Simulated, BackendKind::TwoSimulated,
                                    BackendKind::Cuda};

void PrintTo(BackendKind kind, std::ostream* out);

//! Names of parametrised tests that begin with their backend, so that a filter can pick one: "Cuda", "Cuda_7".
std::string backendName(const testing::TestParamInfo<BackendKind>& info);
template <class T>
std::string backendAndNumber(const testing::TestParamInfo<std::tuple<BackendKind, T>>& info)
{
    return backendName({std::get<0>(info.param), 0}) + "_" + std::to_string(info.index);
}

/** @brief Devices of a kind, and Stripers over them. At the end of a simulated one nothing may be left to report. */
class Backend
{
public:
    explicit Backend(BackendKind kind, std::uint64_t seed = 0);
    //! Over a device of the test's own, whose findings are the test's business.
    explicit Backend(std::shared_ptr<Device> device);
    ~Backend();

    //! False if this machine or this build has no such device; skipReason() says why.
    bool available() const;
    const char* skipReason() const { return "no CUDA device that this build can use"; }

    std::unique_ptr<Striper> striper(const StriperParams& params = StriperParams()) const;

    //! The first device; null for the host.
    Device* device() const { return devices_.empty() ? nullptr : devices_.front().get(); }
    const std::vector<std::shared_ptr<Device>>& devices() const { return devices_; }
    //! A stream of the first device for a test's own copies.
    StreamId copies() const { return *copies_; }
    //! The first device, if it is simulated.
    SimulatedDevice* simulated() const { return dynamic_cast<SimulatedDevice*>(device()); }

private:
    BackendKind kind_;
    bool checked_ = true;
    std::vector<std::shared_ptr<Device>> devices_;
    std::unique_ptr<OwnedStream> copies_;
};

//! Ends a test whose backend is not available.
#define CUDASTRIPE_SKIP_WITHOUT(backend) \
    if (!(backend).available())          \
    CUDASTRIPE_SKIP((backend).skipReason())

//! Waits until everything on the stream has run.
void waitFor(Device& device, StreamId stream);

}  // namespace opencv_test
