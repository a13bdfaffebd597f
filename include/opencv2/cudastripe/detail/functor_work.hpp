// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_FUNCTOR_WORK_HPP
#define OPENCV_CUDASTRIPE_DETAIL_FUNCTOR_WORK_HPP

#include <memory>

#include "opencv2/core.hpp"
#include "opencv2/cudastripe/detail/kernel_launch.hpp"
#include "opencv2/cudastripe/streams.hpp"
#include "opencv2/cudastripe/striper.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_functor
//! @{

//! Whether an operation gives the same bits on host and device.
enum class SameBits
{
    No,  //!< one call runs in one place
    Yes  //!< CPU threads and GPUs may share one call
};

//! The size of the largest function object, in bytes.
constexpr size_t kMaxFunctorBytes = 128;

//! @}

namespace detail {

constexpr int kMaxFunctorInputs = 2;

//! Where rows of elements lie; an array is one row.
struct ElementRows
{
    const void* in[kMaxFunctorInputs];
    int64 inStep[kMaxFunctorInputs];  //!< bytes between rows
    void* out;
    int64 outStep;
    int64 cols;  //!< elements of a row
    int64 rows;
};

//! The code for a function object, compiled by the caller's compiler.
struct FunctorCalls
{
    void (*host)(const void* functor, const ElementRows& elements);
    //! Runs the kernel's body on the host, thread by thread.
    void (*emulate)(const void* functor, const ElementRows& elements);
    //! Gives a `cudaError_t`; null without nvcc.
    int (*enqueue)(const void* functor, const ElementRows& elements, const KernelLaunch& launch);
};

//! A function object and its elements, described without their types.
struct FunctorWork
{
    struct Element
    {
        size_t sizeBytes;
        size_t alignment;
        int type;  //!< OpenCV's, negative if it has none
    };

    int inputCount;
    Element inputs[kMaxFunctorInputs];
    Element output;
    std::shared_ptr<const void> functor;  //!< shared with kernels that have not run yet
    SameBits sameBits;
    FunctorCalls calls;
};

//! dst[i] = f(in[0][i], ...) for arrays at these addresses.
CV_EXPORTS void runOnArrays(const FunctorWork& work, const void* const* in, int64 count, void* dst,
                            const StreamRef& stream, Striper& striper);

//! The same for the pixels of images; `b` is used only if there are two inputs.
CV_EXPORTS void runOnImages(const FunctorWork& work, InputArray a, InputArray b, OutputArray dst,
                            const StreamRef& stream, Striper& striper);

}  // namespace detail
}}  // namespace cv::cudastripe

#endif
