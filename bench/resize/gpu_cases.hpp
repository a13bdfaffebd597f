// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

namespace bench {

//! Resizing in device memory beside NPP and a kernel that only reads; chains and batches that resize; frames across the
//! bus.
void registerOnGpu();

}  // namespace bench
