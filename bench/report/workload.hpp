// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../common/frames.hpp"
#include "../operators/operators.hpp"
#include "opencv2/cudastripe.hpp"

namespace bench {

//! A size of frames.
struct ReportSize
{
    std::string name;
    cv::Size pixels;
    int iterations;  //!< of a repetition: more of small frames, whose times the clock would blur
};

const std::vector<ReportSize>& reportSizes();

//! Work on frames that this library and its peers do.
struct ReportWorkload
{
    std::string name;
    std::string sizes;  //!< at which it is measured, separated by commas
    int code;           //!< of cv::cvtColor's: the same, or the nearest
    cv::cudastripe::YuvLayout layout;
    int channels;                                //!< of the colours
    bool decodes = false;                        //!< colours are made of YUV
    std::shared_ptr<OperatorJob> job = nullptr;  //!< the operators, if it is of operators
    double wellChosen = 1.07;  //!< times the best route: what takes longer is measured again before it counts

    int inType() const { return job ? job->type : decodes ? format().imageType() : CV_8UC(channels); }
    int outType() const { return job ? job->type : decodes ? CV_8UC(channels) : format().imageType(); }
    cv::Size inSize(const cv::Size& pixels) const { return decodes ? format().imageSize(pixels) : pixels; }
    cv::Size outSize(const cv::Size& pixels) const { return decodes ? pixels : format().imageSize(pixels); }
    size_t inBytes(const cv::Size& pixels) const { return size_t(inSize(pixels).area()) * CV_ELEM_SIZE(inType()); }
    size_t outBytes(const cv::Size& pixels) const { return size_t(outSize(pixels).area()) * CV_ELEM_SIZE(outType()); }
    size_t bytes(const cv::Size& pixels) const { return inBytes(pixels) + outBytes(pixels); }

    //! This library's call.
    void ours(cv::InputArray src, cv::OutputArray dst, const cv::cudastripe::StreamRef& stream,
              cv::cudastripe::Striper& striper) const;
    //! The call of OpenCV on the CPU that is nearest.
    void openCv(const HostFrame& frame) const;
    //! Whether that call makes the same bits; OpenCV makes no NV12, and is measured with I420 instead.
    bool openCvIsExact() const { return decodes || layout != cv::cudastripe::YuvLayout::NV12; }
    //! Colours to I420 are measured beside OpenCV's alone.
    bool hasPeers() const { return decodes || layout != cv::cudastripe::YuvLayout::I420; }
    //! The YUV image has planes of half the height below the first.
    bool halvedChroma() const { return format().blockSize().height == 2; }
    //! Whether that call uses threads; cv::'s arithmetic does not.
    bool openCvUsesThreads() const { return !job; }

private:
    cv::cudastripe::YuvFormat format() const { return cv::cudastripe::YuvFormat::hd(layout); }
};

//! Colours to YUV, operators, and YUV to colours.
const std::vector<ReportWorkload>& reportWorkloads();

// Other libraries' ways to do a workload. A function is empty if this build lacks the library, or if the library has
// nothing for the workload.

using DeviceCall = std::function<void(const DeviceFrame& frame, StreamPointer stream)>;  // enqueues

//! GpuMat::upload, cv::cuda's calls, GpuMat::download, and the wait for them. Its colours are not those of the CPU to
//! the bit.
std::function<void(const HostFrame& frame, const DeviceFrame& device, StreamPointer stream)> cvCudaFor(
    const ReportWorkload& workload);

//! NPP has packed YUV with an alpha channel only, so BGR2YUV gives planes; NV12 gives I420. Of NV12 and UYVY it makes
//! colours by other weights than OpenCV. Exact for operators alone.
DeviceCall nppFor(const ReportWorkload& workload);

//! One kernel as one writes it first, a thread for each pixel, on memory that the GPU reaches: enqueued. The size is
//! that of the colours.
void callPlainKernel(const ReportWorkload& workload, const uchar* src, uchar* dst, const cv::Size& size,
                     StreamPointer stream);

//! How many frames take turns, so that data comes from memory: more bytes than several cases leave in a cache.
int framesInRotation(const ReportWorkload& workload, const ReportSize& size);

/** @brief One allocation for the sources and one for the results of every workload and size, one after the other.

To allocate, and to lock pages, for each size anew would take longer than to measure. */
struct FrameMemory
{
    size_t inBytes = 0, outBytes = 0;
    Memory in, out;

    //! Makes room for a workload and size.
    void include(const ReportWorkload& workload, const ReportSize& size);
    void allocate(const Allocate& allocate);
    //! Host memory alone: touches all, and fills the sources with random bytes, or floats from 0 to 1.
    void fill(int depth);
};

//! From a frame to the next: whole pages.
size_t frameStep(size_t bytes);

//! Frames of a workload and size. Sources are the same in every memory.
template <class Image>
Rotation<Frame<Image>> framesIn(const FrameMemory& memory, const ReportWorkload& workload, const ReportSize& size)
{
    const size_t inStep = frameStep(workload.inBytes(size.pixels)), outStep = frameStep(workload.outBytes(size.pixels));
    Rotation<Frame<Image>> frames;
    for (int i = 0; i < framesInRotation(workload, size); ++i) {
        frames.add({Image(workload.inSize(size.pixels), workload.inType(), memory.in.get() + size_t(i) * inStep),
                    Image(workload.outSize(size.pixels), workload.outType(), memory.out.get() + size_t(i) * outStep)});
    }
    return frames;
}

}  // namespace bench
