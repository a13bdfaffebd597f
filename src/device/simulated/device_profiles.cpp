// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The known profiles of devices.

#include "opencv2/cudastripe/simulate.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr auto kPerEngine = HardwareQueues::PerEngine, kPerStream = HardwareQueues::PerStream;

// A profile without other costs: stages take equally long if a kernel reads and writes as many bytes as are copied.
DeviceProfile equalStages(const char* name, int copyEngines, HardwareQueues queues, bool held, double rate,
                          int hostThreads, double hostRate, double memoryRate)
{
    DeviceProfile profile{name, copyEngines, 1, queues, held, rate, rate, rate, rate, 2 * rate};
    profile.hostThreads = hostThreads;
    profile.hostCopyRate = profile.hostRunRate = hostRate;
    profile.hostMemoryRate = memoryRate;
    return profile;
}

// The rate of a copy, in bytes per second, in the overlap example of docs/scheduling.md: 4 chunks of 256 * 1024 * 4
// floats go up, through a kernel, and down. `sequentialMs` is the published time without overlap.
double rateOf(double sequentialMs)
{
    return 4. * 1024 * 1024 * 4 / (sequentialMs / 3 / 1e3);
}

}  // namespace

const std::vector<DeviceProfile>& deviceProfiles()
{
    static const std::vector<DeviceProfile> profiles = {
        equalStages("C1060", 1, kPerEngine, false, rateOf(12.92), 4, 6e9, 20e9),
        equalStages("C2050", 2, kPerEngine, true, rateOf(9.98), 4, 6e9, 20e9),
        equalStages("K20c", 2, kPerStream, false, rateOf(7.10), 4, 6e9, 20e9),
        // PCIe Gen5 x16 and 16 processors of a Xeon, in the order of DeviceProfile's fields: fitted to measured calls
        // of 1080p to 256 MB in all issue orders. The driver counts three copy engines, but two copies of one direction
        // do not run at once.
        {"H200", 2,      1,      kPerStream, false,  54.1e9, 56.9e9, 52.9e9, 49.7e9, 3.9e12, 3.6e-6, 3.6e-6, 1.7e-6,
         2.1e-6, 1.5e-6, 2.6e-6, 1.7e-6,     1.0e-6, 3.0e-6, 0.3e-6, 1.3e-6, 16,     19e9,   8.5e9,  144e9},
        equalStages("unlimited", 2, kPerStream, false, 1e9, 16, 2e9, 1e12),
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
