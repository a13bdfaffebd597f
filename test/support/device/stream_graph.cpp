// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "stream_graph.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA
#include <cuda_runtime_api.h>
#endif

namespace opencv_test {

#ifdef HAVE_CUDASTRIPE_CUDA

static void check(cudaError_t error)
{
    if (error != cudaSuccess)
        CV_Error(Error::GpuApiCallError, cudaGetErrorString(error));
}

struct StreamGraph::Cuda
{
    explicit Cuda(StreamId captured) : stream(static_cast<cudaStream_t>(captured.get()))
    {
        check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    }
    ~Cuda()
    {
        for (cudaGraphExec_t each : {executable, second}) {
            if (each)
                cudaGraphExecDestroy(each);
        }
        if (graph)
            cudaGraphDestroy(graph);
    }
    void end()
    {
        check(cudaStreamEndCapture(stream, &graph));
        check(cudaGraphInstantiate(&executable, graph, 0));
    }
    bool instantiateAgain()
    {
        const bool made = cudaGraphInstantiate(&second, graph, 0) == cudaSuccess;
        cudaGetLastError();
        return made;
    }
    int count(cudaGraphNodeType wanted) const
    {
        size_t number = 0;
        check(cudaGraphGetNodes(graph, nullptr, &number));
        std::vector<cudaGraphNode_t> nodes(number);
        check(cudaGraphGetNodes(graph, nodes.data(), &number));
        return static_cast<int>(std::count_if(nodes.begin(), nodes.end(), [&](cudaGraphNode_t node) {
            cudaGraphNodeType type;
            check(cudaGraphNodeGetType(node, &type));
            return type == wanted;
        }));
    }

    cudaStream_t stream;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr, second = nullptr;
};

#define CUDASTRIPE_ON_CUDA(...) __VA_ARGS__

#else

struct StreamGraph::Cuda
{
    explicit Cuda(StreamId) {}
};

#define CUDASTRIPE_ON_CUDA(...) CV_Error(Error::StsInternal, "this build has no CUDA")

#endif

StreamGraph::StreamGraph(const Backend& backend, StreamId stream) : device_(*backend.device()), stream_(stream)
{
    if (SimulatedDevice* device = backend.simulated())
        device->beginCapture(stream);
    else
        cuda_ = std::make_unique<Cuda>(stream);
}

StreamGraph::~StreamGraph()
{
    if (!capturing_)
        return;
    try {
        end();
    } catch (const cv::Exception& e) {
        ADD_FAILURE() << e.what();
    }
}

void StreamGraph::end()
{
    capturing_ = false;
    if (cuda_)
        CUDASTRIPE_ON_CUDA(cuda_->end());
    else
        simulated_ = static_cast<SimulatedDevice&>(device_).endCapture(stream_);
}

void StreamGraph::launch(StreamId stream)
{
    if (cuda_)
        CUDASTRIPE_ON_CUDA(check(cudaGraphLaunch(cuda_->executable, static_cast<cudaStream_t>(stream.get()))));
    else
        static_cast<SimulatedDevice&>(device_).launch(*simulated_, stream);
}

bool StreamGraph::makeSecond()
{
    if (cuda_)
        CUDASTRIPE_ON_CUDA(return cuda_->instantiateAgain());
    return simulated_->count("allocate") == 0;
}

void StreamGraph::launchSecond(StreamId stream)
{
    if (cuda_)
        CUDASTRIPE_ON_CUDA(check(cudaGraphLaunch(cuda_->second, static_cast<cudaStream_t>(stream.get()))));
    else
        launch(stream);
}

void StreamGraph::run()
{
    launch(stream_);
    waitFor(device_, stream_);
}

int StreamGraph::kernels() const
{
    if (cuda_)
        CUDASTRIPE_ON_CUDA(return cuda_->count(cudaGraphNodeTypeKernel));
    return simulated_->count("kernel");
}

int StreamGraph::copies() const
{
    if (cuda_)
        CUDASTRIPE_ON_CUDA(return cuda_->count(cudaGraphNodeTypeMemcpy));
    return simulated_->count("upload") + simulated_->count("download");
}

int StreamGraph::allocations() const
{
    if (cuda_)
        CUDASTRIPE_ON_CUDA(return cuda_->count(cudaGraphNodeTypeMemAlloc));
    return simulated_->count("allocate");
}

}  // namespace opencv_test
