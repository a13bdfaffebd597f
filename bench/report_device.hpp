// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <array>
#include <vector>

#include "cuda_handles.hpp"
#include "operator_peers.hpp"
#include "report_frames.hpp"

namespace bench {

//! What the cases of a workload and size use on the GPU: images in turn, and streams.
class ReportDevice
{
public:
    ReportDevice(const FrameMemory& memory, const ReportWorkload& workload, const ReportSize& size);

    //! The images that were used longest ago.
    DeviceImages next();

    const CudaStream up, down;
    const std::array<CudaStream, 16> streams;

private:
    std::vector<DeviceImages> images_;
    size_t next_ = 0;
};

}  // namespace bench
