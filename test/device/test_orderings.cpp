// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <deque>
#include <map>
#include <set>

#include "../support/device/downloads_blocked.hpp"
#include "../support/images/image_operation.hpp"

// Each record of and each wait for an event is left out in turn: the checker must find out, or it was not needed.

namespace opencv_test { namespace {

struct Scenario
{
    IssueOrder order;
    Placement src, dst;
    bool stream;
    bool share;
    int crowded;  // there is memory for one lease; a second call, of which sort, takes it while the first is in flight
    bool divided = false;  // the image is so large, and nothing is said of stripes, that a kernel has a part of it
    bool written = false;  // nothing is said of stripes, so that the last kernel writes the result; memory is for few
    bool alone = false;    // one kernel works on the memory where it lies
    bool between = false;  // without a stream, in a lease that stripes are still downloaded from, since all are taken
};

class Trial
{
public:
    Trial(const Scenario& scenario, std::uint64_t seed, const String& omitted)
        : scenario_(scenario), backend_(makeBackend(seed))
    {
        device().leaveOut(omitted);
        StriperParams params;
        if (scenario.written) {
            params.deviceMemoryLimit = 6000;
        } else if (!scenario.alone && !scenario.divided) {
            params.order = scenario.order;
            params.stripes = 14;
            params.streams = 4;
            params.slots = slots();
        }
        params.route = scenario.alone ? Route::Direct : scenario.share ? Route::Shared : Route::Striped;
        if (scenario.crowded)
            params.deviceMemoryLimit = static_cast<size_t>(oneLeaseBytes());
        striper_ = makeStriper({device_}, params);
    }

    //! True if the checker reports something, the host would wait for ever, or the result is wrong.
    bool wrong()
    {
        try {
            if (scenario_.between)
                takeAllLeases();
            call(scenario_.divided ? Size(640, 480) : Size(60, 70), 0, scenario_.between ? StreamId(nullptr) : *first_);
            if (scenario_.between)
                call(Size(12, 10), 0, *first_, CV_16UC4, kOdd);
            device().open();
            if (scenario_.crowded == 1)
                call(Size(50, 63), 0, *second_);
            if (scenario_.crowded == 2)
                call(Size(448, 2), 16, *second_);  // two stripes of a row each, in larger slots than those before
            for (OwnedStream* stream : {first_.get(), second_.get()})
                waitFor(device(), *stream);
            for (OwnedStream& stream : others_)
                waitFor(device(), stream);
            waitFor(device(), device().defaultStream());
            for (const Result& result : results_) {
                if (!differences(result.expected, result.dst->get(), 0).empty())
                    return true;
            }
        } catch (const cv::Exception&) {
            return true;
        }
        return !device().findings().empty();
    }

    std::set<String> orderings() { return device().orderings(); }

private:
    struct Result
    {
        std::unique_ptr<PlacedImage> src, dst;
        Mat expected;
    };

    // What the ring of a call needs, and less than two of them.
    int oneLeaseBytes() const
    {
        const int inBytes = scenario_.src == Placement::OnDevice ? 0 : 1280;
        const int outBytes = scenario_.dst == Placement::OnDevice ? 0 : 1024;
        return slots() * (inBytes + outBytes);
    }

    int slots() const { return scenario_.order == IssueOrder::Dedicated ? 3 : 5; }

    // A Backend would complain about what is found here on purpose.
    std::unique_ptr<Backend> makeBackend(std::uint64_t seed)
    {
        SimulatedDeviceParams params;
        params.seed = seed;
        device_ = std::make_shared<DownloadsBlocked>(params, scenario_.between);
        first_.reset(new OwnedStream(*device_, "caller"));
        second_.reset(new OwnedStream(*device_, "caller"));
        return std::make_unique<Backend>(device_);
    }

    SimulatedDevice& device() { return *device_; }

    // What the caller does on its stream before and after: it writes the source, and later both images again.
    void touch(StreamId stream, const PlacedImage& image, int rows)
    {
        const PlaneView& plane = image.plane();
        const bool onDevice = device().classify(plane.base).kind == MemoryKind::Device;
        if (device().classify(plane.base).kind == MemoryKind::Pageable)
            return;
        PlaneView other = plane;
        other.step = plane.rowBytes;
        const size_t bytes = static_cast<size_t>(plane.rowBytes * rows);
        other.base = static_cast<uchar*>(onDevice ? device().allocate(MemoryKind::PageLocked, bytes)
                                                  : device().allocate(MemoryKind::Device, bytes));
        onDevice ? device().copyUp(stream, plane, other, rows) : device().copyDown(stream, plane, other, rows);
    }

    void takeAllLeases()
    {
        while (others_.size() < 32) {
            others_.emplace_back(*device_, "caller");
            call(Size(12, 10), 0, others_.back(), CV_16UC4, kOdd);
        }
    }

    static constexpr int kOdd = 1;  // an offset where kernels cannot load values, so that they get copies

    void call(Size size, int padding, StreamId caller, int type = CV_8UC4, int offset = 0)
    {
        ImageShape srcShape, dstShape;
        srcShape.offset = dstShape.offset = offset;
        srcShape.placement = scenario_.src;
        dstShape.placement = scenario_.dst;
        srcShape.padding = dstShape.padding = padding;
        RNG rng(5);
        const Mat image = randomImage(size, type, rng);
        Result result;
        result.src.reset(new PlacedImage(*backend_, srcShape, size, type));
        result.dst.reset(new PlacedImage(*backend_, dstShape, size, CV_MAKETYPE(CV_MAT_DEPTH(type), 3)));
        const bool onStream = scenario_.stream && caller.get();
        const StreamId stream = onStream ? caller : device().defaultStream();
        if (!onStream && !scenario_.between)
            device().block(stream);  // so long that the call marks where it is to begin
        touch(stream, *result.dst, size.height);
        result.src->set(image);
        copyInto(stream, *result.src, image);
        cv::cvtColor(image, result.expected, COLOR_BGR2YUV);
        const StreamRef ref = onStream ? StreamRef(StreamHandle(caller.get())) : StreamRef();
        cudastripe::cvtColor(result.src->input(), result.dst->output(), COLOR_BGR2YUV, ref, *striper_);
        touch(stream, *result.src, size.height);
        results_.push_back(std::move(result));
    }

    // Writes the same content once more, this time on the caller's stream.
    void copyInto(StreamId stream, const PlacedImage& to, const Mat& content)
    {
        const PlaneView& plane = to.plane();
        const MemoryKind kind = device().classify(plane.base).kind;
        if (kind == MemoryKind::Pageable)
            return;
        const size_t bytes = content.total() * content.elemSize();
        uchar* host = static_cast<uchar*>(device().allocate(MemoryKind::PageLocked, bytes));
        std::memcpy(host, content.data, bytes);
        const PlaneView dense = {host, plane.rowBytes, plane.rowBytes};
        if (kind == MemoryKind::Device) {
            device().copyUp(stream, plane, dense, content.rows);
            return;
        }
        const PlaneView between = {static_cast<uchar*>(device().allocate(MemoryKind::Device, bytes)), plane.rowBytes,
                                   plane.rowBytes};
        device().copyUp(stream, between, dense, content.rows);
        device().copyDown(stream, plane, between, content.rows);
    }

    const Scenario scenario_;
    std::shared_ptr<SimulatedDevice> device_;
    std::unique_ptr<OwnedStream> first_, second_;
    std::deque<OwnedStream> others_;
    std::unique_ptr<Backend> backend_;
    std::unique_ptr<Striper> striper_;
    std::vector<Result> results_;
};

std::vector<Scenario> scenarios(IssueOrder order)
{
    std::vector<Scenario> list;
    for (int i = 0; i < 9 * 12; ++i) {
        Scenario s = {order, Placement(i % 3), Placement(i / 3 % 3), i / 9 % 2 == 1, i / 18 % 2 == 1, i / 36};
        const bool pageable = s.src == Placement::Pageable || s.dst == Placement::Pageable;
        const bool onDevice = s.src == Placement::OnDevice || s.dst == Placement::OnDevice;
        // Crowding needs calls that return early, sharing such as the host can take part in.
        if ((s.crowded && (pageable || !s.stream)) || (s.share && (onDevice || s.stream)))
            continue;
        list.push_back(s);
    }
    return list;
}

class CUDASTRIPE_Ordering : public testing::Test
{
protected:
    // What is left out makes real threads race, too, and sanitizers would say so.
    void SetUp() override { setNumThreads(1); }
    void TearDown() override { setNumThreads(-1); }
};

class CUDASTRIPE_Orderings : public CUDASTRIPE_Ordering, public testing::WithParamInterface<int>
{
};

constexpr std::uint64_t seeds = 6;

bool isMissed(const Scenario& scenario, const String& ordering)
{
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        if (Trial(scenario, seed, ordering).wrong())
            return true;
    }
    return false;
}

// How many there are.
size_t checkEach(const std::vector<Scenario>& scenarios)
{
    std::map<String, int> missed;
    for (const Scenario& scenario : scenarios) {
        std::set<String> orderings;  // what has passed already is not waited for
        for (std::uint64_t seed = 0; seed < seeds; ++seed) {
            Trial whole(scenario, seed, "");
            EXPECT_FALSE(whole.wrong());
            for (const String& ordering : whole.orderings())
                orderings.insert(ordering);
        }
        for (const String& ordering : orderings) {
            int& times = missed[ordering];
            if (times == 0)
                times += isMissed(scenario, ordering);
        }
    }
    for (const auto& entry : missed)
        EXPECT_GT(entry.second, 0) << entry.first << " can be left out, and nobody notices";
    return missed.size();
}

TEST_P(CUDASTRIPE_Orderings, noneIsSuperfluousAndEachIsMissed)
{
    const IssueOrder order = static_cast<IssueOrder>(GetParam());
    // All of the lane's are in the list.
    EXPECT_EQ(order == IssueOrder::Dedicated ? 20u : 25u, checkEach(scenarios(order)));
}

TEST_F(CUDASTRIPE_Ordering, isKeptBetweenAKernelAndThreads)
{
    for (bool stream : {false, true}) {
        const Scenario divided = {
            IssueOrder::Dedicated, Placement::PageLocked, Placement::PageLocked, stream, true, 0, true};
        EXPECT_EQ(3u, checkEach({divided}));
    }
}

TEST_F(CUDASTRIPE_Ordering, isKeptWhereTheLastKernelWritesTheResult)
{
    for (bool stream : {false, true}) {
        const Scenario written = {
            IssueOrder::Dedicated, Placement::PageLocked, Placement::PageLocked, stream, false, 0, false, true};
        EXPECT_EQ(stream ? 10u : 9u, checkEach({written}));
    }
}

TEST_F(CUDASTRIPE_Ordering, isKeptAroundAKernelAlone)
{
    Scenario alone = {IssueOrder::Dedicated, Placement::PageLocked, Placement::PageLocked, false, false, 0};
    alone.alone = true;
    EXPECT_EQ(3u, checkEach({alone}));
    alone.stream = true;  // it goes into the caller's stream itself
    EXPECT_EQ(0u, checkEach({alone}));
}

// The kernel does not wait for the downloads, nor do the stripes that follow take them for done.
TEST_F(CUDASTRIPE_Ordering, isKeptByAKernelAloneInTheLeaseOfStripes)
{
    Scenario between = {IssueOrder::Dedicated, Placement::PageLocked, Placement::PageLocked, true, false, 0};
    between.alone = between.between = true;
    EXPECT_FALSE(isMissed(between, ""));
    EXPECT_TRUE(isMissed(between, "wait for done on up"));
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_Orderings, testing::Range(0, 3));

}}  // namespace opencv_test
