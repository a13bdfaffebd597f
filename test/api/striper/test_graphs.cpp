// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/device/simulated_frame.hpp"
#include "../../support/device/stream_graph.hpp"
#include "../../support/images/image_operation.hpp"

// Calls on a stream that is being captured into a graph.

namespace opencv_test { namespace {

const Size kGraphSize(160, 120);
constexpr int kStripes = 9;

struct GraphCase
{
    std::string name;
    Placement src, dst;
    Route route;
    IssueOrder order;
};

void PrintTo(const GraphCase& each, std::ostream* out)
{
    *out << each.name;
}

std::vector<GraphCase> graphCases()
{
    const Placement host = Placement::PageLocked, device = Placement::OnDevice;
    const IssueOrder order = IssueOrder::Dedicated;
    return {{"one kernel", device, device, Route::Auto, order},
            {"a kernel across the bus", host, host, Route::Direct, order},
            {"stripes", host, host, Route::Striped, order},
            {"stripes to the device", host, device, Route::Striped, order},
            {"stripes from the device", device, host, Route::Striped, order},
            {"stripes, depth first", host, host, Route::Striped, IssueOrder::DepthFirst},
            {"stripes, breadth first", host, host, Route::Striped, IssueOrder::BreadthFirst}};
}

StriperParams paramsOf(const GraphCase& each)
{
    StriperParams params;
    params.route = each.route;
    params.order = each.order;
    params.stripes = each.route == Route::Striped ? kStripes : 0;
    return params;
}

Mat random(int type, RNG& rng)
{
    return randomImage(kGraphSize, type, rng);
}

Mat converted(const Mat& image)
{
    Mat result;
    cv::cvtColor(image, result, COLOR_BGR2YUV);
    return result;
}

PlacedImage placed(const Backend& backend, Placement placement, int type)
{
    ImageShape shape;
    shape.placement = placement;
    return PlacedImage(backend, shape, kGraphSize, type);
}

//! A call with its images, and the stream on which it is captured.
class Frame
{
public:
    Frame(const Backend& backend, const GraphCase& each)
        : stream(*backend.device(), "caller"),
          src(placed(backend, each.src, CV_8UC4)),
          dst(placed(backend, each.dst, CV_8UC3))
    {
    }

    void call(Striper& striper)
    {
        cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, refTo(stream), striper);
    }
    //! True if the graph gives the right result for new pixels.
    bool replays(StreamGraph& graph)
    {
        const Mat image = random(CV_8UC4, rng_);
        src.set(image);
        dst.set(Mat(kGraphSize, CV_8UC3, Scalar::all(9)));
        graph.run();
        return sameBytes(converted(image), dst.get()) && src.guardsIntact() && dst.guardsIntact();
    }

    const OwnedStream stream;
    PlacedImage src, dst;

private:
    RNG rng_{31};
};

class CUDASTRIPE_Graphs : public testing::TestWithParam<std::tuple<BackendKind, GraphCase>>
{
protected:
    const GraphCase& each() const { return std::get<1>(GetParam()); }
    int replays() const { return std::get<0>(GetParam()) == BackendKind::Cuda ? 1000 : 10; }

    Backend backend_{std::get<0>(GetParam()), 3};
};

TEST_P(CUDASTRIPE_Graphs, replayWithChangedPixelsAfterTheStriperIsGone)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    Frame frame(backend_, each());
    auto striper = backend_.striper(paramsOf(each()));
    StreamGraph graph(backend_, frame.stream);
    frame.call(*striper);
    graph.end();
    const bool striped = each().route == Route::Striped;
    EXPECT_EQ(striped ? kStripes : 1, graph.kernels());
    EXPECT_EQ(striped ? kStripes * ((each().src == Placement::PageLocked) + (each().dst == Placement::PageLocked)) : 0,
              graph.copies());
    EXPECT_EQ(striped, graph.allocations() == 1);
    for (int i = 0; i < replays(); ++i)
        ASSERT_TRUE(frame.replays(graph)) << i;
    striper.reset();
    for (int i = 0; i < 3; ++i)
        EXPECT_TRUE(frame.replays(graph)) << i;
}

TEST_P(CUDASTRIPE_Graphs, beginBehindEarlierNodesAndEndBeforeLaterOnes)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    Frame frame(backend_, each());
    RNG rng(7);
    PlacedImage late = placed(backend_, Placement::PageLocked, CV_8UC4);
    PlacedImage copy = placed(backend_, Placement::PageLocked, CV_8UC3);
    PlacedImage scratch = placed(backend_, Placement::OnDevice, CV_8UC4);
    PlacedImage scratch3 = placed(backend_, Placement::OnDevice, CV_8UC3);
    Device& device = *backend_.device();
    const auto striper = backend_.striper(paramsOf(each()));
    StreamGraph graph(backend_, frame.stream);
    const auto move = [&](PlacedImage& to, PlacedImage& from, PlacedImage& through) {
        device.copyUp(frame.stream, through.plane(), from.plane(), kGraphSize.height);
        device.copyDown(frame.stream, to.plane(), through.plane(), kGraphSize.height);
    };
    if (each().src == Placement::PageLocked)
        move(frame.src, late, scratch);
    else
        device.copyUp(frame.stream, frame.src.plane(), late.plane(), kGraphSize.height);
    frame.call(*striper);
    if (each().dst == Placement::PageLocked)
        move(copy, frame.dst, scratch3);
    else
        device.copyDown(frame.stream, copy.plane(), frame.dst.plane(), kGraphSize.height);
    graph.end();
    for (int i = 0; i < 3; ++i) {
        const Mat image = random(CV_8UC4, rng);
        late.set(image);
        graph.run();
        EXPECT_EQ(std::string(), differences(converted(image), copy.get(), 0));
    }
}

TEST_P(CUDASTRIPE_Graphs, ofOneCallRunAtOnce)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    Frame one(backend_, each()), two(backend_, each());
    const auto striper = backend_.striper(paramsOf(each()));
    StreamGraph first(backend_, one.stream);
    one.call(*striper);
    first.end();
    StreamGraph second(backend_, two.stream);
    two.call(*striper);
    second.end();
    RNG rng(5);
    for (int i = 0; i < 3; ++i) {
        const Mat image = random(CV_8UC4, rng), other = random(CV_8UC4, rng);
        one.src.set(image);
        two.src.set(other);
        first.launch(one.stream);
        second.launch(two.stream);
        waitFor(*backend_.device(), one.stream);
        waitFor(*backend_.device(), two.stream);
        EXPECT_EQ(std::string(), differences(converted(image), one.dst.get(), 0));
        EXPECT_EQ(std::string(), differences(converted(other), two.dst.get(), 0));
    }
}

// Slots are allocations of the graph, which CUDA gives to one executable at a time. Both write the same result.
TEST_P(CUDASTRIPE_Graphs, haveExecutablesThatRunAtOnceUnlessTheyHaveSlots)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    Frame frame(backend_, each());
    const auto striper = backend_.striper(paramsOf(each()));
    StreamGraph graph(backend_, frame.stream);
    frame.call(*striper);
    graph.end();
    ASSERT_EQ(graph.allocations() == 0, graph.makeSecond());
    if (graph.allocations() > 0 || graph.simulated())  // which reports that both write
        return;
    const OwnedStream other(*backend_.device(), "other");
    RNG rng(17);
    for (int i = 0; i < replays(); ++i) {
        const Mat image = random(CV_8UC4, rng);
        frame.src.set(image);
        frame.dst.set(Mat(kGraphSize, CV_8UC3, Scalar::all(9)));
        graph.launch(frame.stream);
        graph.launchSecond(other);
        waitFor(*backend_.device(), frame.stream);
        waitFor(*backend_.device(), other);
        ASSERT_TRUE(sameBytes(converted(image), frame.dst.get())) << i;
    }
}

TEST_P(CUDASTRIPE_Graphs, leaveOtherCallsAlone)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    Frame frame(backend_, each()), other(backend_, each());
    const auto striper = backend_.striper(paramsOf(each()));
    RNG rng(9);
    StreamGraph graph(backend_, frame.stream);
    for (int i = 0; i < 2; ++i) {
        const Mat image = random(CV_8UC4, rng);
        other.src.set(image);
        if (i == 0)
            other.call(*striper);
        else
            cudastripe::cvtColor(other.src.input(), other.dst.output(), COLOR_BGR2YUV, StreamRef(), *striper);
        waitFor(*backend_.device(), other.stream);
        EXPECT_EQ(std::string(), differences(converted(image), other.dst.get(), 0));
        if (i == 0)
            frame.call(*striper);
    }
    graph.end();
    EXPECT_TRUE(frame.replays(graph));
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_Graphs,
                       testing::Combine(testing::Values(BackendKind::Simulated, BackendKind::Cuda),
                                        testing::ValuesIn(graphCases())),
                       backendAndNumber<GraphCase>);

}}  // namespace opencv_test
