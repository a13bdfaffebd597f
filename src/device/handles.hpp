// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <utility>

#include "device.hpp"

namespace cv { namespace cudastripe {

//! Owns a stream.
class OwnedStream
{
public:
    OwnedStream(Device& device, const char* name) : device_(device), id_(device.createStream(name)) {}
    ~OwnedStream() { device_.destroyStream(id_); }
    OwnedStream(const OwnedStream&) = delete;
    OwnedStream& operator=(const OwnedStream&) = delete;
    operator StreamId() const { return id_; }

private:
    Device& device_;
    StreamId id_;
};

//! Owns an event.
class OwnedEvent
{
public:
    OwnedEvent(Device& device, const char* name) : device_(device), id_(device.createEvent(name)) {}
    ~OwnedEvent() { device_.destroyEvent(id_); }
    OwnedEvent(const OwnedEvent&) = delete;
    OwnedEvent& operator=(const OwnedEvent&) = delete;
    operator EventId() const { return id_; }
    EventId id() const { return id_; }

protected:
    OwnedEvent(Device& device, EventId id) : device_(device), id_(id) {}

private:
    Device& device_;
    EventId id_;
};

//! Owns an event that tells when it passed.
class OwnedTimer : public OwnedEvent
{
public:
    OwnedTimer(Device& device, const char* name) : OwnedEvent(device, device.createTimer(name)) {}
};

//! Owns device memory, or page-locked memory; or nothing, if there was not enough.
class OwnedMemory
{
public:
    enum Place
    {
        OnDevice,
        PageLocked
    };

    OwnedMemory() = default;
    OwnedMemory(Device& device, Place place, size_t sizeBytes) : device_(&device), place_(place), sizeBytes_(sizeBytes)
    {
        if (sizeBytes > 0)
            memory_ = place == OnDevice ? device.allocate(sizeBytes) : device.allocatePageLocked(sizeBytes);
        if (!memory_)
            sizeBytes_ = 0;
    }
    OwnedMemory(OwnedMemory&& other) noexcept { swap(other); }
    OwnedMemory& operator=(OwnedMemory&& other) noexcept
    {
        OwnedMemory moved(std::move(other));
        swap(moved);
        return *this;
    }
    ~OwnedMemory()
    {
        if (memory_)
            place_ == OnDevice ? device_->free(memory_) : device_->freePageLocked(memory_);
    }

    uchar* get() const { return static_cast<uchar*>(memory_); }
    size_t sizeBytes() const { return sizeBytes_; }

private:
    void swap(OwnedMemory& other) noexcept
    {
        std::swap(device_, other.device_);
        std::swap(place_, other.place_);
        std::swap(memory_, other.memory_);
        std::swap(sizeBytes_, other.sizeBytes_);
    }

    Device* device_ = nullptr;
    Place place_ = OnDevice;
    void* memory_ = nullptr;
    size_t sizeBytes_ = 0;
};

}}  // namespace cv::cudastripe
