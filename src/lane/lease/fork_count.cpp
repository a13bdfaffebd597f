// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "fork_count.hpp"

#include <pthread.h>

#include <atomic>

namespace cv { namespace cudastripe {
namespace {

std::atomic<int> forks{0};

}  // namespace

int forkCount()
{
    static const int registered = pthread_atfork(nullptr, nullptr, [] { ++forks; });
    static_cast<void>(registered);
    return forks;
}

}}  // namespace cv::cudastripe
