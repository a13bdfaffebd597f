// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef PREFETCH_DEVICE_LOOP_HPP
#define PREFETCH_DEVICE_LOOP_HPP

#include <cstdint>
#include <opencv2/cudastripe/prefetch_shape.hpp>

#include "../common/gpu.hpp"
#include "iterate.hpp"

struct CUevent_st;

//! Arrays on a GPU, and the loops that run over them. Element i of the source is i.
class DeviceLoop
{
public:
    //! @throws cv::Exception where this was compiled without nvcc.
    DeviceLoop(int device, std::int64_t elements);
    ~DeviceLoop();
    DeviceLoop(const DeviceLoop&) = delete;
    DeviceLoop& operator=(const DeviceLoop&) = delete;

    //! Milliseconds of one kernel, with the caches full of other things.
    double runMs(const Iterate& work, const cv::cudastripe::PrefetchShape& shape);
    //! What the last run has made, copied to the host.
    const double* result();

private:
    std::int64_t count_;
    HostMemory host_;
    void *in_ = nullptr, *out_ = nullptr;
    CUevent_st *start_ = nullptr, *stop_ = nullptr;
};

#endif
