// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <functional>

#include "../support/images/image_operation.hpp"
#include "opencv2/cudastripe/simulate.hpp"

namespace opencv_test { namespace {

Timeline predictFrame(const DeviceProfile& device, const StriperParams& params, MemoryKind memory,
                      Size size = Size(7680, 4320))
{
    Mat src(size, CV_8UC4), dst(size, CV_8UC3);
    return predictTimeline(device, params, memory, [&](Striper& striper) {
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), striper);
    });
}

Timeline predictFrame(const char* device, const StriperParams& params, MemoryKind memory, Size size = Size(7680, 4320))
{
    return predictFrame(deviceProfile(device), params, memory, size);
}

int count(const Timeline& timeline, Stage stage)
{
    return static_cast<int>(std::count_if(timeline.entries.begin(), timeline.entries.end(),
                                          [&](const TimelineEntry& entry) { return entry.stage == stage; }));
}

TEST(CUDASTRIPE_Predict, everyStripeHasItsStagesInOrder)
{
    StriperParams params;
    params.stripes = 9;
    for (IssueOrder order : {IssueOrder::Dedicated, IssueOrder::DepthFirst, IssueOrder::BreadthFirst}) {
        params.order = order;
        params.streams = 4;
        const Timeline timeline = predictFrame("K20c", params, MemoryKind::PageLocked);
        EXPECT_EQ("K20c", timeline.title);
        EXPECT_EQ(27u, timeline.entries.size());
        std::map<int, double> end;
        for (Stage stage : {Stage::Upload, Stage::RunDevice, Stage::Download}) {
            for (const TimelineEntry& entry : timeline.entries) {
                if (entry.stage != stage)
                    continue;
                EXPECT_LE(end[entry.stripe], entry.startMs + 1e-9);
                EXPECT_LT(entry.startMs, entry.endMs);
                EXPECT_LE(entry.endMs, timeline.durationMs + 1e-9);
                end[entry.stripe] = entry.endMs;
            }
        }
        EXPECT_EQ(9u, end.size());
    }
}

TEST(CUDASTRIPE_Predict, theKernelOfAShortLastStripeWritesTheResultItself)
{
    StriperParams params;
    const Timeline chosen = predictFrame("H200", params, MemoryKind::PageLocked);
    EXPECT_GT(count(chosen, Stage::Upload), 4);
    EXPECT_EQ(count(chosen, Stage::Upload) - 1, count(chosen, Stage::Download));
    params.stripes = count(chosen, Stage::Upload);
    const Timeline given = predictFrame("H200", params, MemoryKind::PageLocked);
    EXPECT_EQ(count(given, Stage::Upload), count(given, Stage::Download)) << "long, and as the caller says";

    // Where the download takes longest the first stripe is the short one.
    Mat bytes(4320, 7680, CV_8U), reals(4320, 7680, CV_64F);
    const Timeline grows = predictTimeline(
        deviceProfile("H200"), StriperParams(), MemoryKind::PageLocked,
        [&](Striper& striper) { transform(bytes, reals, Chain().convertTo(CV_64F), noArray(), StreamRef(), striper); });
    EXPECT_EQ(count(grows, Stage::Upload), count(grows, Stage::Download));
}

TEST(CUDASTRIPE_Predict, dedicatedStreamsHideAllButTheLongestStage)
{
    StriperParams params;
    params.stripes = 32;
    const double ms = predictFrame("unlimited", params, MemoryKind::PageLocked).durationMs;
    const double longest = 7680 * 4320 * 4. / deviceProfile("unlimited").uploadRate * 1e3;
    EXPECT_GT(ms, longest);
    EXPECT_LT(ms, longest * (1 + 2. / 32));
}

TEST(CUDASTRIPE_Predict, pageableMemoryIsStagedByHostThreads)
{
    const Timeline timeline = predictFrame("H200", StriperParams(), MemoryKind::Pageable);
    EXPECT_GT(count(timeline, Stage::StageIn), 50);
    EXPECT_EQ(count(timeline, Stage::StageIn), count(timeline, Stage::StageOut));
    EXPECT_EQ(count(timeline, Stage::StageIn), count(timeline, Stage::RunDevice));
    EXPECT_GE(timeline.engines().size(), 3u + 10u);
    // Host threads read four bytes of a pixel and write three, and later read and write three.
    const double least = 7680 * 4320 * 13. / deviceProfile("H200").hostMemoryRate * 1e3;
    EXPECT_GT(timeline.durationMs, least);
    EXPECT_LT(timeline.durationMs, 2 * least);
}

TEST(CUDASTRIPE_Predict, aThreadsCopyEndsBeforeTheKernelThatReadsIt)
{
    StriperParams params;
    params.threads = 4;
    const Timeline timeline = predictFrame("H200", params, MemoryKind::Pageable);
    std::map<int, double> staged;
    for (const TimelineEntry& entry : timeline.entries) {
        if (entry.stage == Stage::StageIn)
            staged[entry.stripe] = std::max(staged[entry.stripe], entry.endMs);
    }
    ASSERT_FALSE(staged.empty());
    for (const TimelineEntry& entry : timeline.entries) {
        if (entry.stage == Stage::RunDevice) {
            EXPECT_LE(staged[entry.stripe], entry.startMs + 1e-9) << "stripe " << entry.stripe;
        }
    }
}

TEST(CUDASTRIPE_Predict, theLastStripesOfATensorAreShortSinceItsKernelIsSlow)
{
    SimulatedDeviceParams simulation;
    simulation.profile = std::make_shared<const DeviceProfile>(deviceProfile("H200"));
    simulation.dry = true;
    simulation.otherMemory = MemoryKind::PageLocked;
    const auto device = std::make_shared<SimulatedDevice>(simulation);
    const OwnedMemory memory(*device, OwnedMemory::OnDevice, size_t(7680) * 4320 * 6);
    const cuda::GpuMat tensor(3 * 4320, 7680, CV_16FC1, memory.get());
    const Mat nv12(6480, 7680, CV_8UC1);
    StriperParams params;
    params.route = Route::Striped;
    const Chain chain = Chain::fromYuv(YuvFormat::hd()).convertTo(CV_32F).toTensor(TensorLayout::CHW, CV_16F);
    cudastripe::transform(nv12, tensor, chain, StreamRef(), *makeStriper({device}, params));
    double longest = 0, shortest = HUGE_VAL;
    for (const TimelineEntry& entry : device->timeline().entries) {
        if (entry.stage != Stage::Upload)
            continue;
        longest = std::max(longest, entry.endMs - entry.startMs);
        shortest = std::min(shortest, entry.endMs - entry.startMs);
    }
    EXPECT_LT(4 * shortest, longest);
}

TEST(CUDASTRIPE_Predict, aThreadThatIsAloneHasTheImageAsOnePiece)
{
    StriperParams params;
    params.route = Route::Host;
    DeviceProfile profile = deviceProfile("H200");
    EXPECT_GT(count(predictFrame(profile, params, MemoryKind::PageLocked), Stage::RunHost), profile.hostThreads);
    profile.hostThreads = 1;
    EXPECT_EQ(1, count(predictFrame(profile, params, MemoryKind::PageLocked), Stage::RunHost));
}

TEST(CUDASTRIPE_Predict, hostThreadsTakeTheirShare)
{
    StriperParams params;
    const double alone = predictFrame("H200", params, MemoryKind::PageLocked).durationMs;
    params.route = Route::Shared;
    const Timeline shared = predictFrame("H200", params, MemoryKind::PageLocked);
    EXPECT_GT(count(shared, Stage::RunHost), 10);
    EXPECT_GT(count(shared, Stage::RunDevice), 2);
    EXPECT_LT(shared.durationMs, 0.8 * alone);
}

// What a device loses where a thread has rows to convert between its stripes' calls must be less than what it is
// spared.
TEST(CUDASTRIPE_Predict, anyNumberOfThreadsMakesADeviceFaster)
{
    const Size size(7680, 4320);
    Mat bgra(size, CV_8UC4), packed(size, CV_8UC3), planar(size.height * 3 / 2, size.width, CV_8UC1);
    Mat bytes(size, CV_8UC1), floats(size, CV_32FC1);
    const struct
    {
        const char* name;
        std::function<void(Striper&)> call;
        double atMost;  // of the time with half as many threads
    } works[] = {
        {"as much up as down", [&](Striper& s) { cudastripe::cvtColor(bgra, packed, COLOR_BGR2YUV, StreamRef(), s); },
         0.96},
        {"mostly up", [&](Striper& s) { cudastripe::cvtColor(bgra, planar, COLOR_BGRA2YUV_I420, StreamRef(), s); },
         0.96},
        {"mostly down",
         [&](Striper& s) { transform(bytes, floats, Chain().convertTo(CV_32F), noArray(), StreamRef(), s); }, 0.93},
    };
    for (const auto& work : works) {
        DeviceProfile device = deviceProfile("H200");
        // Rows that pass by leave the caches cold for the driver.
        for (double* seconds :
             {&device.copyIssueSeconds, &device.kernelIssueSeconds, &device.eventIssueSeconds, &device.callSeconds})
            *seconds *= 3;
        StriperParams params;
        params.route = Route::Striped;
        double before = predictTimeline(device, params, MemoryKind::PageLocked, work.call).durationMs;
        params.route = Route::Shared;
        for (int threads : {1, 2, 4, 8, 16}) {
            device.hostThreads = threads;
            const double shared = predictTimeline(device, params, MemoryKind::PageLocked, work.call).durationMs;
            EXPECT_LT(shared, work.atMost * before) << threads << " threads, " << work.name;
            before = shared;
        }
    }
}

// Whose end nobody else comes to: stripes are those of a plan for this part.
TEST(CUDASTRIPE_Predict, aFixedShareLeavesADeviceItsPart)
{
    StriperParams params;
    const double alone = predictFrame("H200", params, MemoryKind::PageLocked).durationMs;
    params.hostShare = 0.3;
    params.route = Route::Shared;
    const Timeline shared = predictFrame("H200", params, MemoryKind::PageLocked);
    EXPECT_GT(count(shared, Stage::Upload), 4);
    EXPECT_LT(count(shared, Stage::Upload), 24);
    EXPECT_LT(shared.durationMs, 0.85 * alone);
}

TEST(CUDASTRIPE_Predict, touchesNoMemory)
{
    // An address that would end the test if it were read or written.
    uchar* const nowhere = reinterpret_cast<uchar*>(size_t(1) << 46);
    const Mat src(4320, 7680, CV_8UC4, nowhere);
    Mat dst(4320, 7680, CV_8UC3, nowhere + (size_t(1) << 30));
    for (MemoryKind memory : {MemoryKind::PageLocked, MemoryKind::Pageable}) {
        StriperParams params;
        params.route = Route::Shared;
        const Timeline timeline = predictTimeline(deviceProfile("H200"), params, memory, [&](Striper& striper) {
            cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), striper);
        });
        EXPECT_GT(timeline.durationMs, 0);
    }
}

TEST(CUDASTRIPE_Predict, aDeviceInVirtualTimeComputesTheSameBits)
{
    RNG rng(61);
    const Mat image = randomImage(Size(301, 97), CV_8UC4, rng);
    Mat expected;
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    for (const DeviceProfile& profile : deviceProfiles()) {
        for (int i = 0; i < 12; ++i) {
            SimulatedDeviceParams simulation;
            simulation.profile = std::make_shared<const DeviceProfile>(profile);
            simulation.otherMemory = i / 6 ? MemoryKind::PageLocked : MemoryKind::Pageable;
            const auto device = std::make_shared<SimulatedDevice>(simulation);
            StriperParams params;
            params.order = static_cast<IssueOrder>(i % 3);
            params.stripes = 7;
            params.route = i / 3 % 2 == 1 ? Route::Shared : Route::Striped;
            Mat result;
            cudastripe::cvtColor(image, result, COLOR_BGR2YUV, StreamRef(), *makeStriper({device}, params));
            EXPECT_EQ(std::string(), differences(expected, result, 0)) << profile.name;
            EXPECT_TRUE(device->findings().empty()) << device->findings().front();
            EXPECT_GT(device->timeline().durationMs, 0);
        }
    }
}

Timeline measuredCall(const StriperParams& params)
{
    Mat src(1080, 1920, CV_8UC4, Scalar::all(3)), dst;
    return measureTimeline(
        0, params, [&](Striper& striper) { cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), striper); });
}

TEST(CUDASTRIPE_Predict, aTimelineIsMeasuredOnADevice)
{
    const Backend backend(BackendKind::Cuda);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    StriperParams params;
    params.stripes = 5;
    const Timeline timeline = measuredCall(params);
    for (Stage stage : {Stage::StageIn, Stage::Upload, Stage::RunDevice, Stage::Download, Stage::StageOut})
        EXPECT_EQ(5, count(timeline, stage)) << toString(stage);
    for (const TimelineEntry& entry : timeline.entries) {
        EXPECT_GE(entry.startMs, 0);
        EXPECT_GT(entry.endMs, entry.startMs);
        EXPECT_LE(entry.endMs, timeline.durationMs);
    }
}

TEST(CUDASTRIPE_Predict, whatTheCpuDoesIsMeasuredToo)
{
    const Backend backend(BackendKind::Cuda);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    StriperParams params;
    params.route = Route::Host;
    const Timeline timeline = measuredCall(params);
    EXPECT_GT(count(timeline, Stage::RunHost), 0);
}

TEST(CUDASTRIPE_Predict, aDeviceThatIsNotThereIsRefused)
{
    try {
        measureTimeline(77, StriperParams(), [](Striper&) {});
        ADD_FAILURE() << "measured";
    } catch (const cv::Exception& e) {
        EXPECT_EQ(Error::GpuNotSupported, e.code);
        EXPECT_NE(std::string::npos, e.err.find("device is 77")) << e.err;
    }
}

}}  // namespace opencv_test
