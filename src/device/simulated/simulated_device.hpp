// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A device in plain memory and virtual time, for tests and for predictions.

#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "../device.hpp"
#include "access_history.hpp"
#include "graph.hpp"
#include "memory.hpp"
#include "streams.hpp"
#include "virtual_time.hpp"

namespace cv { namespace cudastripe {

struct SimulatedDeviceParams
{
    int number = 0;
    std::uint64_t seed = 0;  //!< of the order in which streams run
    size_t deviceMemoryBytes = size_t(1) << 32;
    size_t pageLockedBytes = size_t(1) << 32;
    //! With a profile operations take time on its engines, and only one real thread may use the device.
    std::shared_ptr<const DeviceProfile> profile;
    //! Nothing is computed, and no memory is read, written or checked: for timelines alone.
    bool dry = false;
    //! The kind that classify() gives for memory that this device does not know.
    MemoryKind otherMemory = MemoryKind::Pageable;
    //! False: the CPU must not touch managed memory while the device works.
    bool concurrentManagedAccess = true;
};

/** @brief A device in plain memory. Streams are queues. When the host queries an event or a stream, the device runs
some of the operations that may run next, in an order that depends on the seed. It emulates kernels by their own bodies.
It reports every access that no event, stream or wait of the host orders, even if the access did no harm. */
class CV_EXPORTS SimulatedDevice : public Device
{
public:
    explicit SimulatedDevice(const SimulatedDeviceParams& params = SimulatedDeviceParams());

    //! Counts the calls that can fail from now on, from 0, and makes number `call` fail; with `sticky`, all later ones.
    void failAt(std::int64_t call, bool sticky = false);
    std::int64_t calls() const { return calls_; }
    //! Unordered accesses, and other misuse.
    std::vector<String> findings() const { return locked(findings_); }
    //! True if nothing that touches memory is enqueued.
    bool quiet() const;
    //! Runs everything that can run.
    void finish();
    //! Work that is enqueued on the stream from now on waits until open() is called.
    void block(StreamId stream);
    void open() { setLocked(open_, true); }
    //! Until endCapture(), work that is enqueued on the stream becomes a graph. Not with a profile.
    void beginCapture(StreamId stream);
    std::shared_ptr<SimulatedGraph> endCapture(StreamId stream);
    void launch(SimulatedGraph& graph, StreamId stream);
    //! A caller's stream. destroyStream() destroys it.
    StreamId createStream(const char* name, SimulatedStreamKind kind);
    //! The default stream of the thread that uses it.
    static StreamId perThreadStream() { return StreamId(SimulatedStreams::perThreadHandle()); }
    //! Makes another context current, or not: its streams may be used only while it is.
    void setOtherContextCurrent(bool isOther) { otherContextCurrent_ = isOther; }
    //! Its context dies; the next call notices that.
    void die();
    //! Does what cudaDeviceReset() does: all handles become invalid.
    void reset();
    void* allocateManaged(size_t sizeBytes);
    //! Makes memory that this device does not know page-locked, until free().
    void pin(void* memory, size_t sizeBytes);
    //! The records of and waits for events so far, each as "record EVENT on STREAM" or "wait for EVENT on STREAM".
    std::set<String> orderings() const { return locked(orderings_); }
    //! Skips the records or waits of this name from now on. If they were needed, findings() must show it.
    void leaveOut(const String& ordering) { setLocked(leftOut_, ordering); }
    //! How many host threads have used it so far.
    int threads() const { return static_cast<int>(locked(threads_).size()); }
    //! How many staging copies the host has made.
    std::int64_t hostCopies() const { return hostCopies_; }
    //! What ran when; with a profile.
    Timeline timeline() const;

    bool alive() const override { return alive_; }
    bool wasReset() override;
    StreamOwner ownerOf(StreamId caller) override;
    std::unique_ptr<GraphCapture> capture(StreamId caller) override;
    std::uint64_t identity(StreamId caller) override;
    StreamId defaultStream() override { return StreamId(default_); }
    void order(StreamId later, StreamId earlier) override;
    MemoryInfo classify(const void* address) override;
    void* allocate(MemoryKind kind, size_t sizeBytes) override;
    void free(MemoryKind kind, void* memory) noexcept override;
    StreamId createStream(const char* name) override;
    void destroyStream(StreamId stream) noexcept override;
    EventId createEvent(const char* name, bool timed = false) override;
    void destroyEvent(EventId) noexcept override {}
    void copy(StreamId stream, Stage stage, const PlaneView& dst, const PlaneView& src, int64 rows) override;
    void launch(StreamId stream, const KernelRef& kernel) override;
    void record(EventId event, StreamId stream) override;
    void wait(StreamId stream, EventId event) override;
    bool passed(EventId event) override;
    bool idle(StreamId stream) override;
    double elapsed(EventId first, EventId last) override;
    void mark(StreamId stream, int stripe) override;
    void beginCall() override;
    void hostAccess(const PlaneView& view, int64 rows, bool write) override;
    void hostWork(Stage stage, int stripe, double bytes, const std::function<void()>& work) override;
    void hostLoop(int threads, const std::function<Step()>& step) override;
    bool knowsRates(LinkRates& link, HostRates& host) const override;
    double now() const override;
    //! Without a profile nothing takes time.
    double ranSeconds() const override { return time_ ? time_->ran() : 0; }

private:
    friend class SimulatedCapture;
    friend class SimulatedGraph;
    using Lock = std::lock_guard<std::recursive_mutex>;

    //! All host threads are one actor: locks order them.
    static constexpr size_t kHostActor = 0;

    template <class Value>
    Value locked(const Value& member) const
    {
        Lock lock(mutex_);
        return member;
    }
    template <class Value>
    void setLocked(Value& member, const Value& value)
    {
        Lock lock(mutex_);
        member = value;
    }
    void countCall(const char* call);
    bool leftOut(const String& ordering);
    SimulatedStream& at(StreamId stream) { return streams_.at(stream.get()); }
    SimulatedStream& usable(StreamId stream, const char* call);
    static SimulatedEvent& at(EventId event);
    void enqueue(SimulatedStream& stream, std::function<void()> run, const std::vector<MemoryAccess>& accesses,
                 std::function<bool()> ready = nullptr);
    void addNode(SimulatedStream& stream, std::function<void()> run, std::vector<MemoryAccess> accesses);
    void waitFor(SimulatedStream& later, const SimulatedProgress& earlier);
    void refuseCaptured(const SimulatedStream& stream, const char* call);
    void destroy(SimulatedGraph& graph);
    void checkAllocation(const MemoryAccess& access);
    void finishIfBusy();
    bool runUntil(const std::function<bool()>& done);
    void learn(const VectorClock& clock);
    void recordAccess(const MemoryAccess& access, const VectorClock& clock);

    const SimulatedDeviceParams params_;
    SimulatedMemory memory_;
    mutable std::recursive_mutex mutex_;
    SimulatedStreams streams_;
    void* const default_;  // the stream that is meant if a caller names none
    std::atomic<bool> alive_{true}, died_{false}, reset_{false}, otherContextCurrent_{false};
    std::atomic<std::int64_t> calls_{0}, hostCopies_{0};
    std::int64_t failingCall_ = -1;
    bool sticky_ = false;
    bool open_ = true;
    bool inCallback_ = false;  // true while the objects that a graph kept are destroyed
    std::vector<std::unique_ptr<SimulatedEvent>> events_;
    VectorClock host_;
    AccessHistory history_;
    std::vector<String> findings_;
    std::set<String> orderings_;
    String leftOut_;
    std::set<std::thread::id> threads_;
    std::unique_ptr<VirtualTime> time_;  // null without a profile
};

}}  // namespace cv::cudastripe
