// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include "../support/images/image_operation.hpp"
#include "../support/process/load_seconds.hpp"

namespace opencv_test { namespace {

const Size kLargest(641, 359);

class CUDASTRIPE_Threads : public testing::TestWithParam<BackendKind>
{
};

//! Calls of one thread until the time is over; counts those that differ.
void callUntil(const Backend& backend, Striper& striper, int seed, std::chrono::steady_clock::time_point end,
               std::atomic<int>& calls, std::atomic<int>& wrong)
{
    RNG rng(static_cast<std::uint64_t>(seed) * 977 + 1);
    const Size sizes[] = {Size(64, 48), Size(320, 240), kLargest};
    std::unique_ptr<OwnedStream> stream;
    if (backend.device())
        stream.reset(new OwnedStream(*backend.device(), "caller"));
    struct Pair
    {
        Mat image, expected;
        std::unique_ptr<PlacedImage> src, dst;
    };
    std::vector<Pair> pairs;
    for (const Size size : sizes) {
        for (int placement = 0; placement < (backend.device() ? 3 : 1); ++placement) {
            Pair pair;
            ImageShape shape;
            shape.placement = static_cast<Placement>(placement);
            pair.image = randomImage(size, CV_8UC4, rng);
            cv::cvtColor(pair.image, pair.expected, COLOR_BGR2YUV);
            pair.src.reset(new PlacedImage(backend, shape, size, CV_8UC4));
            pair.dst.reset(new PlacedImage(backend, shape, size, CV_8UC3));
            pair.src->set(pair.image);
            pairs.push_back(std::move(pair));
        }
    }
    do {
        Pair& pair = pairs[static_cast<size_t>(rng.uniform(0, static_cast<int>(pairs.size())))];
        const bool onStream = stream && rng.uniform(0, 2);
        const StreamRef ref = onStream ? StreamRef(StreamHandle(StreamId(*stream).get())) : StreamRef();
        cudastripe::cvtColor(pair.src->input(), pair.dst->output(), COLOR_BGR2YUV, ref, striper);
        if (onStream)
            waitFor(*backend.device(), *stream);
        ++calls;
        wrong += !differences(pair.expected, pair.dst->get(), 0).empty();
    } while (std::chrono::steady_clock::now() < end);
}

TEST_P(CUDASTRIPE_Threads, eightThreadsWithAStreamEachGetTheirOwnResults)
{
    const Backend backend(GetParam(), 51);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const auto striper = backend.striper();
    constexpr int kThreads = 8;
    std::atomic<int> calls{0}, wrong{0};
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(int64(loadSeconds() * 1000));
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t)
        threads.emplace_back([&, t] { callUntil(backend, *striper, t, end, calls, wrong); });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_GE(calls, kThreads);
    EXPECT_EQ(0, wrong);
    // A lease for each thread, with room for both ends of the largest image, whose rows are padded.
    const StriperUsage usage = striper->usage();
    const size_t endsBytes = static_cast<size_t>(kLargest.area()) * (4 + 3);
    EXPECT_LE(usage.leases, kThreads);
    EXPECT_LE(usage.deviceBytes, kThreads * endsBytes * 3 / 2);
    EXPECT_LE(usage.stagingBytes, kThreads * endsBytes * 3 / 2);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_Threads,
                       testing::Values(BackendKind::Host, BackendKind::Simulated, BackendKind::Cuda));

TEST(CUDASTRIPE_Threads_Limit, oneThreadFinishesEverything)
{
    const int before = getNumThreads();
    setNumThreads(1);
    for (bool share : {false, true}) {
        const Backend backend(BackendKind::TwoSimulated, 53);
        StriperParams params;
        params.route = share ? Route::Shared : Route::Striped;
        const auto striper = backend.striper(params);
        RNG rng(55);
        const Mat src = randomImage(Size(700, 500), CV_8UC4, rng);
        Mat expected, dst;
        cv::cvtColor(src, expected, COLOR_BGR2YUV);
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), *striper);
        EXPECT_EQ(std::string(), differences(expected, dst, 0));
        EXPECT_EQ(1, backend.simulated()->threads());
    }
    setNumThreads(before);
}

TEST(CUDASTRIPE_Threads_Limit, aCallInsideAParallelRegionFinishes)
{
    const Backend backend(BackendKind::Simulated, 57);
    const auto striper = backend.striper();
    RNG rng(59);
    const Mat src = randomImage(Size(300, 200), CV_8UC4, rng);
    Mat expected;
    cv::cvtColor(src, expected, COLOR_BGR2YUV);
    std::atomic<int> wrong{0};
    parallel_for_(Range(0, 8), [&](const Range& range) {
        for (int i = range.start; i < range.end; ++i) {
            Mat dst;
            cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), *striper);
            wrong += !differences(expected, dst, 0).empty();
        }
    });
    EXPECT_EQ(0, wrong);
}

}}  // namespace opencv_test
