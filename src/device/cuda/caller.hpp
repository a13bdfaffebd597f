// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Callers' streams and contexts, as a CUDA device sees them. Programs that decode video often have their own context.

#pragma once

#include <optional>

#include "../device.hpp"
#include "../graph_capture.hpp"
#include "context.hpp"

namespace cv { namespace cudastripe {

//! A device's view of its callers. Device documents what each function does.
class CudaCallers
{
public:
    CudaCallers(int number, CudaContext& context) : number_(number), context_(context) {}

    //! While no context is current, the default streams are those of the runtime's device.
    StreamOwner ownerOf(cudaStream_t caller) const;
    bool captured(cudaStream_t caller) const;
    std::uint64_t identity(cudaStream_t caller) const;
    void order(cudaStream_t later, cudaStream_t earlier) const;
    void awaitDefaultStream() const;

private:
    std::optional<CudaScope> scopeFor(cudaStream_t stream) const;
    CUcontext contextOf(cudaStream_t stream) const;

    const int number_;
    CudaContext& context_;
};

//! @param stream belongs to the context, and is being captured into a graph
std::unique_ptr<GraphCapture> captureOf(CudaContext& context, cudaStream_t stream);

}}  // namespace cv::cudastripe
