// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The interface to a device: the calls that a lane makes, on CUDA or simulated.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

#include "../op/kernel_ref.hpp"
#include "graph_capture.hpp"
#include "opencv2/core.hpp"
#include "opencv2/cudastripe/detail/memory_kind.hpp"
#include "opencv2/cudastripe/route.hpp"
#include "opencv2/cudastripe/timeline.hpp"

namespace cv { namespace cudastripe {

//! A stream or an event of a device, as two types that cannot be mixed up. A StreamId has no value for "no stream".
template <class Kind>
class DeviceHandle
{
public:
    explicit DeviceHandle(void* value) : value_(value) {}
    void* get() const { return value_; }

private:
    void* value_;
};

using StreamId = DeviceHandle<struct StreamKind>;
using EventId = DeviceHandle<struct EventKind>;

//! What a device knows of an address.
struct MemoryInfo
{
    MemoryKind kind = MemoryKind::Pageable;
    int device = -1;             //!< the number of the device that owns it, if kind is Device
    bool kernelsReach = false;   //!< page-locked: kernels can use the same address
    size_t sizeBytes = 0;        //!< this holds for so many bytes from the address on; 0 if that is not known
    size_t bytesBefore = 0;      //!< and for so many bytes before the address
    bool mayBeCombined = false;  //!< it may be write-combined: Device::hostMayRead() says whether it is
    bool managed = false;
    const void* context = nullptr;  //!< the context in which the memory was allocated; null if that is not known
    bool otherContext = false;      //!< the context is one of this device, but not the one that the library uses
};

//! What a caller's stream is to a device.
enum class StreamOwner
{
    ThisDevice,
    OtherContext,  //!< on this device, but in another context: kernels and events of ours cannot go there
    Others,        //!< a stream of another device
};

//! Facts that do not change as long as a device is open.
struct DeviceFacts
{
    int number = 0;
    String name;
    int architecture = 0;      //!< of CUDA code, such as 90; 0 if it runs none
    String busId;              //!< differs between two devices of one name
    bool emulates = false;     //!< runs the host form of kernels, so it needs no compiled ones
    bool watchesHost = false;  //!< wants calls of hostAccess(), hostWork() and hostLoop()
    bool waitsAsleep = false;  //!< threads that wait for it should sleep
    int hostThreads = 0;       //!< CPU threads that may work for a call at once; 0: as many as OpenCV uses
};

//! Memory without gaps, as one row.
inline PlaneView lineOf(void* memory, size_t sizeBytes)
{
    const auto bytes = static_cast<int64>(sizeBytes);
    return {static_cast<uchar*>(memory), bytes, bytes};
}

//! Seconds on the clock of the CPU.
CV_EXPORTS double hostSeconds();

/** @brief The calls that a lane makes. Copies, launches, records and waits are enqueued and return at once.

All members may be called by any thread at any time. Failures throw cv::Exception with code Error::GpuApiCallError. */
class CV_EXPORTS Device
{
public:
    explicit Device(DeviceFacts facts) : facts_(std::move(facts)) {}
    virtual ~Device() = default;

    const DeviceFacts& facts() const { return facts_; }
    int number() const { return facts_.number; }
    int hostThreads() const { return facts_.hostThreads > 0 ? facts_.hostThreads : std::max(1, getNumThreads()); }
    //! Allocations, streams and events made so far.
    std::uint64_t created() const { return created_; }

    // Its context, and the contexts of callers.

    //! False after an error that the device's context cannot recover from, and after a reset.
    virtual bool alive() const = 0;
    //! True if its context was reset, so that its handles are invalid. Asks the driver, and so updates alive().
    virtual bool wasReset() { return false; }
    //! Makes the device's context current on the calling thread until leave(), so that calls in between cost less.
    virtual void enter() {}
    virtual void leave() noexcept {}
    //! Loads all kernels, so that no launch has to.
    virtual void preload() {}
    virtual StreamOwner ownerOf(StreamId caller) = 0;
    //! The graph into which the stream is being captured; null if it is not.
    virtual std::unique_ptr<GraphCapture> capture(StreamId caller) = 0;
    //! A number that no other stream of the process ever has. A handle is no such number: CUDA uses handles again, and
    //! the handle of the per-thread default stream means another stream in each thread.
    virtual std::uint64_t identity(StreamId caller) = 0;
    //! The stream that is meant if a caller names none.
    virtual StreamId defaultStream() = 0;
    //! Work that is enqueued on `later` from now on starts after the work that is on `earlier` now. One of the streams
    //! may belong to another context. Do not call it between enter() and leave(): a default stream is that of the
    //! current context.
    virtual void order(StreamId later, StreamId earlier) = 0;
    //! Waits for the default stream of the current context, if that context is another one on this device.
    virtual void awaitCallersDefaultStream() {}

    // Memory, streams and events.

    virtual MemoryInfo classify(const void* address) = 0;
    //! False for page-locked memory that is write-combined, which a CPU reads very slowly.
    virtual bool hostMayRead(const void*) { return true; }
    //! Device memory, or page-locked memory that kernels reach; null if there is not enough.
    virtual void* allocate(MemoryKind kind, size_t sizeBytes) = 0;
    virtual void free(MemoryKind kind, void* memory) noexcept = 0;
    //! A stream that does not wait for the default stream. Timelines and profilers show the name, a literal.
    virtual StreamId createStream(const char* name) = 0;
    virtual void destroyStream(StreamId stream) noexcept = 0;
    //! @param timed true if elapsed() is to work for it.
    virtual EventId createEvent(const char* name, bool timed = false) = 0;
    virtual void destroyEvent(EventId event) noexcept = 0;

    // Work on streams.

    //! @param stage Upload or Download.
    virtual void copy(StreamId stream, Stage stage, const PlaneView& dst, const PlaneView& src, int64 rows) = 0;
    void copyUp(StreamId stream, const PlaneView& dst, const PlaneView& src, int64 rows)
    {
        copy(stream, Stage::Upload, dst, src, rows);
    }
    void copyDown(StreamId stream, const PlaneView& dst, const PlaneView& src, int64 rows)
    {
        copy(stream, Stage::Download, dst, src, rows);
    }
    //! Several copies. They may run in any order.
    virtual void copyPieces(StreamId stream, Stage stage, const PieceCopy* first, const PieceCopy* last)
    {
        for (const PieceCopy* piece = first; piece != last; ++piece)
            copy(stream, stage, piece->dst, piece->src, piece->rows);
    }
    virtual void launch(StreamId stream, const KernelRef& kernel) = 0;
    virtual void record(EventId event, StreamId stream) = 0;
    virtual void wait(StreamId stream, EventId event) = 0;
    //! True if the work before the latest record of the event is complete, or if the event was never recorded.
    virtual bool passed(EventId event) = 0;
    //! True if the stream has nothing left to do.
    virtual bool idle(StreamId stream) = 0;
    //! Seconds between two timed events that have passed.
    virtual double elapsed(EventId first, EventId last) = 0;
    //! For timelines: the copies and the launch that follow on the stream belong to this stripe.
    virtual void mark(StreamId, int /*stripe*/) {}

    // What the host does, and when. A device in virtual time simulates the host, too.

    //! A call begins that may use the device.
    virtual void beginCall() {}
    //! The host is about to read or write memory that the device also uses.
    virtual void hostAccess(const PlaneView&, int64 /*rows*/, bool /*write*/) {}
    //! Runs work of the host that reads and writes `bytes` bytes, on the calling thread.
    //! @param stage StageIn or StageOut of a stripe, or RunHost.
    virtual void hostWork(Stage /*stage*/, int /*stripe*/, double /*bytes*/, const std::function<void()>& work)
    {
        work();
    }
    //! The result of one step of a host loop.
    enum class Step
    {
        Worked,
        Waits,  //!< for work in flight or for another thread
        Done,
    };
    //! Runs the step again and again, on up to `threads` threads of cv::parallel_for_, until each has seen Done.
    virtual void hostLoop(int threads, const std::function<Step()>& step);
    //! True if the rates are known without measuring; then it sets them.
    virtual bool knowsRates(LinkRates&, HostRates&) const { return false; }
    //! Seconds on the device's clock, which never goes back.
    virtual double now() const { return hostSeconds(); }
    //! A clock of the calling thread alone, which stands still while the thread has lost its processor.
    virtual double ranSeconds() const { return now(); }

protected:
    DeviceFacts facts_;
    std::atomic<std::uint64_t> created_{0};
};

//! The host loop of real threads; needs no device.
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
