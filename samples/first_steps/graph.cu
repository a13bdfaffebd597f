// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Captures a conversion into a CUDA graph, launches it, and gives the executable another source.

#include <opencv2/cudastripe.hpp>

#ifdef __CUDACC__
#include <cuda.h>

namespace stripe = cv::cudastripe;

void check(cudaError_t error)
{
    if (error != cudaSuccess)
        CV_Error(cv::Error::GpuApiCallError, cudaGetErrorString(error));
}

// A runtime that is linked statically knows the kernels of its own program or library only; the driver knows all.
template <class Function>
Function* driver(const char* name)
{
    void* function = nullptr;
#if CUDART_VERSION >= 12050
    check(cudaGetDriverEntryPointByVersion(name, &function, CUDA_VERSION, cudaEnableDefault));
#else
    check(cudaGetDriverEntryPoint(name, &function, cudaEnableDefault));
#endif
    CV_Assert(function);
    return reinterpret_cast<Function*>(function);
}

void check(CUresult error)
{
    if (error != CUDA_SUCCESS)
        CV_Error_(cv::Error::GpuApiCallError, ("error %d of CUDA's driver", int(error)));
}

cv::cuda::GpuMat onDevice(const cv::Mat& image)
{
    void* memory = nullptr;
    check(cudaMalloc(&memory, image.total() * image.elemSize()));
    check(cudaMemcpy(memory, image.data, image.total() * image.elemSize(), cudaMemcpyHostToDevice));
    return cv::cuda::GpuMat(image.size(), image.type(), memory);  // the graph needs the memory as long as it exists
}

cudaGraph_t capture(const cv::cuda::GpuMat& src, cv::cuda::GpuMat dst, cudaStream_t stream)
{
    cudaGraph_t graph;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    stripe::cvtColor(src, dst, cv::COLOR_BGR2YUV, stripe::StreamHandle(stream));
    check(cudaStreamEndCapture(stream, &graph));
    return graph;
}

cudaGraphNode_t kernelOf(cudaGraph_t graph)
{
    cudaGraphNode_t node;
    size_t count = 1;  // between images in device memory a call is one kernel
    check(cudaGraphGetNodes(graph, &node, &count));
    return node;
}

bool isConverted(const cv::Mat& image, const cv::cuda::GpuMat& dst, cudaStream_t stream)
{
    cv::Mat expected, actual(image.size(), CV_8UC3);
    cv::cvtColor(image, expected, cv::COLOR_BGR2YUV);
    check(cudaMemcpyAsync(actual.data, dst.data, actual.total() * 3, cudaMemcpyDeviceToHost, stream));
    check(cudaStreamSynchronize(stream));
    return cv::norm(expected, actual, cv::NORM_INF) == 0;
}

int main()
{
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0)
        return 0;
    const cv::Mat first(480, 640, CV_8UC4, cv::Scalar(10, 20, 30)), second(480, 640, CV_8UC4, cv::Scalar(90, 80, 70));
    const cv::cuda::GpuMat src = onDevice(first), other = onDevice(second), dst = onDevice(cv::Mat(480, 640, CV_8UC3));
    cudaStream_t stream;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));

    const cudaGraph_t graph = capture(src, dst, stream), ofOther = capture(other, dst, stream);
    cudaGraphExec_t executable;
    check(cudaGraphInstantiate(&executable, graph, 0));
    check(cudaGraphLaunch(executable, stream));
    const bool firstIsRight = isConverted(first, dst, stream);

    // The same kernel with the other source: no new executable. If program and library share one runtime,
    // cudaGraphKernelNodeGetParams() and cudaGraphExecKernelNodeSetParams() do the same.
    CUDA_KERNEL_NODE_PARAMS params;
    check(driver<decltype(cuGraphKernelNodeGetParams)>("cuGraphKernelNodeGetParams")(kernelOf(ofOther), &params));
    check(driver<decltype(cuGraphExecKernelNodeSetParams)>("cuGraphExecKernelNodeSetParams")(executable,
                                                                                             kernelOf(graph), &params));
    check(cudaGraphLaunch(executable, stream));
    return firstIsRight && isConverted(second, dst, stream) ? 0 : 1;
}

#else

int main() {}

#endif
