// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The capture of a CUDA stream into a graph.

#ifdef HAVE_CUDASTRIPE_CUDA

#include "caller.hpp"

namespace cv { namespace cudastripe {
namespace {

struct CaptureInfo
{
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    cudaGraph_t graph = nullptr;
    const cudaGraphNode_t* nodes = nullptr;
    size_t count = 0;
};

cudaError_t infoOf(cudaStream_t stream, CaptureInfo& info)
{
    unsigned long long id = 0;
#if CUDART_VERSION >= 13000
    return cudaStreamGetCaptureInfo(stream, &info.status, &id, &info.graph, &info.nodes, nullptr, &info.count);
#else
    return cudaStreamGetCaptureInfo_v2(stream, &info.status, &id, &info.graph, &info.nodes, &info.count);
#endif
}

cudaError_t replaceDependencies(cudaStream_t stream, cudaGraphNode_t* nodes, size_t count)
{
#if CUDART_VERSION >= 13000
    return cudaStreamUpdateCaptureDependencies(stream, nodes, nullptr, count, cudaStreamSetCaptureDependencies);
#else
    return cudaStreamUpdateCaptureDependencies(stream, nodes, count, cudaStreamSetCaptureDependencies);
#endif
}

class CudaCapture final : public GraphCapture
{
public:
    CudaCapture(CudaContext& context, cudaStream_t stream) : context_(context), stream_(stream)
    {
        if (info().status != cudaStreamCaptureStatusActive)
            CV_Error(Error::StsBadArg, "the capture is invalid because of an earlier error");
    }

    Nodes dependencies() override
    {
        const CaptureInfo now = info();
        return Nodes(now.nodes, now.nodes + now.count);
    }

    void setDependencies(const Nodes& nodes) override
    {
        std::vector<cudaGraphNode_t> list;
        for (void* node : nodes)
            list.push_back(static_cast<cudaGraphNode_t>(node));
        const CudaScope scope(context_);
        context_.check(replaceDependencies(stream_, list.data(), list.size()), "cudaStreamUpdateCaptureDependencies");
    }

    void* allocate(size_t sizeBytes) override
    {
        const CudaScope scope(context_);
        void* memory = nullptr;
        const cudaError_t error = cudaMallocAsync(&memory, sizeBytes, stream_);
        // Some devices have no memory pools.
        if (error == cudaErrorMemoryAllocation || error == cudaErrorNotSupported) {
            cudaGetLastError();
            return nullptr;
        }
        context_.check(error, "cudaMallocAsync");
        return memory;
    }

    void free(void* memory) noexcept override
    {
        context_.destroy([&] { return cudaFreeAsync(memory, stream_); });
    }

    void keep(std::shared_ptr<void> owner) override
    {
        const CudaScope scope(context_);
        const cudaGraph_t graph = info().graph;
        auto kept = std::make_unique<std::shared_ptr<void>>(std::move(owner));
        const auto destroy = [](void* object) { delete static_cast<std::shared_ptr<void>*>(object); };
        cudaUserObject_t object = nullptr;
        context_.check(cudaUserObjectCreate(&object, kept.get(), destroy, 1, cudaUserObjectNoDestructorSync),
                       "cudaUserObjectCreate");
        static_cast<void>(kept.release());  // from here on CUDA destroys it
        const cudaError_t error = cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove);
        if (error != cudaSuccess)
            cudaUserObjectRelease(object, 1);
        context_.check(error, "cudaGraphRetainUserObject");
    }

private:
    CaptureInfo info() const
    {
        const CudaScope scope(context_);
        CaptureInfo now;
        const cudaError_t error = infoOf(stream_, now);
        if (error == cudaErrorLossyQuery)
            CV_Error(Error::StsBadArg, "the last node of the stream has programmatic edges, which are not supported");
        context_.check(error, "cudaStreamGetCaptureInfo");
        return now;
    }

    CudaContext& context_;
    const cudaStream_t stream_;
};

}  // namespace

std::unique_ptr<GraphCapture> captureOf(CudaContext& context, cudaStream_t stream)
{
    return std::make_unique<CudaCapture>(context, stream);
}

}}  // namespace cv::cudastripe

#endif
