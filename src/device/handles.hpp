// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Owners of a device's streams, events and memory.

#pragma once

#include <memory>

#include "device.hpp"

namespace cv { namespace cudastripe {

//! Owns a stream or an event.
template <class Id, void (Device::*destroy)(Id) noexcept>
class OwnedHandle
{
public:
    ~OwnedHandle() { (device_.*destroy)(id_); }
    OwnedHandle(const OwnedHandle&) = delete;
    OwnedHandle& operator=(const OwnedHandle&) = delete;
    operator Id() const { return id_; }
    Id id() const { return id_; }

protected:
    OwnedHandle(Device& device, Id id) : device_(device), id_(id) {}

private:
    Device& device_;
    Id id_;
};

struct OwnedStream : OwnedHandle<StreamId, &Device::destroyStream>
{
    OwnedStream(Device& device, const char* name) : OwnedHandle(device, device.createStream(name)) {}
};

struct OwnedEvent : OwnedHandle<EventId, &Device::destroyEvent>
{
    OwnedEvent(Device& device, const char* name, bool timed = false)
        : OwnedHandle(device, device.createEvent(name, timed))
    {
    }
};

//! Owns device memory or page-locked memory; nothing if there was not enough.
class OwnedMemory
{
public:
    enum Place
    {
        OnDevice,
        PageLocked
    };

    OwnedMemory() = default;
    OwnedMemory(Device& device, Place place, size_t sizeBytes) : sizeBytes_(sizeBytes)
    {
        const MemoryKind kind = place == OnDevice ? MemoryKind::Device : MemoryKind::PageLocked;
        if (sizeBytes > 0)
            memory_ = {device.allocate(kind, sizeBytes), Free{&device, kind}};
    }

    uchar* get() const { return static_cast<uchar*>(memory_.get()); }
    size_t sizeBytes() const { return memory_ ? sizeBytes_ : 0; }

private:
    struct Free
    {
        Device* device;
        MemoryKind kind;

        void operator()(void* memory) const noexcept { device->free(kind, memory); }
    };

    std::unique_ptr<void, Free> memory_{nullptr, Free()};
    size_t sizeBytes_ = 0;
};

}}  // namespace cv::cudastripe
