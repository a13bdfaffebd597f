// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <chrono>
#include <ctime>
#include <iostream>

#include "../support/images/image_operation.hpp"

// Random plans on a simulated device that runs what may run next in random order: nothing may be left unordered.

namespace opencv_test { namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kOrders = 2000;  // sanitizers take twenty times as long
#else
constexpr int kOrders = 100000;
#endif
constexpr int kCallsOfAStriper = 10;

struct OrderSample
{
    Mat image, expected;
};

std::vector<OrderSample> makeSamples(RNG& rng)
{
    std::vector<OrderSample> samples(64);
    for (OrderSample& sample : samples) {
        sample.image = randomImage(Size(rng.uniform(1, 30), rng.uniform(1, 14)), CV_8UC(rng.uniform(3, 5)), rng);
        cv::cvtColor(sample.image, sample.expected, COLOR_BGR2YUV);
    }
    return samples;
}

ImageShape randomPlace(RNG& rng)
{
    ImageShape shape;
    // Staging goes through cv::parallel_for_, which takes longer than all the rest: seldom.
    shape.placement = rng.uniform(0, 16) == 0 ? Placement::Pageable : static_cast<Placement>(rng.uniform(1, 3));
    shape.padding = rng.uniform(0, 3) == 0 ? rng.uniform(1, 9) : 0;
    return shape;
}

StriperParams randomParams(RNG& rng)
{
    StriperParams params;
    params.order = static_cast<IssueOrder>(rng.uniform(0, 3));
    params.stripes = rng.uniform(0, 12);
    params.streams = rng.uniform(0, 7);
    params.slots = rng.uniform(0, 6) == 0 ? 0 : rng.uniform(2, 6);
    params.route = rng.uniform(0, 16) == 0 ? Route::Shared : Route::Striped;
    if (rng.uniform(0, 3) == 0)
        params.deviceMemoryLimit = static_cast<size_t>(rng.uniform(0, 8000));
    if (rng.uniform(0, 3) == 0)
        params.stagingMemoryLimit = static_cast<size_t>(rng.uniform(0, 8000));
    return params;
}

//! Calls on one Striper, half of them on streams that are not waited for until the end.
class Round
{
public:
    Round(RNG& rng, const std::vector<OrderSample>& samples) : rng_(rng), samples_(samples), params_(randomParams(rng))
    {
    }

    void run()
    {
        Backend backend(BackendKind::Simulated, static_cast<std::uint64_t>(rng_.next()));
        SimulatedDevice& device = *backend.simulated();
        const OwnedStream a(device, "caller"), b(device, "caller");
        std::vector<std::pair<const OrderSample*, std::unique_ptr<PlacedImage>>> results;
        std::vector<std::unique_ptr<PlacedImage>> sources;
        const auto striper = backend.striper(params_);
        Pipeline frames(StreamHandle(StreamId(a).get()), *striper);
        const bool pipelined = rng_.uniform(0, 2) == 0;
        for (int i = 0; i < kCallsOfAStriper; ++i) {
            const OrderSample& sample = samples_[static_cast<size_t>(rng_.uniform(0, int(samples_.size())))];
            sources.emplace_back(new PlacedImage(backend, randomPlace(rng_), sample.image.size(), sample.image.type()));
            sources.back()->set(sample.image);
            results.emplace_back(&sample, std::unique_ptr<PlacedImage>(new PlacedImage(backend, randomPlace(rng_),
                                                                                       sample.image.size(), CV_8UC3)));
            StreamRef stream;
            if (rng_.uniform(0, 2))
                stream = rng_.uniform(0, 2) ? pipelined ? StreamRef(frames) : StreamHandle(StreamId(a).get())
                                            : StreamHandle(StreamId(b).get());
            try {
                cudastripe::cvtColor(sources.back()->input(), results.back().second->output(), COLOR_BGR2YUV, stream,
                                     *striper);
            } catch (const cv::Exception& e) {
                ASSERT_EQ(Error::StsNoMem, e.code) << e.err;  // what lies on the device cannot be done elsewhere
                results.pop_back();
            }
        }
        waitFor(device, a);
        waitFor(device, b);
        for (const auto& result : results)
            ASSERT_EQ(std::string(), differences(result.first->expected, result.second->get(), 0));
        ASSERT_TRUE(device.findings().empty()) << device.findings().front();
        deviceCalls += device.calls();
    }

    static std::int64_t deviceCalls;  // of all rounds

private:
    RNG& rng_;
    const std::vector<OrderSample>& samples_;
    const StriperParams params_;
};

std::int64_t Round::deviceCalls = 0;

TEST(CUDASTRIPE_RandomOrders, leaveNothingUnordered)
{
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t cpuStart = std::clock();  // on a busy machine threads wait long for each other
    RNG rng(20261121);
    const std::vector<OrderSample> samples = makeSamples(rng);
    for (int done = 0; done < kOrders; done += kCallsOfAStriper) {
        Round(rng, samples).run();
        if (HasFatalFailure())
            return;
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    const double seconds = std::min(wall.count(), double(std::clock() - cpuStart) / CLOCKS_PER_SEC);
    std::cout << "   " << kOrders << " random orders, " << Round::deviceCalls << " calls of the device, in " << seconds
              << " s\n";
    EXPECT_LT(seconds, 60);
}

}}  // namespace opencv_test
