// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

namespace opencv_test {

//! Enqueues a kernel that spins until flags[0] is not 0, or sets flags[1] after `timeoutMs`. Page-locked flags.
void enqueueSpin(volatile int* flags, int timeoutMs, void* stream);

//! Enqueues a kernel that stops with an error, after which the device's context is of no use any more.
void enqueueTrap(void* stream);

}  // namespace opencv_test
