// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "thread_backend.hpp"

#ifdef __SANITIZE_THREAD__

#include <thread>

#include "opencv2/core/parallel/parallel_backend.hpp"

namespace opencv_test {
namespace {

class ThreadBackend final : public parallel::ParallelForAPI
{
public:
    void parallel_for(int tasks, FN_parallel_for_body_cb_t body, void* data) override
    {
        std::vector<std::thread> threads;
        for (int i = 1; i < tasks; ++i)
            threads.emplace_back([=] { body(i, i + 1, data); });
        body(0, 1, data);
        for (std::thread& thread : threads)
            thread.join();
    }

    int getThreadNum() const override { return 0; }
    int getNumThreads() const override { return threads_; }
    int setNumThreads(int threads) override
    {
        const int before = threads_;
        threads_ = threads > 0 ? threads : 4;
        return before;
    }
    const char* getName() const override { return "std::thread"; }

private:
    int threads_ = 4;
};

}  // namespace

void useInstrumentedThreads()
{
    parallel::setParallelForBackend(std::make_shared<ThreadBackend>());
}

}  // namespace opencv_test

#else

namespace opencv_test {

void useInstrumentedThreads() {}

}  // namespace opencv_test

#endif
