// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Predicted and measured timelines.

#include "opencv2/cudastripe/simulate.hpp"

#include "../device/cuda/cuda_device.hpp"
#ifdef HAVE_CUDASTRIPE_CUDA
#include "../device/cuda/trace.hpp"
#endif
#include "../device/simulated/simulated_device.hpp"
#include "striper/striper_impl.hpp"

namespace cv { namespace cudastripe {
namespace {

// A timeline shows stripes unless another route is requested.
StriperParams striped(StriperParams params)
{
    if (params.route == Route::Auto)
        params.route = Route::Striped;
    return params;
}

// With a rate of 0 nothing would ever end.
void checkProfile(const DeviceProfile& profile)
{
    for (double rate :
         {profile.uploadRate, profile.downloadRate, profile.uploadRateBesideDownload, profile.downloadRateBesideUpload,
          profile.kernelRate, profile.hostCopyRate, profile.hostRunRate, profile.hostMemoryRate}) {
        if (!(rate > 0) || cvIsInf(rate))
            CV_Error_(Error::StsOutOfRange,
                      ("cudastripe::predictTimeline: profile \"%s\" has a rate of %g; all must be "
                       "above 0 and finite",
                       profile.name.c_str(), rate));
    }
    if (profile.hostThreads < 1 || profile.kernelEngines < 1 || profile.copyEngines < 1 || profile.copyEngines > 3) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::predictTimeline: profile \"%s\" has %d host threads, %d kernel "
                   "engines and %d copy engines; there must be at least 1 of each, and at most 3 copy engines",
                   profile.name.c_str(), profile.hostThreads, profile.kernelEngines, profile.copyEngines));
    }
}

}  // namespace

Timeline predictTimeline(const DeviceProfile& profile, const StriperParams& params, MemoryKind memory,
                         const std::function<void(Striper&)>& work)
{
    checkProfile(profile);
    SimulatedDeviceParams simulation;
    simulation.profile = std::make_shared<const DeviceProfile>(profile);
    simulation.dry = true;
    simulation.otherMemory = memory == MemoryKind::PageLocked ? MemoryKind::PageLocked : MemoryKind::Pageable;
    simulation.deviceMemoryBytes = simulation.pageLockedBytes = size_t(1) << 40;
    const auto device = std::make_shared<SimulatedDevice>(simulation);
    const auto striper = makeStriper({device}, striped(params));
    work(*striper);
    return device->timeline();
}

Timeline measureTimeline(int device, [[maybe_unused]] const StriperParams& params,
                         [[maybe_unused]] const std::function<void(Striper&)>& work)
{
#ifdef HAVE_CUDASTRIPE_CUDA
    if (const auto plain = openCudaDevice(device)) {
        DeviceRates rates(*plain, params.calibrate);
        const auto trace = std::make_shared<CudaTrace>(device, rates.find(true).link);
        const auto traced = makeCudaDevice(device, trace);
        const auto striper = makeStriper({traced}, striped(params));
        work(*striper);  // loads kernels and allocates
        trace->restart();
        work(*striper);
        Timeline timeline = trace->timeline();
        timeline.title = traced->facts().name;
        return timeline;
    }
#endif
    CV_Error_(Error::GpuNotSupported,
              ("cudastripe::measureTimeline: device is %d; this build or this machine has no such device", device));
}

}}  // namespace cv::cudastripe
