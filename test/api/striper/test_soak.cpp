// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <atomic>
#include <chrono>
#include <iostream>
#include <map>
#include <thread>

#include "../../support/codes/packed_yuv_operations.hpp"
#include "../../support/device/stream_graph.hpp"
#include "../../support/images/placed_call.hpp"
#include "../../support/operations/operator_operation.hpp"
#include "../../support/operations/random_chain.hpp"
#include "../../support/operations/yuv_operations.hpp"
#include "../../support/process/load_seconds.hpp"
#include "../../support/process/process_usage.hpp"

// Eight threads with four streams each use one Striper in every way, for CUDASTRIPE_TEST_LOAD_SECONDS. All results must
// be right, and what the process holds must not grow.

namespace opencv_test { namespace {

using Clock = std::chrono::steady_clock;

constexpr int kUsers = 8, kStreams = 4;
constexpr double kLongSeconds = 60;     // from which on handles and threads can be expected to stay the same
constexpr double kSteadySeconds = 500;  // likewise resident memory, in the second half

//! Times of calls: a random part of them, so that the memory for them does not grow.
struct Times
{
    int calls = 0;
    float most = 0;
    std::vector<float> samples;

    void add(float seconds, RNG& rng)
    {
        constexpr int kMaxSamples = 2000;
        ++calls;
        most = std::max(most, seconds);
        samples.reserve(kMaxSamples);
        if (calls <= kMaxSamples)
            return samples.push_back(seconds);
        const int i = rng.uniform(0, calls);
        if (i < kMaxSamples)
            samples[static_cast<size_t>(i)] = seconds;
    }
    void add(const Times& other)
    {
        calls += other.calls;
        most = std::max(most, other.most);
        samples.insert(samples.end(), other.samples.begin(), other.samples.end());
    }
};

//! By what the calls were.
using TimesByName = std::map<std::string, Times>;

//! What one thread does.
class User
{
public:
    User(const Backend& backend, Striper& striper, int seed)
        : backend_(backend), striper_(striper), rng_(static_cast<std::uint64_t>(seed) * 977 + 1)
    {
        for (int i = 0; backend.device() && i < kStreams; ++i)
            streams_.push_back(std::make_unique<OwnedStream>(*backend.device(), "soak"));
    }

    void step()
    {
        const int kind = rng_.uniform(0, streams_.empty() ? 2 : 5);
        if (kind == 0)
            call();
        else if (kind == 1)
            callOnNewMats();
        else if (kind == 2)
            callOnAllStreams();
        else if (kind == 3)
            callInPipeline();
        else
            callInGraph();
    }

    const TimesByName& times() const { return times_; }
    const std::string& wrong() const { return wrong_; }

private:
    std::unique_ptr<PlacedCall> drawCall(bool onDevice)
    {
        static const std::vector<ImageOperation> colours = packedYuvOperations();
        ImageOperation operation;
        if (rng_.uniform(0, 3) == 0) {
            operation = randomChainOperation(randomChain(rng_, true));
        } else if (rng_.uniform(0, 2) == 0) {
            operation =
                yuvFormatOperation(YuvFormat::fromName(rng_.uniform(0, 2) ? "nv12" : "p010:bt2020"), ChannelOrder::BGR);
        } else {
            operation = colours[static_cast<size_t>(rng_.uniform(0, static_cast<int>(colours.size())))];
        }
        const Size size(operation.block.width * rng_.uniform(1, 100), operation.block.height * rng_.uniform(1, 60));
        const int type =
            operation.srcTypes[static_cast<size_t>(rng_.uniform(0, static_cast<int>(operation.srcTypes.size())))];
        Sample sample = randomSample(operation, size, type, rng_, backend_.device() != nullptr);
        if (onDevice) {
            for (ImageShape* shape : {&sample.srcShape, &sample.secondShape, &sample.maskShape, &sample.dstShape})
                *shape = ImageShape{Placement::OnDevice, 0, 0};
        }
        return std::make_unique<PlacedCall>(operation, backend_, sample);
    }

    template <class Action>
    void timed(const char* what, const Action& action)
    {
        const auto start = Clock::now();
        action();
        times_[what].add(std::chrono::duration<float>(Clock::now() - start).count(), timesRng_);
    }

    void require(const std::string& wrong) { wrong_ = wrong_.empty() ? wrong : wrong_; }
    StreamRef refOf(size_t i) const { return StreamRef(StreamHandle(streams_[i]->id().get())); }
    void waitForAll() const
    {
        for (const auto& stream : streams_)
            waitFor(*backend_.device(), *stream);
    }

    void call()
    {
        const auto placed = drawCall(false);
        timed("a call that waits", [&] { placed->run(StreamRef(), striper_); });
        require(placed->wrong());
    }

    // The Mats are freed and allocated again, while the Striper registers some of them.
    void callOnNewMats()
    {
        const Size size(rng_.uniform(1, 9) * 64, rng_.uniform(1, 9) * 48);
        std::vector<Mat> src, dst, expected(2);
        for (Mat& image : expected) {
            src.push_back(randomImage(size, CV_8UC4, rng_));
            cv::cvtColor(src.back(), image, COLOR_BGR2YUV);
        }
        timed("a batch of pageable images",
              [&] { cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), striper_); });
        for (size_t i = 0; i < expected.size(); ++i)
            require(differences(expected[i], dst[i], 0));
    }

    void callOnAllStreams()
    {
        std::vector<std::unique_ptr<PlacedCall>> calls;
        for (size_t i = 0; i < streams_.size(); ++i) {
            calls.push_back(drawCall(false));
            timed("a call on a stream", [&] { calls.back()->run(refOf(i), striper_); });
        }
        timed("waiting for streams", [&] { waitForAll(); });
        for (const auto& placed : calls)
            require(placed->wrong());
    }

    void callInPipeline()
    {
        std::vector<std::unique_ptr<PlacedCall>> calls;
        {
            Pipeline pipeline(refOf(0), striper_);
            for (int i = 0; i < 3; ++i) {
                calls.push_back(drawCall(false));
                timed("a call in a pipeline", [&] { calls.back()->run(pipeline, striper_); });
            }
        }
        waitForAll();
        for (const auto& placed : calls)
            require(placed->wrong());
    }

    void callInGraph()
    {
        const auto placed = drawCall(true);
        StreamGraph graph(backend_, *streams_[0]);
        timed("a captured call", [&] { placed->run(refOf(0), striper_); });
        graph.end();
        for (int i = placed->repeatable() ? 3 : 1; i > 0; --i)
            timed("a replay", [&] { graph.run(); });
        require(placed->wrong());
    }

    const Backend& backend_;
    Striper& striper_;
    RNG rng_;
    std::vector<std::unique_ptr<OwnedStream>> streams_;
    TimesByName times_;
    RNG timesRng_;
    std::string wrong_;
};

void print(const TimesByName& times)
{
    for (auto [what, kind] : times) {
        std::sort(kind.samples.begin(), kind.samples.end());
        const auto at = [&all = kind.samples](double part) { return all[size_t(double(all.size() - 1) * part)] * 1e3; };
        std::cout << format("%8d x %-28s median %7.3f ms, p99.9 %8.3f ms, most %8.3f ms\n", kind.calls, what.c_str(),
                            at(0.5), at(0.999), kind.most * 1e3);
    }
}

//! The least of some looks within so many seconds: images of calls in flight come and go.
ProcessUsage leastUsage(double seconds)
{
    constexpr int kLooks = 20;
    ProcessUsage least = processUsage();
    for (int i = 0; i < kLooks; ++i) {
        std::this_thread::sleep_for(std::chrono::duration<double>(seconds / kLooks));
        const ProcessUsage now = processUsage();
        for (size_t ProcessUsage::*held :
             {&ProcessUsage::residentBytes, &ProcessUsage::files, &ProcessUsage::threads, &ProcessUsage::deviceBytes})
            least.*held = std::min(least.*held, now.*held);
    }
    return least;
}

void expectFlat(const char* what, size_t before, size_t after)
{
    EXPECT_LE(double(after), double(before) * 1.02 + 1) << what << " grew from " << before << " to " << after;
}

class CUDASTRIPE_Soak : public testing::TestWithParam<BackendKind>
{
};

TEST_P(CUDASTRIPE_Soak, allResultsAreRightAndNothingGrows)
{
    const Backend backend(GetParam(), 61);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const auto striper = backend.striper();
    std::vector<std::unique_ptr<User>> users;
    std::vector<std::thread> threads;
    std::atomic<int> steps{0};
    const double seconds = loadSeconds();
    const auto start = Clock::now();
    const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
    for (int i = 0; i < kUsers; ++i) {
        users.push_back(std::make_unique<User>(backend, *striper, i));
        threads.emplace_back([&, user = users.back().get()] {
            do {
                user->step();
                ++steps;
            } while (passed() < seconds && user->wrong().empty());
        });
    }
    // The first half allocates what a Striper and an allocator keep: on two busy cores that takes four minutes.
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds / 2));
    const ProcessUsage before = leastUsage(seconds * 0.05);
    std::this_thread::sleep_for(std::chrono::duration<double>(std::max(0., seconds * 0.9 - passed())));
    const ProcessUsage after = leastUsage(seconds * 0.05);
    for (std::thread& thread : threads)
        thread.join();
    TimesByName all;
    for (const auto& user : users) {
        EXPECT_EQ(std::string(), user->wrong());
        for (const auto& [what, times] : user->times())
            all[what].add(times);
    }
    EXPECT_GE(steps, kUsers);
    if (seconds < kLongSeconds)
        return;
    print(all);
    if (seconds >= kSteadySeconds)
        expectFlat("resident memory", before.residentBytes, after.residentBytes);
    expectFlat("the number of open files", before.files, after.files);
    expectFlat("the number of threads", before.threads, after.threads);
    expectFlat("device memory", before.deviceBytes, after.deviceBytes);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_Soak,
                       testing::Values(BackendKind::Host, BackendKind::Simulated, BackendKind::Cuda));

}}  // namespace opencv_test
