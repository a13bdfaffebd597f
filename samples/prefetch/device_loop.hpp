// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef PREFETCH_DEVICE_LOOP_HPP
#define PREFETCH_DEVICE_LOOP_HPP

#include <cstdint>
#include <memory>
#include <opencv2/cudastripe/prefetch_shape.hpp>
#include <string>

#include "iterate.hpp"

//! Arrays on a GPU, and the loops that run over them.
class DeviceLoop
{
public:
    //! Null where there is no such device, or where this was compiled without nvcc. @param device -1: the current one.
    static std::unique_ptr<DeviceLoop> make(int device, std::int64_t elements);

    virtual ~DeviceLoop() = default;

    //! Name and number of multiprocessors.
    virtual std::string description() const = 0;
    //! Makes the result that others are compared with, by Prefetch::Plain. @return whether the CPU agrees.
    virtual bool makeReference(const Iterate& work, const cv::cudastripe::PrefetchShape& plain) = 0;
    //! Milliseconds of one kernel, with the caches full of other things.
    virtual double runMs(const Iterate& work, const cv::cudastripe::PrefetchShape& shape) = 0;
    //! Whether the last run has made the reference.
    virtual bool right() = 0;
};

#endif
