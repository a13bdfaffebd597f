// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>

#include "cases.hpp"
#include "opencv2/opencv_modules.hpp"
#ifdef HAVE_OPENCV_CUDAIMGPROC
#include "opencv2/core/cuda_stream_accessor.hpp"
#include "opencv2/cudaimgproc.hpp"
#endif

namespace bench {
namespace {

using cv::cuda::GpuMat;
using cv::cudastripe::StreamHandle;
using cv::cudastripe::StreamRef;
using cv::cudastripe::Striper;

// Always from and to page-locked memory: nothing over the bus is faster.
void addBound(ReportGroup& group, const std::string& name, bool up, bool down)
{
    const auto copies = [device = group.device, pinned = group.pinned, up, down](const HostFrame&) {
        const HostFrame& host = pinned->next();
        const DeviceFrame& images = device->frames.next();
        if (up)
            upload(host.in, images.in, device->up);
        if (down)
            download(images.out, host.out, device->down);
        device->wait();
    };
    group.add("bound/" + name, copies, kUnchecked);
}

// The published scheme: rows in equal chunks, each with a stream of its own; upload, kernel and download of one chunk,
// then of the next. The kernel is this library's.
void convertRows(const ReportWorkload& workload, const HostFrame& frame, const DeviceFrame& images,
                 const cv::Range& rows, const CudaStream& stream)
{
    const int height = frame.in.rows;
    const GpuMat src = images.in.rowRange(rows);
    std::vector<cv::Range> parts = {rows};
    if (workload.halvedChroma())
        parts.push_back(cv::Range(height + rows.start / 2, height + rows.end / 2));
    std::vector<GpuMat> results;
    for (const cv::Range& part : parts)
        results.push_back(images.out.rowRange(part));
    upload(frame.in.rowRange(rows), src, stream);
    const StreamHandle handle(stream.get());
    if (workload.halvedChroma()) {
        GpuMat& chroma = results[1];  // U and V beside one another
        chroma = GpuMat(chroma.rows, chroma.cols / 2, CV_8UC2, chroma.data, chroma.step);
        workload.ours(src, results, handle, Striper::getDefault());
    } else {
        workload.ours(src, results.front(), handle, Striper::getDefault());
    }
    for (size_t i = 0; i < parts.size(); ++i)
        download(results[i], frame.out.rowRange(parts[i]), stream);
}

void onStreams(const ReportWorkload& workload, const HostFrame& frame, ReportDevice& device)
{
    const DeviceFrame& images = device.frames.next();
    const int rows = frame.in.rows, count = static_cast<int>(device.streams.size());
    const int chunk = ((rows + count - 1) / count + 1) / 2 * 2;  // chroma wants pairs of rows
    for (size_t i = 0; static_cast<int>(i) * chunk < rows; ++i) {
        const int lower = static_cast<int>(i) * chunk;
        convertRows(workload, frame, images, cv::Range(lower, std::min(lower + chunk, rows)), device.streams[i]);
    }
    for (const CudaStream& stream : device.streams)
        stream.wait();
}

// Upload, somebody's kernels, download.
void addCopyRunCopy(ReportGroup& group, const std::string& name, const DeviceCall& enqueue, double within)
{
    const auto work = [device = group.device, enqueue](const HostFrame& frame) {
        const DeviceFrame& images = device->frames.next();
        upload(frame.in, images.in, device->up);
        enqueue(images, device->up.get());
        download(images.out, frame.out, device->up);
        device->up.wait();
    };
    group.add("gpu/" + name, work, within);
}

DeviceCall plainKernel(const ReportWorkload& workload)
{
    return [&workload](const DeviceFrame& images, StreamPointer stream) {
        const cv::Size size = workload.decodes ? images.out.size() : images.in.size();
        callPlainKernel(workload, images.in.data, images.out.data, size, stream);
    };
}

void addPeers(ReportGroup& group)
{
    const ReportWorkload* const workload = &group.workload;
    const auto device = group.device;
    if (const DeviceCall npp = nppFor(*workload))
        addCopyRunCopy(group, "npp", npp, workload->job ? kExact : workload->decodes ? kOtherWeights : kUnchecked);
    if (workload->decodes)
        return addCopyRunCopy(group, "plain", plainKernel(*workload), kSameWeights);
    if (workload->job) {
        const auto cub = [=](const DeviceFrame& images, StreamPointer stream) {
            callCub(*workload->job, images, stream);
        };
        addCopyRunCopy(group, "cub", cub, kExact);
    }
    group.add(
        "gpu/streams16", [=](const HostFrame& frame) { onStreams(*workload, frame, *device); }, kExact);
    const auto zeroCopy = [=](const HostFrame& frame) {
        callPlainKernel(*workload, frame.in.data, frame.out.data, frame.in.size(), device->up.get());
        device->up.wait();
    };
    if (group.isPinned())
        group.add("gpu/zero_copy", zeroCopy, workload->halvedChroma() ? kUnchecked : kExact);
}

}  // namespace

std::function<void(const HostFrame& frame, const DeviceFrame& device, StreamPointer stream)> cvCudaFor(
    const ReportWorkload& workload)
{
    if (workload.job && cudaArithm()) {
        return [job = workload.job](const HostFrame& frame, const DeviceFrame& device, StreamPointer stream) {
            cudaArithm()->fromHost(*job, frame, device.out, stream);
        };
    }
#ifdef HAVE_OPENCV_CUDAIMGPROC
    if (!workload.job && workload.layout == cv::cudastripe::YuvLayout::Packed444) {
        return [code = workload.code](const HostFrame& frame, const DeviceFrame& device, StreamPointer stream) {
            cv::cuda::Stream calls = cv::cuda::StreamAccessor::wrapStream(static_cast<cudaStream_t>(stream));
            cv::cuda::GpuMat in = device.in, out = device.out;
            in.upload(frame.in, calls);
            cv::cuda::cvtColor(in, out, code, 3, calls);
            out.download(frame.out, calls);
            calls.waitForCompletion();
        };
    }
#endif
    return nullptr;
}

void addGpuCases(ReportGroup& group)
{
    addBound(group, "both", true, true);
    if (group.allThreads && group.is8K() && !group.workload.decodes) {
        addBound(group, "upload", true, false);
        addBound(group, "download", false, true);
    }
    // Its times do not depend on threads, but one case at four of them is compared with it.
    const bool compared = group.threads == 4 && group.is8K() && group.workload.name == "bgr2yuv";
    const bool peers = !group.workload.decodes || group.isPinned();
    const auto cvCuda = cvCudaFor(group.workload);
    if (peers && cvCuda && (group.allThreads || compared)) {
        const auto work = [cvCuda, device = group.device](const HostFrame& frame) {
            cvCuda(frame, device->frames.next(), device->up.get());
        };
        group.add("gpu/cv_cuda", work, group.workload.job ? kExact : kSameWeights);
    }
    if (peers && group.allThreads && group.workload.hasPeers())
        addPeers(group);
}

void addToDeviceCases(ReportGroup& group)
{
    const auto call = [workload = &group.workload, device = group.device](const HostFrame& frame, Striper& striper) {
        workload->ours(frame.in, device->frames.next().out, StreamRef(), striper);
    };
    addRoutes(group, "ours/", call, kUnchecked);
    addBound(group, "both", true, false);  // an upload is all that crosses the bus
}

void addDeviceCases(ReportGroup& group)
{
    const auto add = [&](const std::string& mechanism, const DeviceCall& enqueue) {
        group.addTimed(mechanism, [device = group.device, enqueue](HostFrames&) {
            const auto launch = [&] { enqueue(device->frames.next(), launchStream().get()); };
            waited(launch)();  // loads the kernel
            return launchSeconds(launch);
        });
    };
    const ReportWorkload* const workload = &group.workload;
    add("ours/auto", [=](const DeviceFrame& images, StreamPointer stream) {
        workload->ours(images.in, images.out, StreamHandle(stream), Striper::getDefault());
    });
    add("bound/both", [device = group.device](const DeviceFrame& from, StreamPointer stream) {
        const size_t moved = (bytesOf(from.in) + bytesOf(from.out)) / 2;  // results are not smaller than sources
        BENCH_CUDA(cudaMemcpyAsync(device->frames.next().out.data, from.out.data, moved, cudaMemcpyDeviceToDevice,
                                   static_cast<cudaStream_t>(stream)));
    });
    if (const DeviceCall npp = nppFor(*workload))
        add("gpu/npp", npp);
    add("gpu/plain", plainKernel(*workload));
}

}  // namespace bench
