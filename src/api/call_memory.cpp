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

MemoryInfo Striper::Impl::addEnds(const Call& call, const ImageAccess& image, std::vector<End>& ends, Opened& opened)
{
    const size_t registered = opened.registered.size();
    const MemoryInfo place = placeOf(image, call.function, opened);
    ends.insert(ends.end(), image.partCount(),
                place.kind == MemoryKind::Device       ? End::Device
                : place.kind == MemoryKind::PageLocked ? End::PageLocked
                                                       : End::Ordinary);
    opened.kernelsReach =
        opened.kernelsReach && (place.kind != MemoryKind::PageLocked || (place.kernelsReach && image.aligned()));
    const bool ordinary = place.kind == MemoryKind::Pageable || opened.registered.size() > registered;
    opened.allOrdinary = opened.allOrdinary && ordinary;
    return place;
}

void Striper::Impl::addInput(const Call& call, const ImageAccess& image, Opened& opened)
{
    if (addEnds(call, image, opened.ends.in, opened).mayBeCombined)
        opened.mayBeCombined.push_back(image.firstByte());
}

void Striper::Impl::addOutput(const Call& call, const ImageAccess& image, Opened& opened)
{
    addEnds(call, image, opened.ends.out, opened);
}

MemoryInfo Striper::Impl::classify(const DeviceList& devices, const uchar* address)
{
    for (const auto& entry : devices) {
        if (!entry->device->alive())
            continue;
        const MemoryInfo info = entry->device->classify(address);
        if (info.kind != MemoryKind::Pageable)
            return info;
    }
    return MemoryInfo();
}

bool Striper::Impl::hostMayRead(const DeviceList& devices, const uchar* address)
{
    return std::all_of(devices.begin(), devices.end(), [&](const std::shared_ptr<DeviceEntry>& entry) {
        return !entry->device->alive() || entry->device->hostMayRead(address);
    });
}

MemoryInfo Striper::Impl::placeOf(const ImageAccess& image, const char* function, Opened& opened)
{
    const DeviceList& devices = *opened.devices;
    MemoryInfo first, last;
    bool partly = false;
    const auto ask = [&] {
        first = classify(devices, image.firstByte());
        const auto distance = static_cast<size_t>(image.lastByte() - image.firstByte());
        // What begins in ordinary memory is ordinary, however it ends.
        const bool known = first.kind == MemoryKind::Pageable || distance < first.sizeBytes;
        last = known ? first : classify(devices, image.lastByte());
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
        bindMemory(image, function, first, opened);
        return first;
    }
    if (first.kind == MemoryKind::PageLocked && last.kind == MemoryKind::PageLocked) {
        MemoryInfo whole = first;
        whole.kernelsReach = first.kernelsReach && last.kernelsReach;
        return whole;
    }
    if (image.isGpuMat) {
        for (const auto& entry : devices)
            requireAlive(*entry, function, "a GpuMat cannot be reached");
        CV_Error_(Error::StsBadArg, ("%s: %s is a GpuMat whose memory is on no device of this Striper, which uses %s",
                                     function, image.argument, deviceNames(devices).c_str()));
    }
    return MemoryInfo();
}

void Striper::Impl::bindMemory(const ImageAccess& image, const char* function, const MemoryInfo& place, Opened& opened)
{
    if (place.otherContext) {
        CV_Error_(Error::StsBadArg, ("%s: %s lies on device %d in another context than its primary one; allocate it "
                                     "there, or give host memory",
                                     function, image.argument, place.device));
    }
    for (const auto& entry : *opened.devices) {
        if (entry->device->number() != place.device)
            continue;
        if (opened.bound && opened.bound != entry.get() && opened.streamGiven) {
            CV_Error_(Error::StsBadArg, ("%s: the stream belongs to device %d, but %s lies on device %d", function,
                                         opened.bound->device->number(), image.argument, place.device));
        }
        if (opened.bound && opened.bound != entry.get()) {
            CV_Error_(Error::StsBadArg, ("%s: %s lies on device %d, but the call is bound to device %d by its other "
                                         "image",
                                         function, image.argument, place.device, opened.bound->device->number()));
        }
        opened.bound = entry.get();
        requireAlignment(image, function);
        return;
    }
    CV_Error_(Error::StsBadArg, ("%s: %s lies on device %d, but this Striper uses %s", function, image.argument,
                                 place.device, deviceNames(*opened.devices).c_str()));
}

std::shared_ptr<DeviceEntry> streamOwner(const DeviceList& devices, const StreamRef& stream, const char* function,
                                         StreamOwner& owner)
{
    for (const auto& entry : devices) {
        Device& device = *entry->device;
        if (!device.alive())
            continue;
        const StreamId caller = stream.handle() ? StreamId(stream.handle()) : device.defaultStream();
        owner = device.ownerOf(caller);
        if (owner == StreamOwner::Others)
            continue;
        // What is enqueued would become a part of the graph.
        if (device.capturing(caller)) {
            CV_Error_(Error::StsBadArg, ("%s: stream %p is being captured into a graph, which is not supported; end "
                                         "the capture first",
                                         function, stream.handle()));
        }
        return entry;
    }
    for (const auto& entry : devices)
        requireAlive(*entry, function, "its streams cannot be used");
    CV_Error_(Error::StsBadArg, ("%s: stream %p belongs to no device of this Striper, which uses %s", function,
                                 stream.handle(), deviceNames(devices).c_str()));
}

void requireAlive(const DeviceEntry& entry, const char* function, const char* why)
{
    if (!entry.device->alive()) {
        CV_Error_(Error::GpuApiCallError, ("%s: the context of device %d is dead after an earlier error, so %s; images "
                                           "in host memory are still converted",
                                           function, entry.device->number(), why));
    }
}

String deviceNames(const DeviceList& devices)
{
    String list;
    for (const auto& entry : devices)
        list += (list.empty() ? "device " : ", ") + std::to_string(entry->device->number());
    return list.empty() ? "no device" : list;
}

}}  // namespace cv::cudastripe
