// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "host_frames.hpp"

namespace bench {

MemoryKind pageLockedMemory(size_t sizeBytes);

}  // namespace bench
