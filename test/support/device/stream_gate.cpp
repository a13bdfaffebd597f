// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "stream_gate.hpp"

#include "spin_kernel.hpp"

namespace opencv_test {

bool StreamGate::available(const Backend& backend)
{
#ifdef HAVE_CUDASTRIPE_SPIN_KERNEL
    return backend.device() != nullptr;
#else
    return backend.simulated() != nullptr;
#endif
}

StreamGate::StreamGate(const Backend& backend, StreamId stream) : backend_(backend)
{
    if (backend.simulated()) {
        backend.simulated()->block(stream);
        return;
    }
#ifdef HAVE_CUDASTRIPE_SPIN_KERNEL
    flags_ = OwnedMemory(*backend.device(), OwnedMemory::PageLocked, 2 * sizeof(int));
    std::memset(flags_.get(), 0, flags_.sizeBytes());
    enqueueSpin(reinterpret_cast<int*>(flags_.get()), 1000, stream.get());
#else
    static_cast<void>(stream);
#endif
}

void StreamGate::open()
{
    if (backend_.simulated())
        backend_.simulated()->open();
    else
        *reinterpret_cast<volatile int*>(flags_.get()) = 1;
}

bool StreamGate::gaveUp() const
{
    return !backend_.simulated() && reinterpret_cast<const volatile int*>(flags_.get())[1];
}

}  // namespace opencv_test
