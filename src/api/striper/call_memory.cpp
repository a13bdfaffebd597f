// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Where the memory of a call lies, and to which device it binds the call.

#include "call_opener.hpp"

namespace cv { namespace cudastripe {
namespace {

// Kernels, unlike CPUs, cannot load a value whose address is not a multiple of its size.
void requireAlignment(const ImageAccess& image, const char* function)
{
    if (!image.aligned()) {
        CV_Error_(Error::StsBadArg,
                  ("%s: %s lies on a device at %p with a step of %lld; both must be multiples of %d", function,
                   image.argument, image.plane.base, (long long)image.plane.step, int(image.alignment)));
    }
}

}  // namespace

MemoryInfo CallOpener::addMemory(const ImageAccess& image, CallMemory::List& memory)
{
    const MemoryInfo place = placeOf(image);
    addKind(image, place.kind, memory);
    opened_.kernelsReach =
        opened_.kernelsReach && (place.kind != MemoryKind::PageLocked || (place.kernelsReach && image.aligned()));
    const bool pageable = place.kind == MemoryKind::Pageable;
    opened_.allPageable = opened_.allPageable && pageable;
    requireCapturable(image, pageable);
    return place;
}

// All images of a batch count as one kind of memory: pageable if one of them is.
void CallOpener::addKind(const ImageAccess& image, MemoryKind kind, CallMemory::List& memory) const
{
    if (!call_.batch || memory.empty()) {
        for (size_t i = 0; i < (call_.batch ? 1 : image.partCount()); ++i)
            memory.push_back(kind);
    } else if ((memory[0] == MemoryKind::Device) != (kind == MemoryKind::Device)) {
        CV_Error_(Error::StsBadArg,
                  ("%s: %s lies %s, unlike that of image 0; all of them must lie on a device, or "
                   "all in host memory",
                   call_.function, image.argument, kind == MemoryKind::Device ? "on a device" : "in host memory"));
    } else if (kind == MemoryKind::Pageable) {
        memory[0] = kind;
    }
}

void CallOpener::addInput(const ImageAccess& image)
{
    if (addMemory(image, opened_.memory.in).mayBeCombined)
        opened_.mayBeCombined.push_back(image.firstByte());
}

// Drivers answer slowly, so the last answer is used again: images often share an allocation, and small ones a page.
MemoryInfo CallOpener::classify(const uchar* address)
{
    const std::uintptr_t distance =
        reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(asked_);
    if (distance < answer_.sizeBytes) {
        MemoryInfo info = answer_;
        info.sizeBytes -= distance;
        return info;
    }
    for (const auto& entry : *devices_) {
        if (!entry->device->alive())
            continue;
        const MemoryInfo info = entry->device->classify(address);
        if (info.kind == MemoryKind::Pageable)
            continue;
        asked_ = address - info.bytesBefore;
        answer_ = info;
        answer_.sizeBytes += info.bytesBefore;
        return info;
    }
    return MemoryInfo();
}

// A copy must not cross the end of an allocation, even if the next one begins there. An image that begins in pageable
// memory is pageable, wherever it ends. If the driver does not say where allocations end, the kinds of memory of the
// first and the last byte must be equal.
MemoryInfo CallOpener::placeOf(const ImageAccess& image)
{
    MemoryInfo first = classify(image.firstByte());
    if (first.kind != MemoryKind::Pageable && image.range().sizeBytes() > first.sizeBytes) {
        const MemoryInfo last = classify(image.lastByte());
        const bool known = first.sizeBytes > 0 || last.sizeBytes > 0;
        const bool whole = !known && first.kind == last.kind && first.managed == last.managed;
        if (!whole && (first.kind == MemoryKind::Device || last.kind == MemoryKind::Device)) {
            CV_Error_(Error::StsBadArg, ("%s: %s at %p lies on a device, but not in one allocation; give memory of one",
                                         call_.function, image.argument, image.plane.base));
        }
        first.kernelsReach = first.kernelsReach && last.kernelsReach;
        if (!whole)
            first = MemoryInfo();
    }
    if (first.kind == MemoryKind::Device)
        bindMemory(image, first);
    if (first.kind != MemoryKind::Pageable)
        return first;
    if (image.isGpuMat) {
        for (const auto& entry : *devices_)
            requireAlive(*entry, call_.function, "a GpuMat cannot be reached");
        CV_Error_(Error::StsBadArg, ("%s: %s is a GpuMat whose memory is on no device of this Striper, which uses %s",
                                     call_.function, image.argument, deviceNames(*devices_).c_str()));
    }
    return MemoryInfo();
}

void CallOpener::bindMemory(const ImageAccess& image, const MemoryInfo& place)
{
    const char* const function = call_.function;
    if (place.otherContext) {
        CV_Error_(Error::StsBadArg, ("%s: %s lies on device %d in another context than its primary one; allocate it "
                                     "there, or give host memory",
                                     function, image.argument, place.device));
    }
    const auto entry = std::find_if(devices_->begin(), devices_->end(), [&](const std::shared_ptr<DeviceEntry>& e) {
        return e->device->number() == place.device;
    });
    if (entry == devices_->end()) {
        CV_Error_(Error::StsBadArg, ("%s: %s lies on device %d, but this Striper uses %s", function, image.argument,
                                     place.device, deviceNames(*devices_).c_str()));
    }
    if (bound_ && bound_ != entry->get() && opened_.streamGiven) {
        CV_Error_(Error::StsBadArg, ("%s: the stream belongs to device %d, but %s lies on device %d", function,
                                     bound_->device->number(), image.argument, place.device));
    }
    if (bound_ && bound_ != entry->get()) {
        CV_Error_(Error::StsBadArg, ("%s: %s lies on device %d, but the call is bound to device %d by its other "
                                     "image",
                                     function, image.argument, place.device, bound_->device->number()));
    }
    bound_ = entry->get();
    requireAlignment(image, function);
}

const std::shared_ptr<DeviceEntry>& streamOwner(const DeviceList& devices, const StreamRef& stream,
                                                const char* function, StreamOwner& owner)
{
    for (const auto& entry : devices) {
        Device& device = *entry->device;
        if (!device.alive())
            continue;
        const StreamId caller = stream.handle() ? StreamId(stream.handle()) : device.defaultStream();
        owner = device.ownerOf(caller);
        if (owner != StreamOwner::Others)
            return entry;
    }
    for (const auto& entry : devices)
        requireAlive(*entry, function, "its streams cannot be used");
    CV_Error_(Error::StsBadArg, ("%s: stream %p belongs to no device of this Striper, which uses %s; give %s", function,
                                 stream.handle(), deviceNames(devices).c_str(),
                                 devices.empty() ? "none, or the null stream"
                                                 : "a stream of these, or a Striper of the stream's device"));
}

// The null stream means the default streams of the Striper's devices.
bool isNoStream(const DeviceList& devices, const StreamRef& stream)
{
    return !stream.handle() && devices.empty();
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
