// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Properties of a call whose arguments are checked.

#include "open_call.hpp"

#include <algorithm>

#include "../plan/plan.hpp"

namespace cv { namespace cudastripe {

PlanInput OpenCall::size() const
{
    PlanInput input = {op->units(), op->granule(), 0, 0, 0, op->kernelCost()};
    const auto add = [&](const PlaneSpecs& planes, const CallMemory::List& kinds, double& linkBytes) {
        for (size_t i = 0; i < planes.size(); ++i) {
            const double bytes = double(planes[i].rowBytes) * double(op->rows(planes[i], op->units()));
            input.kernelBytes += double(planes[i].rowBytes) * double(op->rowsNeeded(planes[i], op->units()));
            linkBytes += kinds[i] == MemoryKind::Device ? 0 : bytes;
        }
    };
    add(op->inputs(), memory.in, input.uploadBytes);
    add(op->outputs(), memory.out, input.downloadBytes);
    return input;
}

bool OpenCall::hostMayRead() const
{
    return std::all_of(mayBeCombined.begin(), mayBeCombined.end(), [this](const uchar* input) {
        return std::all_of(devices.begin(), devices.end(),
                           [input](DeviceEntry* entry) { return entry->device->hostMayRead(input); });
    });
}

DeviceEntry* OpenCall::device() const
{
    return devices.empty() || !canRun(*devices[0]->device, *op) ? nullptr : devices[0];
}

std::vector<Device*> OpenCall::watchingDevices() const
{
    std::vector<Device*> watching;
    for (DeviceEntry* entry : devices) {
        if (entry->device->facts().watchesHost)
            watching.push_back(entry->device.get());
    }
    return watching;
}

bool OpenCall::saysHowToCut() const
{
    return cudastripe::saysHowToCut(params);
}

int OpenCall::hostThreads() const
{
    const int all = devices.empty() ? std::max(1, getNumThreads()) : devices.front()->device->hostThreads();
    return params.threads > 0 ? std::min(params.threads, all) : all;
}

}}  // namespace cv::cudastripe
