// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Versions of the library beside one another in one process, interleaved: what a change has gained, where processes and
// machines differ by more. Arguments that end in .so are plug-ins made by scripts/bench_versions.sh. Cases are named
// SIZE/MEMORY/ROUTE/VERSION. As many threads as OPENCV_FOR_THREADS_NUM says.

#include <dlfcn.h>

#include <iostream>

#include "benchmark_main.hpp"
#include "host_case.hpp"
#include "opencv2/cudastripe/route.hpp"
#include "versions/version.hpp"
#ifdef HAVE_CUDASTRIPE_CUDA
#include "gpu_context.hpp"
#include "page_locked_memory.hpp"
#endif

namespace bench { namespace {

using cv::cudastripe::Route;

struct Version
{
    std::string name;
    decltype(&cudastripe_version_make) make;
    decltype(&cudastripe_version_convert) convert;

    explicit Version(const std::string& file) : name(file.substr(file.rfind('/') + 1))
    {
        void* const plugin = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!plugin)
            CV_Error_(cv::Error::StsBadArg, ("%s", dlerror()));
        name.resize(name.rfind('.'));
        make = reinterpret_cast<decltype(make)>(dlsym(plugin, "cudastripe_version_make"));
        convert = reinterpret_cast<decltype(convert)>(dlsym(plugin, "cudastripe_version_convert"));
        if (!make || !convert)
            CV_Error_(cv::Error::StsBadArg, ("%s is no version made by scripts/bench_versions.sh", file.c_str()));
    }
};

void registerVersion(const FrameSize& size, const SharedLazy<HostFrames>& frames, const std::string& memory,
                     Route route, const Version& version)
{
    const auto prepare = [=]() -> FrameWork {
        void* const striper = version.make(static_cast<int>(route));
        return [=](const HostFrame& frame) {
            cv::Mat out = frame.out;
            version.convert(striper, &frame.in, &out);
        };
    };
    const std::string name = memory + "/" + toString(route) + "/" + version.name;
    registerHostCase(size, {name, frames, prepare, size.bytes()});
}

void registerMemory(const FrameSize& size, HostFrames::Allocate allocate, const std::string& memory,
                    const std::vector<Route>& routes, const std::vector<Version>& versions)
{
    const SharedLazy<HostFrames> frames = lazyHostFrames(size, allocate);
    for (Route route : routes) {
        for (const Version& version : versions)
            registerVersion(size, frames, memory, route, version);
    }
}

void registerAll(const std::vector<std::string>& files)
{
    if (files.empty())
        CV_Error(cv::Error::StsBadArg, "no version is given; scripts/bench_versions.sh makes some");
    const std::vector<Version> versions(files.begin(), files.end());
    bool gpu = false;
#ifdef HAVE_CUDASTRIPE_CUDA
    gpu = whyNoGpu().empty();
#endif
    for (const FrameSize& size : frameSizes()) {
        registerMemory(size, pageableMemory, "pageable",
                       gpu ? std::vector<Route>{Route::Auto, Route::Host} : std::vector<Route>{Route::Host}, versions);
#ifdef HAVE_CUDASTRIPE_CUDA
        if (gpu) {
            registerMemory(size, pageLockedMemory, "pinned",
                           {Route::Auto, Route::Host, Route::Direct, Route::Striped, Route::Shared}, versions);
        }
#endif
    }
}

}}  // namespace bench

int main(int argc, char** argv)
{
    std::vector<std::string> files;
    std::vector<char*> others;
    for (int i = 0; i < argc; ++i) {
        const std::string argument = argv[i];
        const bool plugin = argument.size() > 3 && argument.compare(argument.size() - 3, 3, ".so") == 0;
        if (i > 0 && plugin)
            files.push_back(argument);
        else
            others.push_back(argv[i]);
    }
    return bench::runBenchmarks(static_cast<int>(others.size()), others.data(), [&] { bench::registerAll(files); });
}
