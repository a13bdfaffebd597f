// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Graphs of a simulated device.

#pragma once

#include "../graph_capture.hpp"
#include "streams.hpp"

namespace cv { namespace cudastripe {

class SimulatedDevice;

/** @brief A graph and its executable. As in CUDA, nodes run in any order that their dependencies allow, and a launch
starts when the one before has ended. Objects that the graph keeps are destroyed in a callback, which must not call the
device. */
class CV_EXPORTS SimulatedGraph
{
public:
    struct Node
    {
        SimulatedStream* stream;  // the node's own
        std::function<void()> run;
        std::vector<MemoryAccess> accesses;
        GraphCapture::Nodes after;

        String what() const { return accesses.empty() ? String() : accesses.front().what; }
    };

    explicit SimulatedGraph(SimulatedDevice& device) : device_(device) {}
    //! All launches must have ended.
    ~SimulatedGraph();
    SimulatedGraph(const SimulatedGraph&) = delete;
    SimulatedGraph& operator=(const SimulatedGraph&) = delete;

    //! How many nodes there are of "upload", "kernel", "download", "allocate" or "free".
    int count(const String& what) const;
    //! Removes the dependency with this number. Gives its name, such as "kernel after upload", or nothing if there are
    //! fewer. If the dependency was needed, the device's findings must show that.
    String leaveOut(size_t dependency);

private:
    friend class SimulatedDevice;
    friend class SimulatedCapture;

    SimulatedDevice& device_;
    std::deque<Node> nodes_;  // a deque, since its elements do not move
    std::vector<void*> memory_;
    std::vector<std::shared_ptr<void>> kept_;
};

}}  // namespace cv::cudastripe
