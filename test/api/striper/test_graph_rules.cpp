// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <set>

#include "../../support/device/page_locked_pool.hpp"
#include "../../support/device/simulated_frame.hpp"
#include "../../support/device/stream_graph.hpp"
#include "../../support/images/image_operation.hpp"
#include "../../support/process/refusal.hpp"

// What a graph refuses, what it keeps, and which of its dependencies are needed.

namespace opencv_test { namespace {

const Size kRulesSize(64, 48);

StriperParams striped(IssueOrder order = IssueOrder::Dedicated)
{
    StriperParams params;
    params.route = Route::Striped;
    params.order = order;
    params.stripes = 9;
    return params;
}

class CUDASTRIPE_GraphRules : public testing::Test
{
protected:
    ~CUDASTRIPE_GraphRules() override
    {
        for (const String& finding : device_->findings())
            ADD_FAILURE() << finding;
    }

    Mat pooled(int type)
    {
        Mat image;
        image.allocator = &pool_;
        image.create(kRulesSize, type);
        return image;
    }
    template <class Run>
    void expectRefused(Striper& striper, std::initializer_list<const char*> words, const Run& run)
    {
        device_->beginCapture(stream_);
        expectRefusal([&] { run(striper); }, words);
        EXPECT_EQ(0, device_->endCapture(stream_)->count("kernel"));
    }

    const std::shared_ptr<SimulatedDevice> device_ = std::make_shared<SimulatedDevice>();
    PageLockedPool pool_{*device_};
    const OwnedStream stream_{*device_, "caller"};
    RNG rng_{3};
};

TEST_F(CUDASTRIPE_GraphRules, refuseByName)
{
    const auto striper = makeStriper({device_});
    const Mat src = pooled(CV_8UC4), pageable(kRulesSize, CV_8UC4, Scalar::all(1));
    Mat dst = pooled(CV_8UC3), none;
    const auto convert = [&](const Mat& from, Mat& to) {
        return [&](Striper& with) { cudastripe::cvtColor(from, to, COLOR_BGR2YUV, refTo(stream_), with); };
    };
    expectRefused(*striper, {"cvtColor", "captured into a graph", "src", "pageable"}, convert(pageable, dst));
    expectRefused(*striper, {"cvtColor", "captured into a graph", "dst", "pageable"}, convert(src, none));
    for (Route route : {Route::Host, Route::Shared}) {
        StriperParams params;
        params.route = route;
        expectRefused(*makeStriper({device_}, params), {"captured into a graph", "Route::", "CPU threads"},
                      convert(src, dst));
    }
    Pipeline pipeline(refTo(stream_), *striper);
    expectRefused(*striper, {"captured into a graph", "Pipeline"},
                  [&](Striper& with) { cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, pipeline, with); });
    expectRefused(*striper, {"Pipeline", "captured into a graph"},
                  [&](Striper& with) { Pipeline(refTo(stream_), with); });
    const std::vector<Mat> batch = {src, pageable};
    std::vector<Mat> results = {pooled(CV_8UC3), pooled(CV_8UC3)};
    expectRefused(*striper, {"captured into a graph", "image 1", "pageable"},
                  [&](Striper& with) { cudastripe::cvtColor(batch, results, COLOR_BGR2YUV, refTo(stream_), with); });
}

// Kernels cannot use the odd addresses, and there is no memory for slots; the CPU takes no part in a graph.
TEST_F(CUDASTRIPE_GraphRules, refuseWhatFindsNoMemory)
{
    StriperParams params;
    params.deviceMemoryLimit = 1;
    const auto striper = makeStriper({device_}, params);
    const Mat memory = pooled(CV_16UC4), result = pooled(CV_16UC4);
    const Mat src(10, 10, CV_16UC4, memory.data + 1);
    Mat dst(10, 10, CV_16UC3, result.data + 1);
    expectRefused(*striper, {"cudastripe", "not enough memory", "graph"},
                  [&](Striper& with) { cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, refTo(stream_), with); });
}

TEST_F(CUDASTRIPE_GraphRules, keepImagesAsLongAsTheyExist)
{
    const Mat image = randomImage(kRulesSize, CV_8UC4, rng_);
    Mat expected;
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    auto striper = makeStriper({device_}, striped());
    Mat dst = pooled(CV_8UC3);
    device_->beginCapture(stream_);
    {
        Mat src = pooled(CV_8UC4);
        image.copyTo(src);
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, refTo(stream_), *striper);
    }
    auto graph = device_->endCapture(stream_);
    device_->launch(*graph, stream_);
    waitFor(*device_, stream_);
    EXPECT_EQ(std::string(), differences(expected, dst, 0));
    EXPECT_EQ(0u, pool_.freed());
    graph.reset();
    EXPECT_EQ(0u, pool_.freed()) << "memory was freed in a callback";
    const Mat other = pooled(CV_8UC4);
    cudastripe::cvtColor(other, dst, COLOR_BGR2YUV, refTo(stream_), *striper);
    EXPECT_EQ(1u, pool_.freed());
    waitFor(*device_, stream_);
}

// Nobody makes a later call. The memory is freed outside the callback, soon.
TEST_F(CUDASTRIPE_GraphRules, outliveTheStriperWithTheirImages)
{
    auto striper = makeStriper({device_}, striped());
    Mat dst = pooled(CV_8UC3);
    device_->beginCapture(stream_);
    cudastripe::cvtColor(pooled(CV_8UC4), dst, COLOR_BGR2YUV, refTo(stream_), *striper);
    auto graph = device_->endCapture(stream_);
    striper.reset();
    device_->launch(*graph, stream_);
    waitFor(*device_, stream_);
    EXPECT_EQ(0u, pool_.freed());
    graph.reset();
    for (int i = 0; i < 1000 && pool_.freed() == 0; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ(1u, pool_.freed());
}

TEST_F(CUDASTRIPE_GraphRules, haveMemoryOfTheirOwn)
{
    const auto striper = makeStriper({device_}, striped());
    const Mat src = pooled(CV_8UC4);
    Mat dst = pooled(CV_8UC3), dst2 = pooled(CV_8UC3);
    cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, refTo(stream_), *striper);
    waitFor(*device_, stream_);
    const StriperUsage before = striper->usage();
    device_->beginCapture(stream_);
    cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, refTo(stream_), *striper);
    cudastripe::cvtColor(src, dst2, COLOR_BGR2YUV, refTo(stream_), *striper);
    const auto graph = device_->endCapture(stream_);
    EXPECT_EQ(2, graph->count("allocate"));
    EXPECT_EQ(2, graph->count("free"));
    EXPECT_EQ(before.created, striper->usage().created);
    EXPECT_EQ(before.leases, striper->usage().leases);
}

// Two graphs that write to one image, on two streams: nothing orders them.
TEST(CUDASTRIPE_GraphRaces, areFoundBetweenReplays)
{
    const auto device = std::make_shared<SimulatedDevice>();
    PageLockedPool pool(*device);
    const auto striper = makeStriper({device}, striped());
    const OwnedStream first(*device, "first"), second(*device, "second");
    Mat src, dst;
    src.allocator = dst.allocator = &pool;
    src.create(kRulesSize, CV_8UC4);
    dst.create(kRulesSize, CV_8UC3);
    std::vector<std::shared_ptr<SimulatedGraph>> graphs;
    for (const OwnedStream* stream : {&first, &second}) {
        device->beginCapture(*stream);
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, refTo(*stream), *striper);
        graphs.push_back(device->endCapture(*stream));
    }
    device->launch(*graphs[0], first);
    device->launch(*graphs[0], second);  // launches of one graph follow one another
    device->finish();
    EXPECT_TRUE(device->findings().empty());
    device->launch(*graphs[0], first);
    device->launch(*graphs[1], second);
    device->finish();
    EXPECT_FALSE(device->findings().empty());
}

class CUDASTRIPE_GraphOrder : public testing::TestWithParam<IssueOrder>
{
protected:
    //! True if the checker reports something without one dependency, whose name goes to `left`.
    bool wrongWithout(size_t dependency, String& left)
    {
        const auto device = std::make_shared<SimulatedDevice>();
        PageLockedPool pool(*device);
        const auto striper = makeStriper({device}, striped(GetParam()));
        const OwnedStream stream(*device, "caller");
        Mat src, dst;
        src.allocator = dst.allocator = &pool;
        src.create(kRulesSize, CV_8UC4);
        dst.create(kRulesSize, CV_8UC3);
        const OwnedMemory scratch(*device, OwnedMemory::OnDevice, src.total() * 4);
        const auto line = [](uchar* memory, const Mat& image) {
            const int64 bytes = static_cast<int64>(image.total() * image.elemSize());
            return PlaneView{memory, bytes, bytes};
        };
        device->beginCapture(stream);
        device->copyDown(stream, line(src.data, src), line(scratch.get(), src), 1);
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, refTo(stream), *striper);
        device->copyUp(stream, line(scratch.get(), dst), line(dst.data, dst), 1);
        const auto graph = device->endCapture(stream);
        left = graph->leaveOut(dependency);
        device->launch(*graph, stream);
        device->finish();
        return !device->findings().empty();
    }
};

// Some dependencies are more than needed: a stage also depends on the same stage of the stripe before, and what comes
// after a call also depends on what came before it.
TEST_P(CUDASTRIPE_GraphOrder, needsItsDependencies)
{
    const std::set<String> mayBeLeftOut = {"upload after upload", "kernel after kernel", "download after download",
                                           "free after allocate", ""};
    String left = "some";
    for (size_t i = 0; !left.empty(); ++i) {
        const bool wrong = wrongWithout(i, left);
        const bool mayBeLeft = mayBeLeftOut.count(left) > 0;
        EXPECT_TRUE(wrong || mayBeLeft) << i << ": " << left;
        EXPECT_FALSE(wrong && left.empty()) << "with all dependencies";
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_GraphOrder,
                       testing::Values(IssueOrder::Dedicated, IssueOrder::DepthFirst, IssueOrder::BreadthFirst));

TEST(CUDASTRIPE_GraphFaults, anyFailingCallThrowsAndLeavesTheNextCallRight)
{
    bool failed = true;
    for (int call = 0; failed; ++call) {
        const auto device = std::make_shared<SimulatedDevice>();
        PageLockedPool pool(*device);
        const auto striper = makeStriper({device}, striped());
        const OwnedStream stream(*device, "caller");
        Mat src, dst, expected;
        src.allocator = dst.allocator = &pool;
        src.create(kRulesSize, CV_8UC4);
        src = Scalar(1, 2, 3, 4);
        dst.create(kRulesSize, CV_8UC3);
        cv::cvtColor(src, expected, COLOR_BGR2YUV);
        device->beginCapture(stream);
        device->failAt(call);
        failed =
            !refusalOf([&] { cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, refTo(stream), *striper); }).err.empty();
        device->failAt(-1000000);
        static_cast<void>(device->endCapture(stream));
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, refTo(stream), *striper);
        waitFor(*device, stream);
        EXPECT_EQ(std::string(), differences(expected, dst, 0)) << call;
        EXPECT_TRUE(device->findings().empty()) << call << ": " << device->findings().front();
        ASSERT_LT(call, 1000);
        EXPECT_TRUE(failed || call > 20) << call;
    }
}

}}  // namespace opencv_test
