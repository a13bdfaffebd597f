// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures resizing on the CPU beside cv::resize, as SIZE/SIZE/THREADS/TYPE/NAME/WHOSE, and on a GPU. Caveats:
// - One image again and again, so a shape's tables are made once.
// - Pillow has no C++ library: only our time is measured for its filters.
// - Only times of one run may be compared: the repetitions of all cases are interleaved in random order.

#include <map>
#include <tuple>

#include "../common/benchmarks.hpp"
#include "../common/stripers.hpp"
#include "gpu_cases.hpp"
#include "opencv2/cudastripe/resize.hpp"

namespace bench {
namespace {

using cv::cudastripe::Resampling;

struct Images
{
    cv::Mat src, ours, openCv;
};

struct Shape
{
    cv::Size from, to;
    int type;
};

Images& imagesOf(const Shape& shape)
{
    static auto& all = *new std::map<std::tuple<int, int, int>, Images>;
    Images& images = all[{shape.from.width, shape.to.width, shape.type}];
    if (images.src.empty()) {
        images.src.create(shape.from, shape.type);
        cv::randu(images.src, 0, 256);
    }
    return images;
}

void callOurs(const Shape& shape, const Resampling& resampling)
{
    Images& images = imagesOf(shape);
    auto& striper = striperFor(cv::cudastripe::Route::Host);
    cv::cudastripe::resize(images.src, images.ours, shape.to, resampling, {}, striper);
}

void callOpenCv(const Shape& shape, const Resampling& resampling)
{
    Images& images = imagesOf(shape);
    cv::resize(images.src, images.openCv, shape.to, 0, 0, resampling.interpolation());
}

void registerRow(const Shape& shape, const Resampling& resampling, int threads)
{
    const std::string name =
        cv::format("%dx%d/%dx%d/%d/%s/%s/", shape.from.width, shape.from.height, shape.to.width, shape.to.height,
                   threads, cv::typeToString(shape.type).substr(3).c_str(), resampling.name().c_str());
    CallCase ours = {name + "cudastripe", 1, [=] { callOurs(shape, resampling); }, threads};
    if (resampling.interpolation() >= 0) {
        ours.check = [=] {
            callOurs(shape, resampling);
            callOpenCv(shape, resampling);
            if (cv::norm(imagesOf(shape).ours, imagesOf(shape).openCv, cv::NORM_INF) > 0)
                CV_Error_(cv::Error::StsInternal, ("%s differs from OpenCV", name.c_str()));
        };
        registerCalls({name + "cv", 1, [=] { callOpenCv(shape, resampling); }, threads});
    }
    registerCalls(ours);
}

std::vector<Resampling> resamplings()
{
    std::vector<Resampling> all;
    for (int interpolation : {cv::INTER_NEAREST, cv::INTER_LINEAR, cv::INTER_LINEAR_EXACT, cv::INTER_AREA,
                              cv::INTER_CUBIC, cv::INTER_LANCZOS4})
        all.push_back(Resampling::opencv(interpolation));
    for (int filter = 0; filter <= int(Resampling::Filter::Lanczos); ++filter)
        all.push_back(Resampling::pillow(Resampling::Filter(filter)));
    return all;
}

}  // namespace

void registerAll()
{
#ifdef HAVE_CUDASTRIPE_CUDA
    if (addMachineContext())
        registerOnGpu();
#else
    addMachineContext();
#endif
    const cv::Size hd(1920, 1080);
    const std::pair<cv::Size, cv::Size> sizes[] = {
        {hd, {640, 360}}, {hd, {224, 224}}, {hd, {3840, 2160}}, {{512, 512}, {256, 256}}};
    for (int threads : {1, allThreads()}) {
        for (const auto& [from, to] : sizes) {
            for (int type : {CV_8UC1, CV_8UC3, CV_8UC4}) {
                for (const Resampling& resampling : resamplings())
                    registerRow({from, to, type}, resampling, threads);
            }
        }
    }
}

}  // namespace bench
