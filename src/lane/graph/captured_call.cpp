// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Calls on a stream that is being captured into a graph.

#include "../call/direct_call.hpp"
#include "../call/stripe_call.hpp"
#include "../call/striped_call.hpp"
#include "capture_device.hpp"

namespace cv { namespace cudastripe {
namespace {

void captureStripes(OpenCall call, const Choice& choice, DeviceEntry& entry, const std::shared_ptr<Device>& device)
{
    // The leases of this entry end with the function. Their end adds the nodes that free the graph's memory.
    DeviceEntry ofGraph(device, call.params);
    ofGraph.rates.set(entry.rates.find(false));
    call.devices = {&ofGraph};
    Claims claims(call.op->units(), call.op->granule());
    HostTeam team(call, claims);
    StripedCall striped(call, choice, claims, nullptr);
    if (striped.empty()) {
        CV_Error_(Error::StsNoMem,
                  ("cudastripe: not enough memory on device %d for a stripe, and CPU threads cannot work in a graph",
                   device->number()));
    }
    striped.run(false, team);
}

}  // namespace

void captureCall(const OpenCall& call)
{
    DeviceEntry& entry = *call.devices.front();
    const auto device = std::make_shared<CaptureDevice>(entry.device, call.stream, *call.capture, entry.released);
    if (call.batch || call.memory.all(MemoryKind::Device))
        return enqueueInCallersStream(call, *device);
    const Choice choice = choose(call, call.op->hostCost());
    if (choice.route == Route::Direct && call.kernelsReach && !call.saysHowToCut())
        enqueueInCallersStream(call, *device);
    else
        captureStripes(call, choice, entry, device);
}

}}  // namespace cv::cudastripe
