// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The launches of a merged kernel.

#pragma once

#include "kernel.hpp"

namespace cv { namespace cudastripe {

//! A launch of images with one kind of body, and its offsets in the table.
struct BatchLaunch
{
    const KernelRef::MergedForm* form;
    BatchRun first;
    int64 threads;
    size_t shifts = 0, runs = 0, bodies = 0;
    int count = 1;  //!< of runs
    RepeatedImages images = {};
    std::vector<uchar> body = {};  //!< the body that all images share; empty if there are several
    bool scattered = false;        //!< all images share a body, and their distances are in the table
    size_t bodyTable = 0;          //!< offset of the table that this body reads, if it reads one

    void emulate(const uchar* table) const;
    int enqueue(const uchar* table, const KernelLaunch& launch) const;
    RepeatedImages imagesWith(const uchar* table) const
    {
        return {images.count, images.each, scattered ? reinterpret_cast<const PlaneShift*>(table + shifts) : nullptr};
    }
};

//! All launches of a merged kernel.
struct BatchLaunches
{
    std::vector<BatchLaunch> merged;
    std::vector<KernelRef> singles;
    std::vector<size_t> tablesOfSingles;
    std::map<BatchKernel::Table, size_t> tables;  //!< that bodies read when they are emulated
    std::shared_ptr<const KernelRef::ManyImages> many;
    int64 threads = 0;  //!< of all
};

//! `body` points to a `const BatchLaunches*`.
void emulateAll(const void* body, int64, int64);
int enqueueAll(const void* body, int64, int64, const KernelLaunch& launch);

}}  // namespace cv::cudastripe
