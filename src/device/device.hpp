// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "../op/kernel_ref.hpp"
#include "opencv2/core.hpp"
#include "opencv2/cudastripe/memory_kind.hpp"
#include "opencv2/cudastripe/rates.hpp"
#include "opencv2/cudastripe/timeline.hpp"

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

//! What a device knows of an address.
struct MemoryInfo
{
    MemoryKind kind = MemoryKind::Pageable;
    int device = -1;             //!< the number of the device that owns it, if kind is Device
    bool kernelsReach = false;   //!< page-locked: kernels can use the same address
    size_t sizeBytes = 0;        //!< so many bytes from the address on are alike; 0 if that is not known
    bool mayBeCombined = false;  //!< write-combined, which Device::hostMayRead() knows
    bool managed = false;
    const void* context = nullptr;  //!< that it was allocated in, if that is known
    bool otherContext = false;      //!< on the device that was asked, but in a context whose memory it does not reach
};

//! To whom a caller's stream belongs.
enum class StreamOwner
{
    ThisDevice,
    OtherContext,  //!< on this device: its context has no common streams and events with the one that is used here
    Others,
};

/** @brief The calls that a lane makes. Copies, launches, records and waits are enqueued and return at once.

All members may be called by any thread at any time. Failures throw cv::Exception with code Error::GpuApiCallError. */
class CV_EXPORTS Device
{
public:
    virtual ~Device();

    virtual int number() const = 0;
    virtual String name() const = 0;
    //! Where it is connected: two devices of one name have different ones.
    virtual String busId() const { return "bus " + std::to_string(number()); }
    //! False after an error that the device's context cannot recover from, and after a reset.
    virtual bool alive() const = 0;
    //! True if its context was reset, so that all its handles name nothing any more. Looks at once, and so a call that
    //! begins with it knows what has happened to the context.
    virtual bool wasReset();
    //! True if threads that wait for it should sleep.
    virtual bool waitsAsleep() const;

    virtual MemoryInfo classify(const void* address) = 0;
    //! False for page-locked memory that is write-combined, which a CPU reads very slowly.
    virtual bool hostMayRead(const void* address);
    virtual StreamOwner ownerOf(StreamId caller) = 0;
    //! A number that no other stream of the process ever has. Handles come again, and one stands for the default stream
    //! of whichever thread asks.
    virtual std::uint64_t identity(StreamId caller) = 0;
    //! Orders a stream of the device behind what is on a stream of another context; outside of enter() and leave(),
    //! since a default stream is that of the context that is current.
    virtual void orderBehindOther(StreamId stream, StreamId other);
    //! Orders such a stream behind an event of the device, likewise.
    virtual void orderOtherBehind(StreamId other, EventId event);
    //! Waits for the default stream of the context that is current, if that is another one on this device.
    virtual void awaitCallersDefaultStream();
    //! True if the stream is being captured into a graph.
    virtual bool capturing(StreamId caller) = 0;
    //! True if it runs the host form of kernels, so that it needs no compiled ones.
    virtual bool emulates() const { return false; }
    //! True if it is to be told what the host does, by hostAccess() and hostRun(), and runs its loops.
    virtual bool watchesHost() const { return false; }
    //! The calling thread will ask and enqueue, and others may allocate for it, until leave().
    virtual void enter();
    virtual void leave() noexcept;
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
    //! Page-locks pageable memory, for all devices; false if the driver refuses, as it does where a byte is page-locked
    //! already.
    virtual bool registerMemory(void* address, size_t sizeBytes);
    //! May wait for what runs on the device.
    virtual void unregisterMemory(void* address) noexcept;
    //! A stream that does not wait for the default stream. The name, a literal, is what timelines and profilers show.
    virtual StreamId createStream(const char* name) = 0;
    virtual void destroyStream(StreamId stream) noexcept = 0;
    virtual EventId createEvent(const char* name) = 0;
    //! An event that elapsed() knows the time of.
    virtual EventId createTimer(const char* name);
    virtual void destroyEvent(EventId event) noexcept = 0;

    virtual void copyUp(StreamId stream, const PlaneView& dst, const PlaneView& src, int64 rows) = 0;
    virtual void copyDown(StreamId stream, const PlaneView& dst, const PlaneView& src, int64 rows) = 0;
    virtual void launch(StreamId stream, const KernelRef& kernel) = 0;
    virtual void record(EventId event, StreamId stream) = 0;
    virtual void wait(StreamId stream, EventId event) = 0;
    //! True if the work before the latest record of the event is complete; also if it was never recorded.
    virtual bool passed(EventId event) = 0;
    //! Seconds between two timers that have passed.
    virtual double elapsed(EventId first, EventId last);
    //! True if the stream has nothing left to do.
    virtual bool idle(StreamId stream) = 0;

    //! Says what the copies and the launch belong to that follow on the stream, for timelines.
    virtual void mark(StreamId stream, Stage stage, int stripe);
    //! The host is about to read or write memory that the device also uses.
    virtual void hostAccess(const PlaneView& view, int64 rows, bool write);
    //! Runs a copy that reads and writes so many bytes on the calling thread: a staging stage of a stripe.
    virtual void hostCopy(Stage stage, int stripe, double bytes, const std::function<void()>& copy);
    //! Runs host work on the calling thread that reads and writes so many bytes.
    virtual void hostRun(double bytes, const std::function<void()>& work);
    //! A call begins that may use the device.
    virtual void beginCall();

    //! Host threads that may work for a call at once.
    virtual int hostThreads() const;
    //! What a step of a host loop has come to.
    enum class Step
    {
        Worked,
        Waits,  //!< for work in flight or for another thread
        Done,
    };
    //! Runs the step again and again, on up to `threads` threads of cv::parallel_for_, until each has seen Done.
    virtual void hostLoop(int threads, const std::function<Step()>& step);
    //! True if it knows what it would be measured for.
    virtual bool knowsRates(LinkRates& link, HostRates& host) const;
    //! Seconds on the device's clock, which never goes back.
    virtual double now() const;
    //! The same, but while the calling thread has lost its processor the clock stands still.
    virtual double ranSeconds() const;

    //! Allocations, registrations, streams and events made so far.
    std::uint64_t created() const { return created_; }

protected:
    std::atomic<std::uint64_t> created_{0};
};

//! The host loop of real threads, also where there is no device.
CV_EXPORTS void runHostLoop(int threads, const std::function<Device::Step()>& step, bool waitsAsleep = false);

//! A scope between enter() and leave() of a device.
class DeviceScope
{
public:
    explicit DeviceScope(Device& device) : device_(device) { device_.enter(); }
    ~DeviceScope() { device_.leave(); }
    DeviceScope(const DeviceScope&) = delete;
    DeviceScope& operator=(const DeviceScope&) = delete;

private:
    Device& device_;
};

}}  // namespace cv::cudastripe
