// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "frame_buffer.hpp"

#include <string>

#include "user_error.hpp"

namespace {

size_t bytesOf(cv::Size size, int type)
{
    return size_t(size.width) * size_t(size.height) * size_t(CV_ELEM_SIZE(type));
}

}  // namespace

FrameBuffer::FrameBuffer(cv::Size size, int type, Memory memory)
    : memory_(std::move(memory)), image_(size, type, memory_.get())
{
}

FrameBuffer FrameBuffer::pageable(cv::Size size, int type)
{
    return FrameBuffer(size, type, Memory(cv::fastMalloc(bytesOf(size, type)), cv::fastFree));
}

#ifdef __CUDACC__

FrameBuffer FrameBuffer::pageLocked(cv::Size size, int type, int device)
{
    void* memory = nullptr;
    // The memory belongs to the context of the current device: no other GPU should get one for it.
    cudaError_t error = cudaSetDevice(device);
    if (error == cudaSuccess)
        error = cudaHostAlloc(&memory, bytesOf(size, type), cudaHostAllocPortable);
    if (error != cudaSuccess) {
        cudaGetLastError();  // or the next call that looks for errors finds this one
        throw UserError(std::string("no page-locked memory for the image: ") + cudaGetErrorString(error));
    }
    return FrameBuffer(size, type, Memory(memory, [](void* p) { cudaFreeHost(p); }));
}

#else

FrameBuffer FrameBuffer::pageLocked(cv::Size, int, int)
{
    throw UserError("no page-locked memory for the image: this build is without CUDA");
}

#endif
