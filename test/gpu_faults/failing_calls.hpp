// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <cuda_runtime_api.h>

#include <string>

namespace opencv_test {

//! Lets calls of the CUDA runtime fail, and counts them.
namespace failing_calls {

//! The call number `k` from now on, and no other one, gives the error. Calls that release are made nevertheless.
void arm(int k, cudaError_t error);
//! True if a call has failed since arm().
bool reached();
//! No call fails. Gives the name of the call that failed since arm(), or nothing if there were fewer calls.
std::string disarm();
//! What was acquired and not released, by name of the call that acquires: "2 cudaEventCreate, ". Empty at the start.
std::string held();

}  // namespace failing_calls
}  // namespace opencv_test
