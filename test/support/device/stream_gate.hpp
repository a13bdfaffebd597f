// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../images/placed_image.hpp"

namespace opencv_test {

/** @brief Keeps a stream from going on until it is opened: by a spin kernel on CUDA, which gives up after a second. */
class StreamGate
{
public:
    //! False if the backend has no way to hold a stream (a CUDA build without the spin kernel).
    static bool available(const Backend& backend);

    StreamGate(const Backend& backend, StreamId stream);
    ~StreamGate() { open(); }
    void open();
    //! True if it gave up before it was opened: somebody waited for the stream.
    bool gaveUp() const;

private:
    const Backend& backend_;
    OwnedMemory flags_;  // [0] opened by the host, [1] set when the kernel gave up
};

}  // namespace opencv_test
