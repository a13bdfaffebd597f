// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_MEMORY_KIND_HPP
#define OPENCV_CUDASTRIPE_DETAIL_MEMORY_KIND_HPP

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe
//! @{

//! The kinds of memory, by who can access it.
enum class MemoryKind
{
    Pageable,    //!< the CPU: what `new` and cv::Mat allocate
    PageLocked,  //!< the CPU, the copy engines of GPUs and usually their kernels: cuda::HostMem, cudaHostAlloc
    Device,      //!< one GPU
};

//! @}

}}  // namespace cv::cudastripe

#endif
