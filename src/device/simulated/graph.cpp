// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Graphs of a simulated device.

#include "graph.hpp"

#include <algorithm>

#include "simulated_device.hpp"

namespace cv { namespace cudastripe {

class SimulatedCapture final : public GraphCapture
{
public:
    SimulatedCapture(SimulatedDevice& device, SimulatedStream& stream) : device_(device), stream_(stream) {}

    Nodes dependencies() override { return stream_.dependencies; }
    void setDependencies(const Nodes& nodes) override { stream_.dependencies = nodes; }

    void* allocate(size_t sizeBytes) override
    {
        SimulatedDevice::Lock lock(device_.mutex_);
        device_.countCall("allocate");
        void* const memory = device_.memory_.allocate(MemoryKind::Device, sizeBytes);
        if (memory) {
            stream_.captured->memory_.push_back(memory);
            touch(memory, "allocate");
        }
        return memory;
    }

    void free(void* memory) noexcept override
    {
        SimulatedDevice::Lock lock(device_.mutex_);
        touch(memory, "free");
    }

    void keep(std::shared_ptr<void> owner) override { stream_.captured->kept_.push_back(std::move(owner)); }

private:
    // Allocating and freeing memory must be ordered as writes to it are.
    void touch(void* memory, const char* what)
    {
        const size_t sizeBytes = device_.memory_.find(memory)->second.sizeBytes;
        device_.enqueue(stream_, [] {}, {{lineOf(memory, sizeBytes), 1, true, 0, what}});
    }

    SimulatedDevice& device_;
    SimulatedStream& stream_;
};

SimulatedGraph::~SimulatedGraph()
{
    device_.destroy(*this);
}

int SimulatedGraph::count(const String& what) const
{
    return static_cast<int>(
        std::count_if(nodes_.begin(), nodes_.end(), [&](const Node& node) { return node.what() == what; }));
}

String SimulatedGraph::leaveOut(size_t dependency)
{
    for (Node& node : nodes_) {
        if (dependency < node.after.size()) {
            const auto left = node.after.begin() + static_cast<std::ptrdiff_t>(dependency);
            const String what = node.what() + " after " + static_cast<const Node*>(*left)->what();
            node.after.erase(left);
            return what;
        }
        dependency -= node.after.size();
    }
    return String();
}

void SimulatedDevice::beginCapture(StreamId stream)
{
    Lock lock(mutex_);
    SimulatedStream& captured = at(stream);
    CV_Assert(!captured.captured && !time_);
    captured.captured = std::make_shared<SimulatedGraph>(*this);
    captured.dependencies.clear();
}

std::shared_ptr<SimulatedGraph> SimulatedDevice::endCapture(StreamId stream)
{
    Lock lock(mutex_);
    return std::exchange(at(stream).captured, nullptr);
}

std::unique_ptr<GraphCapture> SimulatedDevice::capture(StreamId caller)
{
    Lock lock(mutex_);
    SimulatedStream& stream = at(caller);
    return stream.captured ? std::make_unique<SimulatedCapture>(*this, stream) : nullptr;
}

void SimulatedDevice::addNode(SimulatedStream& stream, std::function<void()> run, std::vector<MemoryAccess> accesses)
{
    SimulatedStream* const own = &streams_.takeForNode();
    for (MemoryAccess& access : accesses)
        access.actor = own->actor;
    std::deque<SimulatedGraph::Node>& nodes = stream.captured->nodes_;
    nodes.push_back({own, std::move(run), std::move(accesses), stream.dependencies});
    stream.dependencies = {&nodes.back()};
}

void SimulatedDevice::launch(SimulatedGraph& graph, StreamId stream)
{
    Lock lock(mutex_);
    SimulatedStream& s = usable(stream, "launch a graph");
    // Earlier launches of the graph, on this stream or another, end first.
    for (const SimulatedGraph::Node& node : graph.nodes_)
        waitFor(s, *node.stream);
    enqueue(s, [] {}, {});
    for (SimulatedGraph::Node& node : graph.nodes_) {
        waitFor(*node.stream, s);
        for (void* before : node.after)
            waitFor(*node.stream, *static_cast<SimulatedGraph::Node*>(before)->stream);
        enqueue(*node.stream, node.run, node.accesses);
    }
    for (const SimulatedGraph::Node& node : graph.nodes_)
        waitFor(s, *node.stream);
}

// Later operations of a stream wait for all operations that another stream has now, or for the records of an event.
void SimulatedDevice::waitFor(SimulatedStream& later, const SimulatedProgress& earlier)
{
    enqueue(
        later, [] {}, {}, [&earlier, awaited = earlier.enqueued] { return earlier.executed >= awaited; });
    later.clock.join(earlier.clock);
}

void SimulatedDevice::destroy(SimulatedGraph& graph)
{
    Lock lock(mutex_);
    finishIfBusy();
    for (const SimulatedGraph::Node& node : graph.nodes_)
        streams_.giveBack(*node.stream);
    for (void* memory : graph.memory_)
        history_.forget(lineOf(memory, memory_.free(memory)));
    inCallback_ = true;
    graph.kept_.clear();
    inCallback_ = false;
}

}}  // namespace cv::cudastripe
