// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "opencv2/cudastripe/simulate.hpp"

#include "../device/simulated_device.hpp"
#include "striper_impl.hpp"

namespace cv { namespace cudastripe {

Timeline predictTimeline(const DeviceProfile& profile, const StriperParams& params, HostMemory memory,
                         const std::function<void(Striper&)>& work)
{
    SimulatedDeviceParams simulation;
    simulation.profile = std::make_shared<const DeviceProfile>(profile);
    simulation.dry = true;
    simulation.otherMemory = memory == HostMemory::PageLocked ? MemoryKind::PageLocked : MemoryKind::Pageable;
    simulation.deviceMemoryBytes = simulation.pageLockedBytes = size_t(1) << 40;
    const auto device = std::make_shared<SimulatedDevice>(simulation);
    const auto striper = makeStriper({device}, params);
    work(*striper);
    return device->timeline();
}

}}  // namespace cv::cudastripe
