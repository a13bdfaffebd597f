// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// The only file that needs nvcc for its functor: nvcc makes a kernel of it, another compiler a function for the CPU.

#include "cipher.hpp"

#include <opencv2/cudastripe/functor.hpp>

void decipherEntries(std::uint64_t* entries, std::int64_t count, const Decipher& decipher,
                     cv::cudastripe::Striper& striper)
{
    using namespace cv::cudastripe;
    transform(entries, count, entries, decipher, SameBits::Yes, StreamRef(), striper);
}
