// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

namespace bench {

//! Notes versions, threads and the GPU for reports. False if there is no GPU to measure; says why.
bool addMachineContext();

}  // namespace bench
