// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Calls on a stream that is being captured into a graph.

#pragma once

#include "../call/open_call.hpp"

namespace cv { namespace cudastripe {

//! Adds the nodes of a call to the graph: one kernel, or stripes. The graph owns the memory of their slots.
void captureCall(const OpenCall& call);

}}  // namespace cv::cudastripe
