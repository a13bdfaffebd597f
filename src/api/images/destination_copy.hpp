// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Destinations that reach the caller when a call has been accepted.

#pragma once

#include <functional>
#include <memory>

#include "opencv2/core.hpp"
#include "opencv2/core/cuda.hpp"

namespace cv { namespace cudastripe {

//! A copy of a destination's header, in which a call creates what it needs. So a call that is refused, or runs nothing,
//! leaves the caller's image as it is. Arrays of numbers and std::array have no such copy.
class DestinationCopy
{
public:
    explicit DestinationCopy(const _OutputArray& dst) : array_(dst)
    {
        if (dst.fixedSize())
            return;
        copyIf<Mat>(_InputArray::MAT);
        copyIf<UMat>(_InputArray::UMAT);
        copyIf<cuda::GpuMat>(_InputArray::CUDA_GPU_MAT);
        copyIf<cuda::HostMem>(_InputArray::CUDA_HOST_MEM);
        copyIf<std::vector<Mat>>(_InputArray::STD_VECTOR_MAT);
        copyIf<std::vector<cuda::GpuMat>>(_InputArray::STD_VECTOR_CUDA_GPU_MAT);
    }

    const _OutputArray& array() const { return array_; }
    //! Gives the caller what was created.
    void commit() const
    {
        if (commit_)
            commit_();
    }

private:
    template <class Image>
    void copyIf(int kind)
    {
        if (array_.kind() != kind)
            return;
        auto& given = *static_cast<Image*>(array_.getObj());
        const auto own = std::make_shared<Image>(given);
        array_ = _OutputArray(array_.getFlags(), own.get());
        commit_ = [&given, own] { given = std::move(*own); };
    }

    _OutputArray array_;
    std::function<void()> commit_;
};

}}  // namespace cv::cudastripe
