// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The source from which a chain is compiled at run time.

#pragma once

#include "../lower/lower_chain.hpp"

namespace cv { namespace cudastripe {

//! The text of all kernels that a chain may need, for NVRTC: the headers of bodies, and the program as a type. A
//! kernel's name is kName of its body.
CV_EXPORTS std::string chainSource(const Chain& chain, const LoweredChain& lowered);

}}  // namespace cv::cudastripe
