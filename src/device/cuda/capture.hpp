// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The capture of a CUDA stream into a graph.

#pragma once

#include "../graph_capture.hpp"
#include "context.hpp"

namespace cv { namespace cudastripe {

//! @param stream belongs to the context, and is being captured
std::unique_ptr<GraphCapture> captureOf(CudaContext& context, cudaStream_t stream);

}}  // namespace cv::cudastripe
