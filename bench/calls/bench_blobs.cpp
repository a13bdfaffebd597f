// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures the CPU alone on 256 images of 224x224 that become one normalised tensor of floats, beside
// cv::dnn::blobFromImages, which gives the same bits.

#include "../common/benchmarks.hpp"
#include "../common/stripers.hpp"
#include "opencv2/cudastripe.hpp"
#include "opencv2/dnn.hpp"
#include "pictures.hpp"

namespace bench {
namespace {

using namespace cv::cudastripe;

}  // namespace

void registerAll()
{
    addMachineContext();
    const auto pictures = std::make_shared<Pictures>(pageableMemory);
    const auto blob = std::make_shared<cv::Mat>(), other = std::make_shared<cv::Mat>();
    const Chain chain = normalised(Chain(), CV_32F);
    const auto ours = [=] {
        cv::cudastripe::transform(pictures->images, *blob, chain, cv::noArray(), StreamRef(), striperFor(Route::Host));
    };
    const auto theirs = [=] { cv::dnn::blobFromImages(pictures->images, *other, kScale, cv::Size(), kMean); };
    const auto check = [=] {
        ours();
        theirs();
        CV_Assert(cv::norm(*blob, *other, cv::NORM_INF) == 0);
    };
    for (int threads : {1, allThreads()}) {
        const std::string name = "blob/256x224x" + std::to_string(threads);
        registerCalls({name + "/cudastripe", 2, ours, threads, check});
        registerCalls({name + "/cv_blobFromImages", 2, theirs, threads});
    }
}

}  // namespace bench
