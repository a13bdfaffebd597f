// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "striper_impl.hpp"

#include <unistd.h>

#include "../lane/ring_plan.hpp"

namespace cv { namespace cudastripe {

Striper::Impl::Impl(const StriperParams& params, const std::vector<std::shared_ptr<Device>>& devices)
    : params_(params), process_(getpid())
{
    if (params.stripes < 0 || params.slots < 0) {
        CV_Error_(Error::StsOutOfRange, ("cudastripe::Striper: params has stripes %d and slots %d; both must be 0, to "
                                         "choose, or more",
                                         params.stripes, params.slots));
    }
    for (const auto& device : devices)
        entries_.emplace_back(device, params);
}

std::vector<int> Striper::Impl::devices() const
{
    std::vector<int> numbers;
    for (const DeviceEntry& entry : entries_)
        numbers.push_back(entry.device->number());
    return numbers;
}

StriperUsage Striper::Impl::usage()
{
    StriperUsage usage;
    for (DeviceEntry& entry : entries_)
        entry.pool.addTo(usage);
    return usage;
}

void Striper::Impl::reserve(const StripeOp& op, int concurrentCalls, bool ordinaryMemory)
{
    checkProcess();
    const End end = ordinaryMemory ? End::Ordinary : End::PageLocked;
    for (DeviceEntry& entry : entries_) {
        entry.device->preload();
        std::vector<LeasePool::Loan> loans;
        for (int i = 0; i < concurrentCalls; ++i) {
            RingPlan ring;
            loans.push_back(leaseRing(entry.pool, op, deviceRoute(end, end), params_, ring));
        }
    }
}

void Striper::Impl::run(const ImageCall& call)
{
    checkProcess();
    DeviceEntry* bound = nullptr;
    const CallEnd src = endOf(call.src, call.function, bound);
    StreamId stream(call.stream.handle());
    if (call.stream.given()) {
        DeviceEntry* owner = streamOwner(call.stream, call.function);
        if (bound && bound != owner) {
            CV_Error_(Error::StsBadArg, ("%s: the stream belongs to device %d, but src lies on device %d",
                                         call.function, owner->device->number(), bound->device->number()));
        }
        bound = owner;
        if (!stream.get())
            stream = owner->device->defaultStream();
    }
    const ImageAccess opened = call.openDst();
    const CallEnd dst = endOf(opened, call.function, bound);
    StripePlanes planes;
    planes.in[0] = call.src.plane;
    planes.out[0] = opened.plane;
    const CallInput input = {call.op, planes, src, dst, call.stream.given(), stream};

    std::vector<DeviceEntry*> used;
    for (DeviceEntry& entry : entries_) {
        if ((!bound || bound == &entry) && entry.device->alive())
            used.push_back(&entry);
    }
    runStripes(input, used, params_);
}

MemoryInfo Striper::Impl::classify(const uchar* address)
{
    for (DeviceEntry& entry : entries_) {
        if (!entry.device->alive())
            continue;
        const MemoryInfo info = entry.device->classify(address);
        if (info.kind != MemoryKind::Pageable)
            return info;
    }
    return MemoryInfo();
}

CallEnd Striper::Impl::endOf(const ImageAccess& image, const char* function, DeviceEntry*& bound)
{
    CallEnd result;
    const MemoryInfo first = classify(image.firstByte());
    const MemoryInfo last = classify(image.lastByte());
    if (first.kind == MemoryKind::Device && last.kind == MemoryKind::Device) {
        for (DeviceEntry& entry : entries_) {
            if (entry.device->number() != first.device)
                continue;
            if (bound && bound != &entry) {
                CV_Error_(Error::StsBadArg,
                          ("%s: %s lies on device %d, but the call is bound to device %d by its other "
                           "image or its stream",
                           function, image.argument, first.device, bound->device->number()));
            }
            bound = &entry;
            result.end = End::Device;
            return result;
        }
        CV_Error_(Error::StsBadArg, ("%s: %s lies on device %d, but this Striper uses %s", function, image.argument,
                                     first.device, deviceList().c_str()));
    }
    if (first.kind == MemoryKind::PageLocked && last.kind == MemoryKind::PageLocked) {
        result.end = End::PageLocked;
        result.kernelsReach = first.kernelsReach && last.kernelsReach;
        result.hostMayRead = first.hostMayRead;
        return result;
    }
    if (image.isGpuMat) {
        for (DeviceEntry& entry : entries_)
            requireAlive(entry, function, "a GpuMat cannot be reached");
        CV_Error_(Error::StsBadArg, ("%s: %s is a GpuMat whose memory is on no device of this Striper, which uses %s",
                                     function, image.argument, deviceList().c_str()));
    }
    return result;
}

DeviceEntry* Striper::Impl::streamOwner(const StreamRef& stream, const char* function)
{
    for (DeviceEntry& entry : entries_) {
        requireAlive(entry, function, "its streams cannot be used");
        Device& device = *entry.device;
        const StreamId caller = stream.handle() ? StreamId(stream.handle()) : device.defaultStream();
        // Asked first, since any other question would spoil the capture.
        if (device.capturing(caller)) {
            CV_Error_(Error::StsBadArg, ("%s: stream %p is being captured into a graph, which is not supported; end "
                                         "the capture first",
                                         function, stream.handle()));
        }
        if (device.owns(caller))
            return &entry;
    }
    CV_Error_(Error::StsBadArg, ("%s: stream %p belongs to no device of this Striper, which uses %s", function,
                                 stream.handle(), deviceList().c_str()));
}

void Striper::Impl::requireAlive(const DeviceEntry& entry, const char* function, const char* why) const
{
    if (!entry.device->alive()) {
        CV_Error_(Error::GpuApiCallError, ("%s: the context of device %d is dead after an earlier error, so %s; images "
                                           "in host memory are still converted",
                                           function, entry.device->number(), why));
    }
}

String Striper::Impl::deviceList() const
{
    String list;
    for (const DeviceEntry& entry : entries_)
        list += (list.empty() ? "device " : ", ") + std::to_string(entry.device->number());
    return list.empty() ? "no device" : list;
}

// CUDA does not survive a fork: without this the child would hang in its first call.
void Striper::Impl::checkProcess() const
{
    if (!entries_.empty() && getpid() != process_) {
        CV_Error(Error::StsError,
                 "cudastripe: this Striper uses a GPU and was made before fork(); a child process "
                 "cannot use it, make a new one there");
    }
}

}}  // namespace cv::cudastripe
