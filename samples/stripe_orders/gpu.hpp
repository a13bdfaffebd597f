// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_ORDERS_GPU_HPP
#define STRIPE_ORDERS_GPU_HPP

#include <cstddef>
#include <memory>
#include <string>

//! What a device can do at the same time.
struct Capabilities
{
    std::string name;
    int copyEngines = 0;
    bool concurrentKernels = false;
    bool mapsPageLocked = false;
};

Capabilities capabilitiesOf(int device);

//! The handle of the calling thread's default stream.
void* perThreadStream();

//! Page-locked memory for a device, else pageable memory; never null.
std::shared_ptr<void> hostMemory(std::size_t bytes, int device);

#endif
