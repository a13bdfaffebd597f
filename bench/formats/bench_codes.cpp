// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures the codes of cvtColor between colour spaces and of Bayer patterns on the CPU beside cv::cvtColor, as
// host/SIZE/THREADS/TYPE/CODE/WHOSE, and their kernels at 8K beside a device copy of as many bytes. Caveats:
// - On the CPU, one image again and again: 1280x720 is in the caches, 3840x2160 is not.
// - Kernels take four sets of memory in turn, so data comes from memory.
// - Only times of one run may be compared: the repetitions of all cases are interleaved in random order.

#include <map>
#include <tuple>

#include "../../src/model/color_codes.hpp"
#include "../common/benchmarks.hpp"
#include "../common/stripers.hpp"
#include "cases.hpp"
#include "opencv2/cudastripe.hpp"
#include "opencv2/imgproc.hpp"

namespace bench {

std::vector<CodeCase> codeCases()
{
    std::vector<CodeCase> cases;
    const auto add = [&](const auto& row, int depths, int from, int to) {
        for (const int depth : {CV_8U, CV_16U, CV_32F}) {
            if (depths >> depth & 1)
                cases.push_back({row.name + 6, row.code, CV_MAKETYPE(depth, from), CV_MAKETYPE(depth, to)});
        }
    };
    for (const auto& row : cv::cudastripe::colorCodes()) {
        const std::string name = row.name;
        const bool four = name.find("BGRA2") != std::string::npos || name.find("RGBA2") != std::string::npos;
        const int from = row.takes(1) ? 1 : row.takes(2) ? 2 : row.takes(3) && !four ? 3 : 4;
        if (name.find("RGB2") == std::string::npos || !row.redFirst)
            add(row, row.depths, from, row.channels);
    }
    for (const auto& row : cv::cudastripe::bayerCodes()) {
        if (row.blueInOddRows && row.blueInOddCols)
            add(row, cv::cudastripe::BayerCode::kDepths, 1, row.channels);
    }
    return cases;
}

namespace {

struct Images
{
    cv::Mat src, ours, openCv;
};

Images& imagesOf(cv::Size size, const CodeCase& c)
{
    static auto& all = *new std::map<std::tuple<int, int, int>, Images>;
    Images& images = all[{size.width, c.srcType, c.dstType}];
    if (images.src.empty()) {
        const int depth = CV_MAT_DEPTH(c.srcType);
        images.src.create(size, c.srcType);
        cv::randu(images.src, 0, depth == CV_8U ? 256 : depth == CV_16U ? 65536 : 1);
    }
    return images;
}

void registerOnHost(const CodeCase& c, cv::Size size, int threads)
{
    const std::string name = cv::format("host/%dx%d/%d/%s/", size.width, size.height, threads, c.name().c_str());
    const int channels = CV_MAT_CN(c.dstType);
    registerCalls({name + "cudastripe", 1,
                   [=] {
                       Images& images = imagesOf(size, c);
                       cv::cudastripe::cvtColor(images.src, images.ours, c.code, channels, {},
                                                striperFor(cv::cudastripe::Route::Host));
                   },
                   threads});
    registerCalls({name + "cv", 1,
                   [=] {
                       Images& images = imagesOf(size, c);
                       cv::cvtColor(images.src, images.openCv, c.code, channels);
                   },
                   threads});
}

}  // namespace

void registerAll()
{
    const bool gpu = addMachineContext();
    std::vector<int> threads = {1};
    if (allThreads() > 1)
        threads.push_back(allThreads());
    for (const CodeCase& c : codeCases()) {
        for (const int count : threads) {
            registerOnHost(c, cv::Size(1280, 720), count);
            registerOnHost(c, cv::Size(3840, 2160), count);
        }
        if (gpu)
            registerKernels(c);
    }
}

#ifndef HAVE_CUDASTRIPE_CUDA
void registerKernels(const CodeCase&) {}
#endif

}  // namespace bench
