// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_FLAT_WORK_HPP
#define OPENCV_CUDASTRIPE_FLAT_WORK_HPP

#include <cstddef>
#include <type_traits>
#include <utility>

#include "opencv2/cudastripe/host_device.hpp"
#include "opencv2/cudastripe/stream_ref.hpp"
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

//! The largest function object that travels to a kernel, in bytes.
constexpr size_t kMaxFunctorBytes = 128;

//! @}

namespace detail {

constexpr int kMaxFlatInputs = 2;

//! What the caller's compiler made of a functor; pointers are to the first element that is to be done.
struct FlatCalls
{
    void (*host)(const void* functor, const void* const* in, void* out, int64 count);
    //! Enqueues on a `cudaStream_t` and gives a `cudaError_t`; null without nvcc.
    int (*enqueue)(const void* functor, const void* const* in, void* out, int64 count, void* stream);
};

//! Work on arrays, described without its types.
struct FlatWork
{
    int64 count;
    int inputCount;
    const void* inputs[kMaxFlatInputs];
    size_t inputBytes[kMaxFlatInputs];  //!< of an element
    size_t inputAlignment[kMaxFlatInputs];
    void* output;
    size_t outputBytes;  //!< of an element
    size_t outputAlignment;
    const void* functor;
    size_t functorBytes;
    SameBits sameBits;
    FlatCalls calls;
};

CV_EXPORTS void runFlat(const FlatWork& work, const StreamRef& stream, Striper& striper);

// What nvcc makes of a template here is not what another compiler makes of it: one program may have both.
inline namespace CV_CUDASTRIPE_COMPILER {

template <class F, class Out, class... In>
struct FlatKernels
{
    template <size_t... I>
    CV_CUDASTRIPE_HD static void one(const F& f, const void* const* in, void* out, int64 i, std::index_sequence<I...>)
    {
        static_cast<Out*>(out)[i] = f(static_cast<const In*>(in[I])[i]...);
    }

    static void host(const void* functor, const void* const* in, void* out, int64 count)
    {
        const F& f = *static_cast<const F*>(functor);
        for (int64 i = 0; i < count; ++i)
            one(f, in, out, i, std::index_sequence_for<In...>());
    }

#ifdef __CUDACC__
    static int enqueue(const void* functor, const void* const* in, void* out, int64 count, void* stream);
#endif
};

template <class F, class Out, class... In>
FlatWork describe(const F& f, int64 count, Out* dst, SameBits sameBits)
{
    static_assert(std::is_class<F>::value, "a function's address is of no use on a device: pass a function object");
    static_assert(std::is_trivially_copyable<F>::value && sizeof(F) <= kMaxFunctorBytes &&
                      alignof(F) <= alignof(std::max_align_t),
                  "a functor travels as bytes");
    static_assert((std::is_trivially_copyable<In>::value && ...), "elements are copied as bytes");
    static_assert(std::is_trivially_copyable<Out>::value, "elements are copied as bytes");
    using Kernels = FlatKernels<F, Out, In...>;
    const size_t bytes[] = {sizeof(In)...}, alignments[] = {alignof(In)...};
    FlatWork work = {};
    work.count = count;
    work.inputCount = static_cast<int>(sizeof...(In));
    for (size_t i = 0; i < sizeof...(In); ++i) {
        work.inputBytes[i] = bytes[i];
        work.inputAlignment[i] = alignments[i];
    }
    work.output = dst;
    work.outputBytes = sizeof(Out);
    work.outputAlignment = alignof(Out);
    work.functor = &f;
    work.functorBytes = sizeof(F);
    work.sameBits = sameBits;
    work.calls.host = &Kernels::host;
#ifdef __CUDACC__
    work.calls.enqueue = &Kernels::enqueue;
#endif
    return work;
}

#ifdef __CUDACC__

template <class F>
struct FlatArguments
{
    F f;
    const void* in[kMaxFlatInputs];
    void* out;
};

template <class F, class Out, class... In>
__global__ void __launch_bounds__(256) runFlatKernel(const FlatArguments<F> arguments, int64 count)
{
    const int64 step = int64(gridDim.x) * blockDim.x;
    for (int64 i = int64(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
        FlatKernels<F, Out, In...>::one(arguments.f, arguments.in, arguments.out, i, std::index_sequence_for<In...>());
}

template <class F, class Out, class... In>
int FlatKernels<F, Out, In...>::enqueue(const void* functor, const void* const* in, void* out, int64 count,
                                        void* stream)
{
    constexpr int64 block = 256, maxGrid = 1 << 20;
    FlatArguments<F> arguments = {*static_cast<const F*>(functor), {}, out};
    for (size_t i = 0; i < sizeof...(In); ++i)
        arguments.in[i] = in[i];
    const int64 blocks = (count + block - 1) / block;
    void* parameters[] = {&arguments, &count};
    const cudaError_t error = cudaLaunchKernel(reinterpret_cast<const void*>(&runFlatKernel<F, Out, In...>),
                                               dim3(static_cast<unsigned>(blocks < maxGrid ? blocks : maxGrid)),
                                               dim3(unsigned(block)), parameters, 0, static_cast<cudaStream_t>(stream));
    if (error != cudaSuccess)
        cudaGetLastError();  // the library tells of it; it must not stay behind as the caller's last error
    return error;
}

#endif

}  // namespace CV_CUDASTRIPE_COMPILER
}  // namespace detail
}}  // namespace cv::cudastripe

#endif
