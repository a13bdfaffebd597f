// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A device whose operations become nodes of a graph.

#pragma once

#include <deque>

#include "../../device/device.hpp"
#include "../../device/graph_capture.hpp"
#include "release_queue.hpp"

namespace cv { namespace cudastripe {

/** @brief The device of one call on a stream that is being captured.

Each of its streams is the set of nodes on which the stream's next node will depend; an event is such a set, too. To
enqueue an operation, the device sets these dependencies on the caller's stream for a moment. So forks, joins and events
add no nodes, and no stream of the library is captured. The graph owns the device's memory. One thread at a time. */
class CaptureDevice final : public Device
{
public:
    CaptureDevice(std::shared_ptr<Device> device, StreamId caller, GraphCapture& capture,
                  std::shared_ptr<ReleaseQueue> released);

    bool alive() const override { return device_->alive(); }
    StreamOwner ownerOf(StreamId) override { return StreamOwner::ThisDevice; }
    std::uint64_t identity(StreamId) override { return 0; }
    StreamId defaultStream() override { return caller_; }
    std::unique_ptr<GraphCapture> capture(StreamId) override { return nullptr; }
    MemoryInfo classify(const void* address) override { return device_->classify(address); }
    bool knowsRates(LinkRates&, HostRates&) const override { return true; }

    //! Device memory only.
    void* allocate(MemoryKind kind, size_t sizeBytes) override;
    void free(MemoryKind, void* memory) noexcept override { capture_.free(memory); }
    StreamId createStream(const char*) override { return StreamId(newNodes()); }
    void destroyStream(StreamId) noexcept override {}
    EventId createEvent(const char*, bool) override { return EventId(newNodes()); }
    void destroyEvent(EventId) noexcept override {}

    void copy(StreamId stream, Stage stage, const PlaneView& dst, const PlaneView& src, int64 rows) override;
    void launch(StreamId stream, const KernelRef& kernel) override;
    void record(EventId event, StreamId stream) override { nodesOf(event) = nodesBehind(stream); }
    void wait(StreamId stream, EventId event) override;
    void order(StreamId later, StreamId earlier) override;
    // The host waits for nothing: no work is in flight.
    bool passed(EventId) override { return true; }
    bool idle(StreamId) override { return true; }
    double elapsed(EventId, EventId) override { return 0; }
    void mark(StreamId, int stripe) override { device_->mark(caller_, stripe); }

private:
    using Nodes = GraphCapture::Nodes;

    void* newNodes();
    template <class Id>
    static Nodes& nodesOf(Id id)
    {
        return *static_cast<Nodes*>(id.get());
    }
    bool isCallers(StreamId stream) const { return stream.get() == caller_.get(); }
    Nodes nodesBehind(StreamId stream);
    void add(StreamId stream, const Nodes& nodes);
    template <class Enqueue>
    void enqueueBehind(StreamId stream, const Enqueue& enqueue);
    const void* keepTable(const std::vector<uchar>& table);

    const std::shared_ptr<Device> device_;
    const StreamId caller_;
    GraphCapture& capture_;
    const std::shared_ptr<ReleaseQueue> released_;
    std::deque<Nodes> nodes_;  // of streams and events; a deque, since its elements do not move
};

}}  // namespace cv::cudastripe
