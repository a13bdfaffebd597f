// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include <map>

#include "support/image_operation.hpp"

// Calls on one stream that may overlap: a pipeline of frames in buffers that take turns.

namespace opencv_test { namespace {

const Size kSize(60, 70);

//! Frames that are converted on one stream, and whose results the caller reads on it.
class Pipeline
{
public:
    struct Setup
    {
        bool overlapCalls = true;
        bool timed = false;
        IssueOrder order = IssueOrder::Dedicated;
        std::uint64_t seed = 0;
        String omitted;
    };

    struct Frame
    {
        std::unique_ptr<PlacedImage> src, dst, read;
        Mat image;
    };

    explicit Pipeline(const Setup& setup)
    {
        SimulatedDeviceParams params;
        params.seed = setup.seed;
        if (setup.timed)
            params.profile = std::make_shared<DeviceProfile>(deviceProfile("H200"));
        device_ = std::make_shared<SimulatedDevice>(params);
        device_->leaveOut(setup.omitted);
        stream_.reset(new OwnedStream(*device_, "caller"));
        backend_.reset(new Backend(device_));
        StriperParams striperParams;
        striperParams.overlapCalls = setup.overlapCalls;
        striperParams.stripes = 9;
        striperParams.order = setup.order;
        striper_ = makeStriper({device_}, striperParams);
    }

    SimulatedDevice& device() { return *device_; }

    Frame frame(Placement from, Placement to, int number, int channels = 4)
    {
        RNG rng(uint64(number) + 3);
        Frame frame;
        frame.src = place(from, channels);
        frame.dst = place(to, 3);
        frame.read = place(to == Placement::OnDevice ? Placement::PageLocked : Placement::OnDevice, 3);
        frame.image = randomImage(kSize, CV_8UC(channels), rng);
        frame.src->set(frame.image);
        return frame;
    }

    void convert(const PlacedImage& src, PlacedImage& dst)
    {
        cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, StreamHandle(StreamId(*stream_).get()),
                             *striper_);
    }

    //! On the stream, as a caller's next step would.
    void read(Frame& frame)
    {
        const PlaneView &from = frame.dst->plane(), &to = frame.read->plane();
        if (device_->classify(from.base).kind == MemoryKind::Device)
            device_->copyDown(*stream_, to, from, kSize.height);
        else
            device_->copyUp(*stream_, to, from, kSize.height);
    }

    void wait() { waitFor(*device_, *stream_); }

    static bool right(const Frame& frame)
    {
        Mat expected;
        cv::cvtColor(frame.image, expected, COLOR_BGR2YUV);
        return differences(expected, frame.read->get(), 0).empty();
    }

private:
    std::unique_ptr<PlacedImage> place(Placement placement, int channels)
    {
        ImageShape shape;
        shape.placement = placement;
        return std::make_unique<PlacedImage>(*backend_, shape, kSize, CV_8UC(channels));
    }

    std::shared_ptr<SimulatedDevice> device_;
    std::unique_ptr<OwnedStream> stream_;
    std::unique_ptr<Backend> backend_;
    std::unique_ptr<Striper> striper_;
};

//! Frames in two or three sets of buffers; true if the checker reports something or a result is wrong.
bool rotationIsWrong(const Pipeline::Setup& setup, Placement from, Placement to, int sets, std::set<String>* orderings)
{
    Pipeline pipeline(setup);
    std::vector<Pipeline::Frame> frames;
    for (int i = 0; i < sets; ++i)
        frames.push_back(pipeline.frame(from, to, i));
    for (int i = 0; i < 7; ++i) {
        Pipeline::Frame& frame = frames[static_cast<size_t>(i % sets)];
        pipeline.convert(*frame.src, *frame.dst);
        pipeline.read(frame);
    }
    pipeline.wait();
    if (orderings)
        *orderings = pipeline.device().orderings();
    return !pipeline.device().findings().empty() || !std::all_of(frames.begin(), frames.end(), &Pipeline::right);
}

TEST(CUDASTRIPE_OverlapCalls, framesInTurnAreOrderedBehindWhatUsesTheirMemory)
{
    for (IssueOrder order : {IssueOrder::Dedicated, IssueOrder::DepthFirst, IssueOrder::BreadthFirst}) {
        for (int places = 0; places < 3; ++places) {
            for (int sets = 1; sets <= 3; ++sets) {
                for (std::uint64_t seed = 0; seed < 3; ++seed) {
                    Pipeline::Setup setup;
                    setup.order = order;
                    setup.seed = seed;
                    const Placement from = places == 1 ? Placement::OnDevice : Placement::PageLocked;
                    const Placement to = places == 2 ? Placement::OnDevice : Placement::PageLocked;
                    ASSERT_FALSE(rotationIsWrong(setup, from, to, sets, nullptr)) << int(order) << " " << sets;
                }
            }
        }
    }
}

TEST(CUDASTRIPE_OverlapCalls, eachOrderingIsMissed)
{
    std::set<String> orderings;
    Pipeline::Setup setup;
    ASSERT_FALSE(rotationIsWrong(setup, Placement::PageLocked, Placement::PageLocked, 2, &orderings));
    for (const String& ordering : orderings) {
        bool missed = false;
        for (setup.seed = 0, setup.omitted = ordering; setup.seed < 20 && !missed; ++setup.seed) {
            for (int sets = 1; sets <= 3 && !missed; ++sets) {
                try {
                    missed = rotationIsWrong(setup, Placement::PageLocked, Placement::PageLocked, sets, nullptr);
                } catch (const cv::Exception&) {
                    missed = true;
                }
            }
        }
        EXPECT_TRUE(missed) << ordering;
    }
}

TEST(CUDASTRIPE_OverlapCalls, aCallBehindAnotherThatSharesMemoryWaitsForIt)
{
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Pipeline::Setup setup;
        setup.seed = seed;
        Pipeline pipeline(setup);
        Pipeline::Frame first = pipeline.frame(Placement::PageLocked, Placement::PageLocked, 1, 3);
        Pipeline::Frame second = pipeline.frame(Placement::PageLocked, Placement::PageLocked, 2, 3);
        pipeline.convert(*first.src, *first.dst);
        pipeline.convert(*first.dst, *second.dst);
        pipeline.read(second);
        pipeline.wait();
        Mat between;
        cv::cvtColor(first.image, between, COLOR_BGR2YUV);
        second.image = between;
        ASSERT_TRUE(Pipeline::right(second));
        ASSERT_TRUE(pipeline.device().findings().empty());
    }
}

TEST(CUDASTRIPE_OverlapCalls, aCallOfAnotherKindBetweenTwoIsNotForgotten)
{
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Pipeline::Setup setup;
        setup.seed = seed;
        Pipeline pipeline(setup);
        Pipeline::Frame a = pipeline.frame(Placement::PageLocked, Placement::PageLocked, 1);
        Pipeline::Frame between = pipeline.frame(Placement::OnDevice, Placement::OnDevice, 2, 3);
        Pipeline::Frame b = pipeline.frame(Placement::PageLocked, Placement::OnDevice, 3);
        pipeline.convert(*a.src, *a.dst);
        pipeline.convert(*between.src, *between.dst);
        pipeline.convert(*b.src, *between.dst);  // writes what the call between writes
        b.dst.swap(between.dst);
        b.read.swap(between.read);
        pipeline.read(b);
        pipeline.wait();
        ASSERT_TRUE(Pipeline::right(b));
        ASSERT_TRUE(pipeline.device().findings().empty());
    }
}

TEST(CUDASTRIPE_OverlapCalls, onlyIfAskedForTheNextUploadBeginsBeforeTheLastDownloadEnds)
{
    for (bool overlapCalls : {false, true}) {
        Pipeline::Setup setup;
        setup.overlapCalls = overlapCalls;
        setup.timed = true;
        Pipeline pipeline(setup);
        Pipeline::Frame first = pipeline.frame(Placement::PageLocked, Placement::PageLocked, 1);
        Pipeline::Frame second = pipeline.frame(Placement::PageLocked, Placement::PageLocked, 2);
        pipeline.convert(*first.src, *first.dst);
        pipeline.convert(*second.src, *second.dst);
        pipeline.wait();
        std::vector<double> uploadStarts, downloadEnds;
        for (const TimelineEntry& entry : pipeline.device().timeline().entries) {
            if (entry.stream == "up")
                uploadStarts.push_back(entry.startMs);
            if (entry.stream == "down")
                downloadEnds.push_back(entry.endMs);
        }
        std::sort(uploadStarts.begin(), uploadStarts.end());
        std::sort(downloadEnds.begin(), downloadEnds.end());
        ASSERT_EQ(18u, uploadStarts.size());
        ASSERT_EQ(18u, downloadEnds.size());
        EXPECT_EQ(overlapCalls, uploadStarts[9] < downloadEnds[8]);
    }
}

}}  // namespace opencv_test
