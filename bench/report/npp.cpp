// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "workload.hpp"

#ifdef HAVE_NPP
#include <nppi_arithmetic_and_logical_operations.h>
#include <nppi_color_conversion.h>
#include <nppi_threshold_and_compare_operations.h>

#include "../common/npp.hpp"
#endif

namespace bench {

#ifdef HAVE_NPP

namespace {

using cv::cuda::GpuMat;
using cv::cudastripe::YuvLayout;

NppiSize sizeOf(const GpuMat& image)
{
    return {image.cols, image.rows};
}

int stepOf(const GpuMat& image)
{
    return static_cast<int>(image.step);
}

// Three planes fill the result; the fourth, which nobody wants, needs memory, too.
void toPlanes(const DeviceFrame& images, const NppStreamContext& context)
{
    const size_t plane = size_t(images.in.size().area());
    static Memory& spare = *new Memory;
    static size_t spareBytes = 0;
    if (spareBytes < plane) {
        spare = deviceMemory(plane);
        spareBytes = plane;
    }
    uchar* planes[] = {images.out.data, images.out.data + plane, images.out.data + 2 * plane, spare.get()};
    checkNpp(nppiBGRToYUV_8u_AC4P4R_Ctx(images.in.data, stepOf(images.in), planes, images.in.cols, sizeOf(images.in),
                                        context));
}

void toI420(const DeviceFrame& images, const NppStreamContext& context)
{
    const int width = images.in.cols;
    const size_t luma = size_t(images.in.size().area());
    uchar* planes[] = {images.out.data, images.out.data + luma, images.out.data + luma + luma / 4};
    int steps[] = {width, width / 2, width / 2};
    checkNpp(nppiBGRToYCbCr420_709HDTV_8u_AC4P3R_Ctx(images.in.data, stepOf(images.in), planes, steps,
                                                     sizeOf(images.in), context));
}

void toColours(const ReportWorkload& workload, const DeviceFrame& images, const NppStreamContext& context)
{
    const GpuMat &in = images.in, &out = images.out;
    const int width = out.cols;
    const size_t luma = size_t(out.size().area());
    const uchar* planes[] = {in.data, in.data + luma, in.data + luma + luma / 4};
    int steps[] = {width, width / 2, width / 2};
    switch (workload.layout) {
    case YuvLayout::NV12:
        return checkNpp(nppiNV12ToBGR_8u_P2C3R_Ctx(planes, width, out.data, stepOf(out), sizeOf(out), context));
    case YuvLayout::I420:
        return checkNpp(nppiYCbCr420ToBGR_8u_P3C3R_Ctx(planes, steps, out.data, stepOf(out), sizeOf(out), context));
    case YuvLayout::UYVY:
        return checkNpp(
            nppiCbYCr422ToBGR_709HDTV_8u_C2C3R_Ctx(in.data, stepOf(in), out.data, stepOf(out), sizeOf(out), context));
    default:
        return checkNpp(nppiYUVToBGR_8u_C3R_Ctx(in.data, stepOf(in), out.data, stepOf(out), sizeOf(out), context));
    }
}

void addToBytes(const ReportWorkload& workload, const DeviceFrame& images, const NppStreamContext& context)
{
    Npp8u constants[4];
    for (int i = 0; i < 4; ++i)
        constants[i] = cv::saturate_cast<uchar>(workload.job->chain.steps()[0].scalar[i]);
    checkNpp(nppiAddC_8u_C4RSfs_Ctx(images.in.data, stepOf(images.in), constants, images.out.data, stepOf(images.out),
                                    sizeOf(images.out), 0, context));
}

// Subtract, multiply, add, and both limits at once: four calls for five steps.
void chainOfFloats(const ReportWorkload& workload, const DeviceFrame& images, const NppStreamContext& context)
{
    const std::vector<cv::cudastripe::Operator>& steps = workload.job->chain.steps();
    const auto constant = [&](size_t step) { return static_cast<float>(steps[step].scalar[0]); };
    const auto* const src = images.in.ptr<float>();
    auto* const dst = reinterpret_cast<float*>(images.out.data);
    const int step = stepOf(images.out);
    const NppiSize size = sizeOf(images.out);
    checkNpp(nppiSubC_32f_C1R_Ctx(src, stepOf(images.in), constant(0), dst, step, size, context));
    checkNpp(nppiMulC_32f_C1IR_Ctx(constant(1), dst, step, size, context));
    checkNpp(nppiAddC_32f_C1IR_Ctx(constant(2), dst, step, size, context));
    checkNpp(nppiThreshold_LTValGTVal_32f_C1IR_Ctx(dst, step, size, constant(3), constant(3), constant(4), constant(4),
                                                   context));
}

}  // namespace

DeviceCall nppFor(const ReportWorkload& workload)
{
    if (workload.decodes && workload.channels == 4)
        return nullptr;
    return [&workload](const DeviceFrame& images, StreamPointer stream) {
        const NppStreamContext context = nppContext(static_cast<cudaStream_t>(stream));
        if (workload.decodes)
            return toColours(workload, images, context);
        if (!workload.job)
            return workload.halvedChroma() ? toI420(images, context) : toPlanes(images, context);
        if (workload.inType() == CV_8UC4)
            addToBytes(workload, images, context);
        else
            chainOfFloats(workload, images, context);
    };
}

#else

DeviceCall nppFor(const ReportWorkload&)
{
    return nullptr;
}

#endif

}  // namespace bench
