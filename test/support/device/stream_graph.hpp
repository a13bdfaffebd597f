// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "backend.hpp"

namespace opencv_test {

/** @brief A graph of what is enqueued on a stream, on a simulated device or on CUDA. */
class StreamGraph
{
public:
    //! Begins the capture.
    StreamGraph(const Backend& backend, StreamId stream);
    ~StreamGraph();
    StreamGraph(const StreamGraph&) = delete;
    StreamGraph& operator=(const StreamGraph&) = delete;

    //! Ends the capture, and makes an executable.
    void end();
    void launch(StreamId stream);
    //! Makes a second executable; false if its memory belongs to the first.
    bool makeSecond();
    void launchSecond(StreamId stream);
    //! Launches on the captured stream, and waits.
    void run();

    int kernels() const;
    int copies() const;
    int allocations() const;
    //! Null on CUDA.
    SimulatedGraph* simulated() const { return simulated_.get(); }

private:
    struct Cuda;

    Device& device_;
    const StreamId stream_;
    bool capturing_ = true;
    std::shared_ptr<SimulatedGraph> simulated_;
    std::unique_ptr<Cuda> cuda_;  // null on a simulated device
};

}  // namespace opencv_test
