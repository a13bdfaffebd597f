// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A device whose operations become nodes of a graph.

#include "capture_device.hpp"

#include <algorithm>

#include "../../device/handles.hpp"
#include "../../device/wait_for.hpp"

namespace cv { namespace cudastripe {
namespace {

// The table of a kernel, in device memory.
struct GraphTable
{
    GraphTable(std::shared_ptr<Device> owner, size_t sizeBytes)
        : device(std::move(owner)), memory(*device, OwnedMemory::OnDevice, sizeBytes)
    {
    }
    std::shared_ptr<Device> device;
    OwnedMemory memory;
};

}  // namespace

CaptureDevice::CaptureDevice(std::shared_ptr<Device> device, StreamId caller, GraphCapture& capture,
                             std::shared_ptr<ReleaseQueue> released)
    : Device(device->facts()),
      device_(std::move(device)),
      caller_(caller),
      capture_(capture),
      released_(std::move(released))
{
}

void* CaptureDevice::newNodes()
{
    nodes_.emplace_back();
    return &nodes_.back();
}

void* CaptureDevice::allocate(MemoryKind kind, size_t sizeBytes)
{
    return kind == MemoryKind::Device ? capture_.allocate(sizeBytes) : nullptr;
}

CaptureDevice::Nodes CaptureDevice::nodesBehind(StreamId stream)
{
    return isCallers(stream) ? capture_.dependencies() : nodesOf(stream);
}

void CaptureDevice::add(StreamId stream, const Nodes& nodes)
{
    Nodes all = nodesBehind(stream);
    std::copy_if(nodes.begin(), nodes.end(), std::back_inserter(all),
                 [&](void* node) { return std::find(all.begin(), all.end(), node) == all.end(); });
    if (isCallers(stream))
        capture_.setDependencies(all);
    else
        nodesOf(stream) = all;
}

void CaptureDevice::wait(StreamId stream, EventId event)
{
    add(stream, nodesOf(event));
}

void CaptureDevice::order(StreamId later, StreamId earlier)
{
    add(later, nodesBehind(earlier));
}

template <class Enqueue>
void CaptureDevice::enqueueBehind(StreamId stream, const Enqueue& enqueue)
{
    if (isCallers(stream))
        return enqueue();
    const Nodes ofCaller = capture_.dependencies();
    capture_.setDependencies(nodesOf(stream));
    try {
        enqueue();
    } catch (...) {
        try {
            capture_.setDependencies(ofCaller);
        } catch (const cv::Exception&) {
            // The first error is the one to report.
        }
        throw;
    }
    nodesOf(stream) = capture_.dependencies();
    capture_.setDependencies(ofCaller);
}

void CaptureDevice::copy(StreamId stream, Stage stage, const PlaneView& dst, const PlaneView& src, int64 rows)
{
    enqueueBehind(stream, [&] { device_->copy(caller_, stage, dst, src, rows); });
}

void CaptureDevice::launch(StreamId stream, const KernelRef& kernel)
{
    if (!kernel.table())
        return enqueueBehind(stream, [&] { device_->launch(caller_, kernel); });
    KernelRef withTable = kernel;
    withTable.setTableOnDevice(keepTable(*kernel.table()));
    enqueueBehind(stream, [&] { device_->launch(caller_, withTable); });
}

// A copy of the table in device memory, which the graph keeps. It is complete when this returns.
const void* CaptureDevice::keepTable(const std::vector<uchar>& table)
{
    const auto kept = std::make_shared<GraphTable>(device_, table.size());
    const OwnedMemory staging(*device_, OwnedMemory::PageLocked, table.size());
    if (!kept->memory.get() || !staging.get())
        CV_Error_(Error::StsNoMem,
                  ("cudastripe: not enough memory: the table of a kernel needs %zu bytes", table.size()));
    std::copy(table.begin(), table.end(), staging.get());
    const OwnedStream stream(*device_, "table");
    const auto bytes = static_cast<int64>(table.size());
    device_->copyUp(stream, {kept->memory.get(), bytes, bytes}, {staging.get(), bytes, bytes}, 1);
    if (!waitUntilIdle(*device_, stream))
        CV_Error(Error::GpuApiCallError, "cudastripe: the device does not answer");
    capture_.keep(std::make_shared<ReleasedLater>(released_, kept));
    return kept->memory.get();
}

}}  // namespace cv::cudastripe
