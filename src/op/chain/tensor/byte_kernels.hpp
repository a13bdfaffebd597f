// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernels of chains from 8-bit pixels to a tensor that keep channels apart.

#pragma once

#include "../../kernel_ref.hpp"
#include "byte_body.hpp"

namespace cv { namespace cudastripe {

//! The arguments of such a kernel, except its source.
struct ByteKernelWork
{
    const ByteValues& values;
    ChainTensorSink sink;
    int channels;
    int rows;  //!< that share chroma
    std::int64_t cols, units;
    const uchar* table = nullptr;  //!< that the source reads
};

template <class T, class Source, class Values>
KernelRef byteKernelOf(const Source& source, const Values& values, const ByteKernelWork& work,
                       const KernelRef::Accesses& accesses)
{
    TensorByteBody<Source, Values, T> body = {{},        source,    work.sink,      work.channels,
                                              work.rows, work.cols, work.units - 1, values};
    if constexpr (Source::kReadsTable)
        body.table = work.table;
    return KernelRef(body, (work.cols + body.kPixels - 1) / body.kPixels, (work.units + work.rows - 1) / work.rows,
                     accesses);
}

template <class Source>
KernelRef makeByteKernel(const Source& source, const ByteKernelWork& work, const KernelRef::Accesses& accesses)
{
    if (work.sink.value != TensorValue::Float)
        return byteKernelOf<ushort>(source, work.values.words(work.sink.value), work, accesses);
    if (work.values.isLine)
        return byteKernelOf<float>(source, work.values.line, work, accesses);
    return byteKernelOf<float>(source, work.values.values, work, accesses);
}

}}  // namespace cv::cudastripe
