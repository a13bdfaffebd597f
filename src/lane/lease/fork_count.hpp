// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

namespace cv { namespace cudastripe {

//! How many forks lie between the start of the program and this process. Costs less than to ask the system who it is.
int forkCount();

}}  // namespace cv::cudastripe
