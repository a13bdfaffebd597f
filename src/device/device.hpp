// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DEVICE_HPP
#define OPENCV_CUDASTRIPE_DEVICE_HPP

#include <atomic>
#include <cstdint>

#include "../op/kernel_ref.hpp"
#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! A stream of a device. Never absent: there is no value for "no stream".
class StreamId
{
public:
    explicit StreamId(void* value) : value_(value) {}
    void* get() const { return value_; }

private:
    void* value_;
};

//! An event of a device.
class EventId
{
public:
    explicit EventId(void* value) : value_(value) {}
    void* get() const { return value_; }

private:
    void* value_;
};

enum class MemoryKind
{
    Pageable,
    PageLocked,
    Device,
};

//! What a device knows of an address.
struct MemoryInfo
{
    MemoryKind kind = MemoryKind::Pageable;
    int device = -1;            //!< the number of the device that owns it, if kind is Device
    bool kernelsReach = false;  //!< page-locked: kernels can use the same address
    bool hostMayRead = true;    //!< false for write-combined memory, which a CPU reads very slowly
};

/** @brief The calls that a lane makes. Copies, launches, records and waits are enqueued and return at once.

All members may be called by any thread at any time. Failures throw cv::Exception with code Error::GpuApiCallError. */
class CV_EXPORTS Device
{
public:
    virtual ~Device();

    virtual int number() const = 0;
    virtual String name() const = 0;
    //! False after an error that the device's context cannot recover from.
    virtual bool alive() const = 0;

    virtual MemoryInfo classify(const void* address) = 0;
    //! True if the stream belongs to this device.
    virtual bool owns(StreamId caller) = 0;
    //! True if the stream is being captured into a graph.
    virtual bool capturing(StreamId caller) = 0;
    //! The stream of callers who name none.
    virtual StreamId defaultStream() = 0;
    //! Loads all kernels, so that no launch has to.
    virtual void preload() = 0;

    //! Null if there is not enough memory.
    virtual void* allocate(size_t sizeBytes) = 0;
    virtual void free(void* memory) noexcept = 0;
    //! Page-locked host memory that kernels reach; null if there is not enough.
    virtual void* allocatePageLocked(size_t sizeBytes) = 0;
    virtual void freePageLocked(void* memory) noexcept = 0;
    //! A stream that does not wait for the default stream.
    virtual StreamId createStream() = 0;
    virtual void destroyStream(StreamId stream) noexcept = 0;
    virtual EventId createEvent() = 0;
    virtual void destroyEvent(EventId event) noexcept = 0;

    virtual void copyUp(StreamId stream, const PlaneView& dst, const PlaneView& src, int64 rows) = 0;
    virtual void copyDown(StreamId stream, const PlaneView& dst, const PlaneView& src, int64 rows) = 0;
    virtual void launch(StreamId stream, const KernelRef& kernel) = 0;
    virtual void record(EventId event, StreamId stream) = 0;
    virtual void wait(StreamId stream, EventId event) = 0;
    //! True if the work before the latest record of the event is complete; also if it was never recorded.
    virtual bool passed(EventId event) = 0;
    //! True if the stream has nothing left to do.
    virtual bool idle(StreamId stream) = 0;

    //! The host is about to read or write memory that the device also uses.
    virtual void hostAccess(const PlaneView& view, int64 rows, bool write);

    //! Allocations, streams and events made so far.
    std::uint64_t created() const { return created_; }

protected:
    std::atomic<std::uint64_t> created_{0};
};

}}  // namespace cv::cudastripe

#endif
