// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "plain_pipeline.hpp"

#include <algorithm>

#include "device_memory.hpp"
#include "opencv2/cudastripe/detail/kernel_launch.hpp"
#include "opencv2/imgproc.hpp"
#include "page_locked_memory.hpp"

namespace bench {
namespace {

constexpr double kRatio = 0.77;  // of a stripe that shrinks to the one before
constexpr int kBlock = 256;

__device__ unsigned yuvOf(uchar4 p)
{
    const int y = (1868 * p.x + 9617 * p.y + 4899 * p.z + (1 << 13)) >> 14;
    const int u = (8061 * (p.x - y) + (128 << 14) + (1 << 13)) >> 14;
    const int v = (14369 * (p.z - y) + (128 << 14) + (1 << 13)) >> 14;
    return y | min(max(u, 0), 255) << 8 | min(max(v, 0), 255) << 16;
}

// Four pixels a thread, 16 bytes in and 12 out; a warp writes whole lines, without which writes across the bus are
// slow.
__global__ void toYuv(const uint4* in, unsigned* out, int count)
{
    __shared__ unsigned lines[3 * kBlock];
    const int first = blockIdx.x * blockDim.x, i = first + threadIdx.x;
    if (i < count) {
        const uint4 words = in[i];
        const uchar4* pixels = reinterpret_cast<const uchar4*>(&words);
        const unsigned a = yuvOf(pixels[0]), b = yuvOf(pixels[1]), c = yuvOf(pixels[2]), d = yuvOf(pixels[3]);
        lines[3 * threadIdx.x] = a | b << 24;
        lines[3 * threadIdx.x + 1] = b >> 8 | c << 16;
        lines[3 * threadIdx.x + 2] = c >> 16 | d << 8;
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 3 * blockDim.x && 3 * first + k < 3 * count; k += blockDim.x)
        out[3 * first + k] = lines[k];
}

std::vector<int> rowsOf(const std::vector<double>& sizes)
{
    double all = 0;
    for (double size : sizes)
        all += size;
    const int height = pipelineFrame().pixels.height;
    std::vector<int> rows;
    double sum = 0;
    int done = 0;
    for (size_t i = 0; i < sizes.size(); ++i) {
        sum += sizes[i];
        const int end = i + 1 == sizes.size() ? height : int(sum / all * height + 0.5);
        rows.push_back(end - done);
        done = end;
    }
    return rows;
}

}  // namespace

void launchToYuv(const uchar* in, uchar* out, size_t pixels, const CudaStream& stream, bool readsAcross)
{
    const int quads = int(pixels / 4);
    const cv::cudastripe::detail::KernelLaunch how = {stream.get(), readsAcross ? int64(pixels) * 4 : 0};
    const cv::cudastripe::detail::BusThrottle throttle(how, quads, 3 * kBlock * int(sizeof(unsigned)));
    const int threads = throttle.blockThreads(kBlock);
    toYuv<<<(quads + threads - 1) / threads, threads, throttle.sharedBytes(), stream.get()>>>(
        reinterpret_cast<const uint4*>(in), reinterpret_cast<unsigned*>(out), quads);
    BENCH_CUDA(cudaGetLastError());
}

const FrameSize& pipelineFrame()
{
    return frameSizes().back();
}

PipelineMachine::PipelineMachine() : frames(pipelineFrame(), pageLockedMemory)
{
    for (int i = 0; i < kSets; ++i) {
        in[i] = deviceMemory(pipelineFrame().inBytes());
        out[i] = deviceMemory(pipelineFrame().outBytes());
    }
}

std::vector<int> stripes(int count, int tapered)
{
    std::vector<double> sizes(size_t(count - tapered), 1);
    for (double size = 1; int(sizes.size()) < count;)
        sizes.push_back(size *= kRatio);
    return rowsOf(sizes);
}

std::vector<int> stripesBefore(double last, double odds)
{
    std::vector<double> sizes = {last};
    double sum = last;
    for (double size = last * odds; sum < 1; size /= kRatio) {
        sizes.push_back(std::min(size, 1 - sum));
        sum += sizes.back();
    }
    std::reverse(sizes.begin(), sizes.end());
    return rowsOf(sizes);
}

HostFrame enqueue(PipelineMachine& m, const PipelineShape& shape)
{
    const HostFrame& frame = m.frames.next();
    const int set = m.set++ % PipelineMachine::kSets, count = int(shape.rows.size());
    size_t row = 0;
    for (int i = 0; i < count; ++i) {
        const size_t from = row * frame.in.step, to = row * frame.out.step;
        const size_t pixels = size_t(shape.rows[i]) * frame.in.cols;
        const bool last = i + 1 == count, writes = i >= count - shape.written, reads = last && shape.readsLast;
        const CudaStream& stream = reads ? m.up : m.run;
        if (!reads) {
            BENCH_CUDA(cudaMemcpyAsync(m.in[set].get() + from, frame.in.data + from, pixels * 4, cudaMemcpyHostToDevice,
                                       m.up.get()));
            BENCH_CUDA(cudaEventRecord(m.uploaded[i].get(), m.up.get()));
            BENCH_CUDA(cudaStreamWaitEvent(m.run.get(), m.uploaded[i].get(), 0));
        }
        if (shape.kernels == PipelineShape::Kernels::All || (last && shape.kernels != PipelineShape::Kernels::None))
            launchToYuv(reads ? frame.in.data + from : m.in[set].get() + from,
                        writes ? frame.out.data + to : m.out[set].get() + to, pixels, stream, reads);
        if (!writes) {
            BENCH_CUDA(cudaEventRecord(m.ran[i].get(), m.run.get()));
            BENCH_CUDA(cudaStreamWaitEvent(m.down.get(), m.ran[i].get(), 0));
            BENCH_CUDA(cudaMemcpyAsync(frame.out.data + to, m.out[set].get() + to, pixels * 3, cudaMemcpyDeviceToHost,
                                       m.down.get()));
        }
        row += size_t(shape.rows[i]);
    }
    return frame;
}

HostFrame pipeline(PipelineMachine& m, const PipelineShape& shape)
{
    const HostFrame frame = enqueue(m, shape);
    m.up.wait();
    m.run.wait();
    m.down.wait();
    return frame;
}

void checkResult(const HostFrame& frame)
{
    cv::Mat expected;
    cv::cvtColor(frame.in, expected, cv::COLOR_BGR2YUV);
    if (cv::norm(expected, frame.out, cv::NORM_INF) != 0)
        CV_Error(cv::Error::StsError, "a pipeline's result differs from that of cv::cvtColor");
}

void checkedPipeline(PipelineMachine& m, const PipelineShape& shape)
{
    const HostFrame frame = pipeline(m, shape);
    if (shape.kernels == PipelineShape::Kernels::All)
        checkResult(frame);
}

namespace {

void downloadAll(PipelineMachine& m, const HostFrame& frame, int set)
{
    BENCH_CUDA(cudaMemcpyAsync(frame.out.data, m.out[set].get(), pipelineFrame().outBytes(), cudaMemcpyDeviceToHost,
                               m.down.get()));
}

}  // namespace

void uploads(PipelineMachine& m, const std::vector<int>& rows, bool events, bool besideDownload)
{
    const HostFrame& frame = m.frames.next();
    const int set = m.set++ % PipelineMachine::kSets;
    size_t at = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
        const size_t bytes = size_t(rows[i]) * frame.in.step;
        BENCH_CUDA(
            cudaMemcpyAsync(m.in[set].get() + at, frame.in.data + at, bytes, cudaMemcpyHostToDevice, m.up.get()));
        if (events)
            BENCH_CUDA(cudaEventRecord(m.uploaded[i].get(), m.up.get()));
        if (besideDownload && i == 0)
            downloadAll(m, frame, set);
        at += bytes;
    }
    m.up.wait();
    m.down.wait();
}

void uploadsBatch(PipelineMachine& m, const std::vector<int>& rows, bool besideDownload)
{
    const HostFrame& frame = m.frames.next();
    const int set = m.set++ % PipelineMachine::kSets;
    std::vector<void*> to;
    std::vector<const void*> from;
    std::vector<size_t> bytes;
    size_t at = 0;
    for (int count : rows) {
        to.push_back(m.in[set].get() + at);
        from.push_back(frame.in.data + at);
        bytes.push_back(size_t(count) * frame.in.step);
        at += bytes.back();
    }
#if CUDART_VERSION >= 13000
    cudaMemcpyAttributes attributes = {};
    attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    size_t firstWithThem = 0;
    BENCH_CUDA(cudaMemcpyBatchAsync(to.data(), from.data(), bytes.data(), rows.size(), &attributes, &firstWithThem, 1,
                                    m.up.get()));
#endif
    if (besideDownload)
        downloadAll(m, frame, set);
    m.up.wait();
    m.down.wait();
}

void readsAcross(PipelineMachine& m, bool besideDownload)
{
    const HostFrame& frame = m.frames.next();
    const int set = m.set++ % PipelineMachine::kSets;
    launchToYuv(frame.in.data, m.in[set].get(), frame.in.total(), m.run, true);
    if (besideDownload)
        downloadAll(m, frame, set);
    m.run.wait();
    m.down.wait();
}

}  // namespace bench
