// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_FUNCTOR_KERNELS_HPP
#define OPENCV_CUDASTRIPE_DETAIL_FUNCTOR_KERNELS_HPP

#include <climits>
#include <cstring>

#include "opencv2/cudastripe/detail/functor_body.hpp"

namespace cv { namespace cudastripe { namespace detail { inline namespace CV_CUDASTRIPE_COMPILER {

//! How a body is divided among threads.
template <class Body>
struct FunctorGrid
{
    static constexpr int kThreads = 256;       // of a block
    static constexpr int kMaxBlocksY = 65535;  // CUDA's limit; more rows are walked in a loop

    static constexpr int64 kElements = Body::kGroup * Body::kGroups;  // of a thread

    int64 width;   //!< threads of a block that are neighbours in a row
    int64 blocks;  //!< of a row

    explicit FunctorGrid(const ElementRows& at, int threads = kThreads)
        : width(at.rows == 1 ? threads : 32), blocks((at.cols - 1) / (width * kElements) + 1)
    {
    }

    CV_CUDASTRIPE_HD static void run(const Body& body, int64 block, int64 thread, int64 width, int64 row)
    {
        body((block * Body::kGroups * width + thread) * Body::kGroup, width * Body::kGroup, row);
    }
};

struct Emulation
{
    template <class Body>
    int operator()(const Body& body) const
    {
        const FunctorGrid<Body> grid(body.at);
        for (int64 row = 0; row < body.at.rows; ++row) {
            for (int64 block = 0; block < grid.blocks; ++block) {
                for (int64 thread = 0; thread < grid.width; ++thread)
                    grid.run(body, block, thread, grid.width, row);
            }
        }
        return 0;
    }
};

#ifdef __CUDACC__

template <class Body>
__global__ void __launch_bounds__(FunctorGrid<Body>::kThreads) runFunctor(const CV_CUDASTRIPE_GRID_CONSTANT Body body)
{
    const int64 step = int64(gridDim.y) * blockDim.y;
    for (int64 row = int64(blockIdx.y) * blockDim.y + threadIdx.y; row < body.at.rows; row += step)
        FunctorGrid<Body>::run(body, blockIdx.x, threadIdx.x, blockDim.x, row);
}

struct Launch
{
    const KernelLaunch& launch;

    template <class Body>
    int operator()(const Body& body) const
    {
        using Grid = FunctorGrid<Body>;
        const BusThrottle throttle(launch, body.at.rows * ((body.at.cols - 1) / Grid::kElements + 1));
        const int threads = throttle.blockThreads(Grid::kThreads);
        const Grid grid(body.at, threads);
        if (grid.blocks > INT_MAX)
            return cudaErrorInvalidConfiguration;
        const int64 height = threads / grid.width, blocksY = (body.at.rows - 1) / height + 1;
        void* parameters[] = {const_cast<Body*>(&body)};
        const cudaError_t error =
            cudaLaunchKernel(reinterpret_cast<const void*>(&runFunctor<Body>),
                             dim3(static_cast<unsigned>(grid.blocks),
                                  static_cast<unsigned>(std::min<int64>(blocksY, Grid::kMaxBlocksY))),
                             dim3(static_cast<unsigned>(grid.width), static_cast<unsigned>(height)), parameters,
                             throttle.sharedBytes(), static_cast<cudaStream_t>(launch.stream));
        if (error != cudaSuccess)
            cudaGetLastError();  // the library reports it; it must not stay the caller's last error
        return error;
    }
};

#endif

template <class F, class Out, class... In>
struct FunctorKernels
{
    static void host(const void* functor, const ElementRows& at)
    {
        hostRows(*static_cast<const F*>(functor), at, std::index_sequence_for<In...>());
    }

    static void emulate(const void* functor, const ElementRows& at) { forBody(functor, at, Emulation()); }

#ifdef __CUDACC__
    static int enqueue(const void* functor, const ElementRows& at, const KernelLaunch& launch)
    {
        return forBody(functor, at, Launch{launch});
    }
#endif

private:
    template <size_t... I>
    static void hostRows(const F& f, const ElementRows& at, std::index_sequence<I...>)
    {
        for (int64 row = 0; row < at.rows; ++row) {
            hostRow(f, at.cols, reinterpret_cast<Out*>(static_cast<char*>(at.out) + row * at.outStep),
                    reinterpret_cast<const In*>(static_cast<const char*>(at.in[I]) + row * at.inStep[I])...);
        }
    }

    static void hostRow(const F& f, int64 cols, Out* out, const In*... in)
    {
        if (aligned(out) && (aligned(in) && ...)) {
            for (int64 i = 0; i < cols; ++i)
                out[i] = f(in[i]...);
            return;
        }
        // Rows of images may start at any byte.
        for (int64 i = 0; i < cols; ++i) {
            const Out result = f(Copied<In>(in + i).get()...);
            std::memcpy(static_cast<void*>(out + i), &result, sizeof(Out));
        }
    }

    template <class T>
    static bool aligned(const T* p)
    {
        return reinterpret_cast<uintptr_t>(p) % alignof(T) == 0;
    }

    //! An element that was copied from an unaligned address.
    template <class T>
    class Copied
    {
    public:
        explicit Copied(const T* from) { std::memcpy(bytes_, static_cast<const void*>(from), sizeof(T)); }
        const T& get() const { return *reinterpret_cast<const T*>(bytes_); }

    private:
        alignas(T) unsigned char bytes_[sizeof(T)];
    };

    //! Wide words if all rows are aligned for them, else element by element.
    template <class Run>
    static int forBody(const void* functor, const ElementRows& at, const Run& run)
    {
        const F& f = *static_cast<const F*>(functor);
        using Wide = FunctorBody<groupSize<Out, In...>(), F, Out, In...>;
        if (Wide::kGroup > 1 && Wide::aligned(at))
            return run(Wide{f, at});
        return run(FunctorBody<1, F, Out, In...>{f, at});
    }
};

}}}}  // namespace cv::cudastripe::detail::CV_CUDASTRIPE_COMPILER

#endif
