// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The known profiles of devices.

#include "opencv2/cudastripe/simulate.hpp"

namespace cv { namespace cudastripe {
namespace {

// The overlap example in docs/scheduling.md: 4 chunks of 256 * 1024 * 4 floats, up, through a kernel, and down again.
constexpr double kExampleBytes = 4. * 1024 * 1024 * 4;

// A card of the table on that page, by its engine rules and the published time of the three stages in sequence.
// Assumes equal stages, and no other costs.
DeviceProfile fitted(DeviceProfile profile, double sequentialMs)
{
    const double stageSeconds = sequentialMs / 3 / 1e3;
    profile.uploadRate = profile.uploadRateBesideDownload = kExampleBytes / stageSeconds;
    profile.downloadRate = profile.downloadRateBesideUpload = kExampleBytes / stageSeconds;
    profile.kernelRate = 2 * kExampleBytes / stageSeconds;
    profile.hostThreads = 4;
    profile.hostCopyRate = profile.hostRunRate = 6e9;
    profile.hostMemoryRate = 20e9;
    return profile;
}

// PCIe Gen5 x16 and 16 processors of a Xeon, fitted to measured calls of 1080p to 256 MB in all issue orders.
DeviceProfile h200()
{
    DeviceProfile profile;
    profile.name = "H200";
    profile.copyEngines = 2;  // the driver counts three, but two copies of one direction do not run at once
    profile.uploadRate = 54.1e9;
    profile.downloadRate = 56.9e9;
    profile.uploadRateBesideDownload = 52.9e9;
    profile.downloadRateBesideUpload = 49.7e9;
    profile.kernelRate = 3.9e12;
    profile.uploadGapSeconds = 3.6e-6;
    profile.downloadGapSeconds = 3.6e-6;
    profile.kernelGapSeconds = 1.7e-6;
    profile.startSeconds = 2.1e-6;
    profile.otherStreamSeconds = 1.5e-6;
    profile.handOverSeconds = 2.6e-6;
    profile.switchSeconds = 1.7e-6;
    profile.copyIssueSeconds = 1.0e-6;
    profile.kernelIssueSeconds = 3.0e-6;
    profile.eventIssueSeconds = 0.3e-6;
    profile.callSeconds = 1.3e-6;
    profile.hostThreads = 16;
    profile.hostCopyRate = 19e9;
    profile.hostRunRate = 8.5e9;
    profile.hostMemoryRate = 144e9;
    return profile;
}

DeviceProfile unlimited()
{
    constexpr double rate = 1e9;
    DeviceProfile profile;
    profile.name = "unlimited";
    profile.uploadRate = profile.uploadRateBesideDownload = rate;
    profile.downloadRate = profile.downloadRateBesideUpload = rate;
    profile.kernelRate = 2 * rate;
    profile.hostThreads = 16;
    profile.hostCopyRate = profile.hostRunRate = 2 * rate;
    profile.hostMemoryRate = 1e3 * rate;
    return profile;
}

}  // namespace

const std::vector<DeviceProfile>& deviceProfiles()
{
    static const std::vector<DeviceProfile> profiles = {
        fitted({"C1060", 1, 1, HardwareQueues::PerEngine, false}, 12.92),
        fitted({"C2050", 2, 1, HardwareQueues::PerEngine, true}, 9.98),
        fitted({"K20c", 2, 1, HardwareQueues::PerStream, false}, 7.10),
        h200(),
        unlimited(),
    };
    return profiles;
}

const DeviceProfile& deviceProfile(const String& name)
{
    String known;
    for (const DeviceProfile& profile : deviceProfiles()) {
        if (toLowerCase(profile.name) == toLowerCase(name))
            return profile;
        known += (known.empty() ? "" : ", ") + profile.name;
    }
    CV_Error_(Error::StsBadArg,
              ("cudastripe::deviceProfile: name is \"%s\"; known are %s", name.c_str(), known.c_str()));
}

}}  // namespace cv::cudastripe
