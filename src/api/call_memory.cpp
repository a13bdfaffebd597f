// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "striper_impl.hpp"

// Where the memory of a call lies, and to which device it binds the call.

namespace cv { namespace cudastripe {
namespace {

// Kernels cannot load a value that lies across its own size, which CPUs can.
void requireAlignment(const ImageAccess& image, const char* function)
{
    if (!image.aligned()) {
        CV_Error_(Error::StsBadArg,
                  ("%s: %s lies on a device at %p with a step of %lld; both must be multiples of %d", function,
                   image.argument, image.plane.base, (long long)image.plane.step, int(image.alignment)));
    }
}

}  // namespace

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

bool Striper::Impl::hostMayRead(const uchar* address)
{
    return std::all_of(entries_.begin(), entries_.end(), [&](const DeviceEntry& entry) {
        return !entry.device->alive() || entry.device->hostMayRead(address);
    });
}

MemoryInfo Striper::Impl::placeOf(const ImageAccess& image, const char* function, DeviceEntry*& bound, Opened& opened)
{
    MemoryInfo first, last;
    bool partly = false;
    const auto ask = [&] {
        first = classify(image.firstByte());
        const auto distance = static_cast<size_t>(image.lastByte() - image.firstByte());
        // What begins in ordinary memory is ordinary, however it ends.
        const bool known = first.kind == MemoryKind::Pageable || distance < first.sizeBytes;
        last = known ? first : classify(image.lastByte());
    };
    auto registered = registrations_->find(image.range(), opened.number, partly, std::cref(ask));
    if (registered) {
        MemoryInfo info = registered->info;
        info.mayBeCombined = false;  // it was ordinary
        opened.registered.push_back(std::move(registered));
        return info;
    }
    if (partly)
        return MemoryInfo();
    if ((first.kind == MemoryKind::Device) != (last.kind == MemoryKind::Device)) {
        CV_Error_(Error::StsBadArg, ("%s: %s starts at %p on a device, or ends there, but not both", function,
                                     image.argument, image.plane.base));
    }
    if (first.kind == MemoryKind::Device) {
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
            requireAlignment(image, function);
            return first;
        }
        CV_Error_(Error::StsBadArg, ("%s: %s lies on device %d, but this Striper uses %s", function, image.argument,
                                     first.device, deviceList().c_str()));
    }
    if (first.kind == MemoryKind::PageLocked && last.kind == MemoryKind::PageLocked) {
        MemoryInfo whole = first;
        whole.kernelsReach = first.kernelsReach && last.kernelsReach;
        return whole;
    }
    if (image.isGpuMat) {
        for (DeviceEntry& entry : entries_)
            requireAlive(entry, function, "a GpuMat cannot be reached");
        CV_Error_(Error::StsBadArg, ("%s: %s is a GpuMat whose memory is on no device of this Striper, which uses %s",
                                     function, image.argument, deviceList().c_str()));
    }
    return MemoryInfo();
}

DeviceEntry* Striper::Impl::streamOwner(const StreamRef& stream, const char* function)
{
    for (DeviceEntry& entry : entries_) {
        Device& device = *entry.device;
        if (!device.alive())
            continue;
        const StreamId caller = stream.handle() ? StreamId(stream.handle()) : device.defaultStream();
        // Asked first: what is enqueued would become a part of the graph.
        if (device.capturing(caller)) {
            CV_Error_(Error::StsBadArg, ("%s: stream %p is being captured into a graph, which is not supported; end "
                                         "the capture first",
                                         function, stream.handle()));
        }
        if (device.owns(caller))
            return &entry;
    }
    for (DeviceEntry& entry : entries_)
        requireAlive(entry, function, "its streams cannot be used");
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

}}  // namespace cv::cudastripe
