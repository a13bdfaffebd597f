// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>

#include "report_cases.hpp"
#include "report_device.hpp"
#include "report_peers.hpp"

namespace bench {
namespace {

using cv::cuda::GpuMat;
using cv::cudastripe::StreamHandle;
using cv::cudastripe::Striper;
using Check = ReportCase::Check;

size_t bytesOf(const cv::Mat& image)
{
    return image.total() * image.elemSize();
}

void upload(const HostFrame& frame, const DeviceImages& images, const CudaStream& stream)
{
    BENCH_CUDA(
        cudaMemcpyAsync(images.src.data, frame.in.data, bytesOf(frame.in), cudaMemcpyHostToDevice, stream.get()));
}

void download(const DeviceImages& images, const HostFrame& frame, const CudaStream& stream)
{
    BENCH_CUDA(
        cudaMemcpyAsync(frame.out.data, images.dst.data, bytesOf(frame.out), cudaMemcpyDeviceToHost, stream.get()));
}

// Always from and to page-locked memory: nothing over the bus is faster.
void addBounds(ReportGroup& group)
{
    const auto device = group.device;
    const auto pinned = group.pinned;
    const auto copies = [=](bool up, bool down) {
        return [=](const HostFrame&) {
            const HostFrame& frame = pinned->next();
            const DeviceImages images = device->next();
            if (up)
                upload(frame, images, device->up);
            if (down)
                download(images, frame, device->down);
            device->up.wait();
            device->down.wait();
        };
    };
    const cv::Size pixels = group.size.pixels;
    group.cases.push_back({"bound/both", copies(true, true), group.bytes(), Check::Nothing});
    if (!group.allThreads || group.size.name != std::string("8K"))
        return;
    group.cases.push_back({"bound/upload", copies(true, false), group.workload.inBytes(pixels), Check::Nothing});
    group.cases.push_back({"bound/download", copies(false, true), group.workload.outBytes(pixels), Check::Nothing});
}

// The published scheme: rows in equal chunks, each with a stream of its own; upload, kernel and download of one chunk,
// then of the next. The kernel is this library's.
void convertRows(const ReportWorkload& workload, const HostFrame& frame, const DeviceImages& images,
                 const cv::Range& rows, cudaStream_t stream)
{
    const int height = frame.in.rows;
    const GpuMat src = images.src.rowRange(rows);
    std::vector<cv::Range> parts = {rows};
    if (workload.halvedChroma)
        parts.push_back(cv::Range(height + rows.start / 2, height + rows.end / 2));
    std::vector<GpuMat> results;
    for (const cv::Range& part : parts)
        results.push_back(images.dst.rowRange(part));
    if (results.size() > 1) {
        GpuMat& chroma = results[1];  // U and V beside one another
        chroma = GpuMat(chroma.rows, chroma.cols / 2, CV_8UC2, chroma.data, chroma.step);
    }

    const cv::Mat in = frame.in.rowRange(rows);
    BENCH_CUDA(cudaMemcpyAsync(src.data, in.data, bytesOf(in), cudaMemcpyHostToDevice, stream));
    const StreamHandle handle(stream);
    if (results.size() > 1)
        workload.ours(src, results, handle, Striper::getDefault());
    else
        workload.ours(src, results.front(), handle, Striper::getDefault());
    for (size_t i = 0; i < parts.size(); ++i) {
        const cv::Mat out = frame.out.rowRange(parts[i]);
        BENCH_CUDA(cudaMemcpyAsync(out.data, results[i].data, bytesOf(out), cudaMemcpyDeviceToHost, stream));
    }
}

void onStreams(const ReportWorkload& workload, const HostFrame& frame, ReportDevice& device)
{
    const DeviceImages images = device.next();
    const int rows = frame.in.rows, count = static_cast<int>(device.streams.size());
    const int chunk = ((rows + count - 1) / count + 1) / 2 * 2;  // chroma wants pairs of rows
    for (int i = 0, lower = 0; lower < rows; ++i, lower += chunk) {
        convertRows(workload, frame, images, cv::Range(lower, std::min(lower + chunk, rows)),
                    device.streams[static_cast<size_t>(i)].get());
    }
    for (const CudaStream& stream : device.streams)
        stream.wait();
}

// Upload, somebody's kernels, download.
using Enqueue = std::function<void(const DeviceImages& images, StreamPointer stream)>;

void copyRunCopy(const HostFrame& frame, ReportDevice& device, const Enqueue& enqueue)
{
    const DeviceImages images = device.next();
    upload(frame, images, device.up);
    enqueue(images, device.up.get());
    download(images, frame, device.up);
    device.up.wait();
}

void addPeers(ReportGroup& group)
{
    const ReportWorkload* const workload = &group.workload;
    const auto device = group.device;
    const auto add = [&](const char* mechanism, const std::function<void(const HostFrame&)>& work, Check check) {
        group.cases.push_back({mechanism, work, group.bytes(), check});
    };
    if (nppHas(*workload)) {
        const Enqueue npp = [=](const DeviceImages& images, StreamPointer stream) {
            callNpp(*workload, images, stream);
        };
        add(
            "gpu/npp", [=](const HostFrame& frame) { copyRunCopy(frame, *device, npp); },
            nppIsExact(*workload) ? Check::SameBits : Check::Nothing);
    }
    if (workload->job) {
        const Enqueue cub = [=](const DeviceImages& images, StreamPointer stream) {
            callCub(*workload->job, images, stream);
        };
        add(
            "gpu/cub", [=](const HostFrame& frame) { copyRunCopy(frame, *device, cub); }, Check::SameBits);
    }
    add(
        "gpu/streams16", [=](const HostFrame& frame) { onStreams(*workload, frame, *device); }, Check::SameBits);
    if (!group.isPinned())
        return;
    const auto zeroCopy = [=](const HostFrame& frame) {
        cv::Mat out = frame.out;
        callZeroCopyKernel(*workload, frame.in, out, device->up.get());
        device->up.wait();
    };
    add("gpu/zero_copy", zeroCopy, workload->halvedChroma ? Check::Nothing : Check::SameBits);
}

// Its times do not depend on threads, but what it is compared with at four of them shall be measured beside it.
bool wantsCvCuda(const ReportGroup& group)
{
    const bool asked = group.threads == 4 && group.size.name == std::string("8K") && group.workload.name == "bgr2yuv";
    return cvCudaHas(group.workload) && (group.allThreads || asked);
}

}  // namespace

void addGpuCases(ReportGroup& group)
{
    addBounds(group);
    if (wantsCvCuda(group)) {
        const ReportWorkload* const workload = &group.workload;
        const auto device = group.device;
        const auto cvCuda = [=](const HostFrame& frame) {
            cv::Mat out = frame.out;
            callCvCuda(*workload, frame.in, out, device->next(), device->up.get());
        };
        // Its colours are not those of the CPU to the bit.
        group.cases.push_back({"gpu/cv_cuda", cvCuda, group.bytes(), workload->job ? Check::SameBits : Check::Nothing});
    }
    if (group.allThreads && !group.workload.small)
        addPeers(group);
}

}  // namespace bench
