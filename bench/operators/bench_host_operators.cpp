// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures operators and short chains on the CPU beside OpenCV's own calls, as SIZE/THREADS/TYPE/NAME/WHOSE. Caveats:
// - One image again and again: 1280x720 is in the caches, but for wide pixels; 3840x2160 is not.
// - Each repetition makes a call without the clock first, which brings its images back.
// - exp, log, pow, sqrt, gray of 32F and magnitude may differ from OpenCV's by a few units of the last place.
// - Only times of one run may be compared: the repetitions of all cases are interleaved in random order.

#include <map>
#include <tuple>

#include "../common/benchmarks.hpp"
#include "../common/stripers.hpp"
#include "host_rows.hpp"
#include "opencv2/cudastripe/elementwise.hpp"

namespace bench {
namespace {

struct HostImages
{
    cv::Mat src, second, ours, openCv;
};

HostImages& imagesOf(cv::Size size, int type)
{
    static auto& all = *new std::map<std::tuple<int, int>, HostImages>;
    HostImages& images = all[{size.width, type}];
    if (images.src.empty()) {
        const int most = CV_MAT_DEPTH(type) < CV_32F ? 200 : 2;
        images.src.create(size, type);
        images.second.create(size, type);
        cv::randu(images.src, 1, most);
        cv::randu(images.second, 1, most);
    }
    return images;
}

void callOurs(const HostRow& row, HostImages& images)
{
    auto& striper = striperFor(cv::cudastripe::Route::Host);
    if (row.chain.usesSecond())
        cv::cudastripe::transform(images.src, images.second, images.ours, row.chain, cv::noArray(), {}, striper);
    else
        cv::cudastripe::transform(images.src, images.ours, row.chain, cv::noArray(), {}, striper);
}

void check(const HostRow& row, HostImages& images, const std::string& name)
{
    callOurs(row, images);
    row.openCv(images.src, images.second, images.openCv);
    const double most = row.exact ? 0 : 1e-5 * cv::norm(images.openCv, cv::NORM_INF) + (images.ours.depth() < CV_32F);
    if (cv::norm(images.ours, images.openCv, cv::NORM_INF) > most)
        CV_Error_(cv::Error::StsInternal, ("%s differs from OpenCV", name.c_str()));
}

void registerRows(cv::Size size, int type, int threads)
{
    for (const HostRow& row : hostRowsFor(type)) {
        const std::string name = cv::format("%dx%d/%d/%s/%s/", size.width, size.height, threads,
                                            cv::typeToString(type).substr(3).c_str(), row.name.c_str());
        CallCase ours = {name + "cudastripe", 1, [=] { callOurs(row, imagesOf(size, type)); }, threads};
        ours.check = [=] { check(row, imagesOf(size, type), ours.name); };
        registerCalls(ours);
        registerCalls({name + "cv", 1,
                       [=] {
                           HostImages& images = imagesOf(size, type);
                           row.openCv(images.src, images.second, images.openCv);
                       },
                       threads});
    }
}

}  // namespace

void registerAll()
{
    addMachineContext();
    const cv::Size small(1280, 720), large(3840, 2160);
    std::vector<int> threads = {1, 2};
    if (allThreads() > 2)
        threads.push_back(allThreads());
    for (int count : threads) {
        for (int channels = 1; channels <= 4; ++channels) {
            for (int depth : {CV_8U, CV_16U, CV_32F, CV_64F})
                registerRows(small, CV_MAKETYPE(depth, channels), count);
            for (int depth : {CV_8U, CV_16U, CV_32F}) {
                if (channels != 2)
                    registerRows(large, CV_MAKETYPE(depth, channels), count);
            }
        }
    }
}

}  // namespace bench
