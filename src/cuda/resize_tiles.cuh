// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A kernel that resizes by many taps. A block makes a tile of the result, and sums each source row across only once.

#pragma once

#include "../op/resize/math/split_weights.hpp"
#include "launch.cuh"
#include "resize_tile.cuh"

namespace cv { namespace cudastripe {

//! The work of a block.
template <class Math, int Channels>
class ResizeTileBlock
{
public:
    using Sample = typename Math::Sample;
    using Weight = typename Math::Weight;
    using Middle = typename Math::Middle;
    using Sum = typename Math::Sum;

    __device__ ResizeTileBlock(const ResizeBody<Math>& body, const ResizeTile& tile, int rows, uchar* shared)
        : body_(body),
          tile_(tile),
          firstCol_(blockIdx.x * tile.cols),
          firstRow_(blockIdx.y * tile.rows),
          cols_(::min(tile.cols, body.cols - firstCol_)),
          rows_(::min(tile.rows, rows - firstRow_)),
          source_(shared),
          weights_(reinterpret_cast<Weight*>(shared + tile.staged * tile.sourceBytes)),
          middle_(reinterpret_cast<Middle*>(reinterpret_cast<uchar*>(weights_) +
                                            alignedUp(weightBytesOf<Math>(tile.taps) * tile.cols)))
    {
        const SourceSpan first = spanAcross(0), last = spanAcross(cols_ - 1);
        sourceCol_ = first.first;
        sourceCols_ = last.first + last.count - first.first;
        sourceRow_ = spanDown(0).first;
        sourceRows_ = spanDown(rows_ - 1).first + spanDown(rows_ - 1).count - sourceRow_;
    }

    __device__ void run(PlaneShift by)
    {
        stageWeights();
        for (int first = 0; first < sourceRows_; first += tile_.staged) {
            const int count = ::min(tile_.staged, sourceRows_ - first);
            stage(first, count, by);
            __syncthreads();
            if constexpr (kSplits)
                sumBytesAcross(first, count);
            else
                sumAcross(first, count);
            __syncthreads();
        }
        sumDown(by);
    }

private:
    static constexpr bool kSplits = std::is_same<Math, PillowBytes>::value;

    __device__ void stageWeights()
    {
        const int count = (kSplits ? (tile_.taps + 3) / 4 : tile_.taps) * cols_;
        for (int i = threadIdx.x; i < count; i += ResizeTile::kThreads) {
            const int x = i % cols_, k = i / cols_;
            const Weight* const from = body_.across.template weightsOf<Weight>(body_.table, firstCol_ + x);
            if constexpr (kSplits)
                SplitWeights(from + 4 * k, tile_.taps - 4 * k).store(splitAt(k, x), tile_.cols);
            else
                weights_[k * tile_.cols + x] = from[k];
        }
    }

    //! The first of the three words with the weights of taps 4 * group to 4 * group + 3 of column x.
    __device__ std::uint32_t* splitAt(int group, int x) const
    {
        return reinterpret_cast<std::uint32_t*>(weights_) + 3 * group * tile_.cols + x;
    }

    __device__ SourceSpan spanAcross(int x) const { return body_.across.span(body_.table, firstCol_ + x); }
    __device__ SourceSpan spanDown(int y) const
    {
        return body_.down.span(body_.table, body_.firstResult + firstRow_ + y);
    }

    __device__ const uchar* sourceBytes(int row, PlaneShift by) const
    {
        return reinterpret_cast<const uchar*>(body_.template sourceRow<Sample>(sourceRow_ + row, by.in) +
                                              int64(sourceCol_) * Channels);
    }

    //! Copies rows to shared memory by words. The address of a row's first byte stays the same modulo 4.
    __device__ void stage(int first, int count, PlaneShift by)
    {
        const int bytes = sourceCols_ * Channels * int(sizeof(Sample));
        for (int r = threadIdx.x / 32; r < count; r += ResizeTile::kThreads / 32) {
            const uchar* const from = sourceBytes(first + r, by);
            const int shift = int(reinterpret_cast<size_t>(from) % 4);
            uchar* const to = source_ + r * tile_.sourceBytes + shift;
            const int head = ::min((4 - shift) % 4, bytes), words = (bytes - head) / 4, lane = threadIdx.x % 32;
            if (lane < head)
                to[lane] = from[lane];
            for (int i = lane; i < words; i += 32)
                reinterpret_cast<std::uint32_t*>(to + head)[i] = reinterpret_cast<const std::uint32_t*>(from + head)[i];
            for (int i = head + 4 * words + lane; i < bytes; i += 32)
                to[i] = from[i];
            if (lane == 0)
                shifts_()[r] = shift;
        }
    }

    //! The offset of the first byte of each staged row in its buffer, 0 to 3.
    __device__ int* shifts_() const
    {
        __shared__ int shifts[ResizeTile::kMostStaged];
        return shifts;
    }

    //! Sums across, four taps at a time.
    __device__ void sumBytesAcross(int first, int count)
    {
        for (int i = threadIdx.x; i < count * cols_; i += ResizeTile::kThreads) {
            const int r = i / cols_, x = i % cols_;
            const SourceSpan span = spanAcross(x);
            const int at = shifts_()[r] + (span.first - sourceCol_) * Channels;
            const auto* words = reinterpret_cast<const std::uint32_t*>(source_ + r * tile_.sourceBytes + at / 4 * 4);
            const std::uint32_t* weights = splitAt(0, x);
            int sums[3][Channels] = {};
            std::uint32_t next = *words++;
            for (int k = 0; k < span.count; k += 4, weights += 3 * tile_.cols) {
                std::uint32_t pixels[Channels];
                for (int c = 0; c < Channels; ++c) {
                    const std::uint32_t word = next;
                    next = *words++;
                    pixels[c] = __funnelshift_r(word, next, unsigned(at % 4 * 8));
                }
                addDots(pixels, weights, tile_.cols, sums);
            }
            Middle* const to = middle_ + ((first + r) * tile_.cols + x) * Channels;
            for (int c = 0; c < Channels; ++c)
                to[c] = Math::middle(wholeOf(sums, c));
        }
    }

    __device__ void sumAcross(int first, int count)
    {
        for (int i = threadIdx.x; i < count * cols_; i += ResizeTile::kThreads) {
            const int r = i / cols_, x = i % cols_;
            const SourceSpan span = spanAcross(x);
            const Sample* pixel = reinterpret_cast<const Sample*>(source_ + r * tile_.sourceBytes + shifts_()[r]) +
                                  (span.first - sourceCol_) * Channels;
            const Weight* const weights = weights_ + x;
            Sum sums[Channels] = {};
#pragma unroll 4
            for (int k = 0; k < span.count; ++k, pixel += Channels) {
                const Weight weight = weights[k * tile_.cols];
                for (int c = 0; c < Channels; ++c) {
                    const Sum term = Math::across(ResizeBody<Math>::template sampleOf<Channels>(pixel, c), weight);
                    sums[c] = k == 0 ? term : plus(sums[c], term);
                }
            }
            Middle* const to = middle_ + ((first + r) * tile_.cols + x) * Channels;
            for (int c = 0; c < Channels; ++c)
                to[c] = Math::middle(sums[c]);
        }
    }

    __device__ void sumDown(PlaneShift by)
    {
        for (int i = threadIdx.x; i < rows_ * cols_; i += ResizeTile::kThreads) {
            const int y = i / cols_, x = i % cols_;
            const SourceSpan span = spanDown(y);
            const Weight* const weights =
                body_.down.template weightsOf<Weight>(body_.table, body_.firstResult + firstRow_ + y);
            Sum sums[Channels] = {};
            for (int j = 0; j < span.count; ++j) {
                const int k = Math::kLastRowFirst ? span.count - 1 - j : j;
                const Middle* const from = middle_ + ((span.first + k - sourceRow_) * tile_.cols + x) * Channels;
                for (int c = 0; c < Channels; ++c) {
                    const Sum term = Math::down(from[c], weights[k]);
                    sums[c] = j == 0 ? term : plus(sums[c], term);
                }
            }
            Sample values[Channels];
            body_.template finish<Channels>(sums, firstCol_ + x, span.count, values);
            Sample* const to =
                reinterpret_cast<Sample*>(body_.dst.base + int64(firstRow_ + y) * body_.dst.step + by.out);
            for (int c = 0; c < Channels; ++c)
                to[int64(firstCol_ + x) * Channels + c] = values[c];
        }
    }

    const ResizeBody<Math>& body_;
    const ResizeTile& tile_;
    const int firstCol_, firstRow_, cols_, rows_;
    uchar* const source_;
    Weight* const weights_;
    Middle* const middle_;
    int sourceCol_, sourceCols_, sourceRow_, sourceRows_;
};

//! Blocks with blockIdx.z == z process image z.
template <class Math>
__global__ void __launch_bounds__(ResizeTile::kThreads)
    resizeTiles(const CV_CUDASTRIPE_GRID_CONSTANT ResizeBody<Math> body, ResizeTile tile, int rows,
                RepeatedImages images)
{
    extern __shared__ __align__(16) uchar shared[];
    const PlaneShift by = images.of(blockIdx.z);
    switch (body.channels) {
    case 1:
        return ResizeTileBlock<Math, 1>(body, tile, rows, shared).run(by);
    case 2:
        return ResizeTileBlock<Math, 2>(body, tile, rows, shared).run(by);
    case 3:
        return ResizeTileBlock<Math, 3>(body, tile, rows, shared).run(by);
    default:
        return ResizeTileBlock<Math, 4>(body, tile, rows, shared).run(by);
    }
}

inline bool isHostMemory(const void* address)
{
    cudaPointerAttributes attributes;
    return cudaPointerGetAttributes(&attributes, address) == cudaSuccess && attributes.type != cudaMemoryTypeDevice &&
           attributes.type != cudaMemoryTypeManaged;
}

template <class Math>
cudaError_t loadTiles()
{
    if constexpr (Math::kDownFirst)
        return cudaSuccess;
    else
        return loadFunction(&resizeTiles<Math>);
}

//! Uses tiles for pixels with many taps, unless the kernel accesses host memory.
template <class Math>
struct Launch<ResizeBody<Math>>
{
    using Body = ResizeBody<Math>;

    static constexpr auto kKernel = &runBody<Body>;
    //! With fewer threads, each makes one pixel instead of several. Half of the threads that an H200 runs at once.
    static constexpr int64 kFewThreads = 1 << 17;

    static int enqueue(const void* body, int64 itemsX, int64 itemsY, const RepeatedImages& images,
                       const KernelLaunch& launch)
    {
        if (isHostMemory(static_cast<const Body*>(body)->src.base))
            return enqueueSingle(body, itemsY, images, launch);
        if constexpr (Math::kDownFirst)
            return enqueueItems<Body>(body, itemsX, itemsY, images, launch);
        else
            return enqueueTiles(body, itemsX, itemsY, images, launch);
    }

private:
    //! A thread for each pixel.
    static int enqueueSingle(const void* body, int64 itemsY, const RepeatedImages& images, const KernelLaunch& launch)
    {
        Body single = *static_cast<const Body*>(body);
        single.pixels = 1;
        return enqueueItems<Body>(&single, single.items(), itemsY, images, launch);
    }

    static int enqueueTiles(const void* body, int64 itemsX, int64 itemsY, const RepeatedImages& images,
                            const KernelLaunch& launch)
    {
        const ResizeTile tile = tileOf(*static_cast<const Body*>(body), itemsY, images.count);
        const int64 gridY = tile.rows > 0 ? (itemsY + tile.rows - 1) / tile.rows : 0;
        if (gridY == 0 || gridY > LaunchShape::maxGridY || launch.busBytes > 0) {
            if (itemsX * itemsY * images.count < kFewThreads)
                return enqueueSingle(body, itemsY, images, launch);
            return enqueueItems<Body>(body, itemsX, itemsY, images, launch);
        }
        return withTable<Body>(body, launch, [&](const void* argument) {
            int rows = static_cast<int>(itemsY);
            const int cols = static_cast<const Body*>(argument)->cols;
            void* arguments[] = {const_cast<void*>(argument), const_cast<ResizeTile*>(&tile), &rows,
                                 const_cast<RepeatedImages*>(&images)};
            const dim3 grid(static_cast<unsigned>((cols + tile.cols - 1) / tile.cols), static_cast<unsigned>(gridY),
                            images.count);
            return cudaLaunchKernel(reinterpret_cast<const void*>(&resizeTiles<Math>), grid, dim3(ResizeTile::kThreads),
                                    arguments, static_cast<size_t>(tile.bytes),
                                    static_cast<cudaStream_t>(launch.stream));
        });
    }

    static ResizeTile tileOf(const Body& body, int64 rows, int64 images)
    {
        if (rows <= 0)
            return {};
        const int64 taps = int64(body.across.span(body.table, body.cols / 2).count) *
                           body.down.span(body.table, body.firstResult + rows / 2).count;
        return taps > ResizeTile::kFewTaps ? resizeTile(body, static_cast<int>(rows), images) : ResizeTile{};
    }
};

}}  // namespace cv::cudastripe
