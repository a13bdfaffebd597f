// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The interface to a stream that is being captured into a graph.

#pragma once

#include <memory>
#include <vector>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! What is enqueued on the stream becomes a node of the graph. One thread at a time.
class GraphCapture
{
public:
    using Nodes = std::vector<void*>;

    virtual ~GraphCapture() = default;
    //! The nodes that the next node will depend on. After an operation was enqueued, this is its node alone.
    virtual Nodes dependencies() = 0;
    virtual void setDependencies(const Nodes& nodes) = 0;
    //! Device memory that the graph owns, for the next node and later ones; null if there is not enough.
    virtual void* allocate(size_t sizeBytes) = 0;
    //! Adds a node that frees that memory. The next node depends on it.
    virtual void free(void* memory) noexcept = 0;
    //! Keeps an object as long as the graph, or an executable of it, exists. Its destructor must not call CUDA.
    virtual void keep(std::shared_ptr<void> owner) = 0;
};

}}  // namespace cv::cudastripe
