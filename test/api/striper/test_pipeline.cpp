// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/images/image_operation.hpp"

namespace opencv_test { namespace {

const Size kFrameSize(60, 70);

//! Frames that are converted on one stream, and whose results the caller reads on it.
class Frames
{
public:
    struct Setup
    {
        bool pipelined = true;
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

    explicit Frames(const Setup& setup)
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
        striperParams.stripes = 9;
        striperParams.order = setup.order;
        striper_ = makeStriper({device_}, striperParams);
        if (setup.pipelined)
            pipeline_.reset(new Pipeline(caller(), *striper_));
    }

    SimulatedDevice& device() { return *device_; }

    Frame frame(Placement from, Placement to, int number, int channels = 4)
    {
        RNG rng(uint64(number) + 3);
        Frame frame;
        frame.src = place(from, channels);
        frame.dst = place(to, 3);
        frame.read = place(to == Placement::OnDevice ? Placement::PageLocked : Placement::OnDevice, 3);
        frame.image = randomImage(kFrameSize, CV_8UC(channels), rng);
        frame.src->set(frame.image);
        return frame;
    }

    void convert(const PlacedImage& src, PlacedImage& dst)
    {
        cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, pipeline_ ? StreamRef(*pipeline_) : caller(),
                             *striper_);
    }

    //! On the stream, as a caller's next step would.
    void read(Frame& frame)
    {
        const PlaneView &from = frame.dst->plane(), &to = frame.read->plane();
        if (device_->classify(from.base).kind == MemoryKind::Device)
            device_->copyDown(*stream_, to, from, kFrameSize.height);
        else
            device_->copyUp(*stream_, to, from, kFrameSize.height);
    }

    //! By the host, which waits for the frames alone.
    void look(const Frame& frame)
    {
        pipeline_->wait();
        if (device_->classify(frame.dst->plane().base).kind == MemoryKind::PageLocked)
            device_->hostAccess(frame.dst->plane(), kFrameSize.height, false);
    }

    void wait() { waitFor(*device_, *stream_); }

    static bool right(const Frame& frame)
    {
        Mat expected;
        cv::cvtColor(frame.image, expected, COLOR_BGR2YUV);
        return differences(expected, frame.read->get(), 0).empty();
    }

private:
    StreamRef caller() const { return StreamHandle(StreamId(*stream_).get()); }

    std::unique_ptr<PlacedImage> place(Placement placement, int channels)
    {
        ImageShape shape;
        shape.placement = placement;
        return std::make_unique<PlacedImage>(*backend_, shape, kFrameSize, CV_8UC(channels));
    }

    std::shared_ptr<SimulatedDevice> device_;
    std::unique_ptr<OwnedStream> stream_;
    std::unique_ptr<Backend> backend_;
    std::unique_ptr<Striper> striper_;
    std::unique_ptr<Pipeline> pipeline_;
};

//! Frames in two or three sets of buffers; true if the checker reports something or a result is wrong.
bool rotationIsWrong(const Frames::Setup& setup, Placement from, Placement to, int sets, std::set<String>* orderings)
{
    Frames pipeline(setup);
    std::vector<Frames::Frame> frames;
    for (int i = 0; i < sets; ++i)
        frames.push_back(pipeline.frame(from, to, i));
    for (int i = 0; i < 7; ++i) {
        Frames::Frame& frame = frames[static_cast<size_t>(i % sets)];
        pipeline.convert(*frame.src, *frame.dst);
        if (i < 6)
            pipeline.read(frame);
        else
            pipeline.look(frame);
    }
    pipeline.wait();
    for (Frames::Frame& frame : frames)
        pipeline.read(frame);
    pipeline.wait();
    if (orderings)
        *orderings = pipeline.device().orderings();
    return !pipeline.device().findings().empty() || !std::all_of(frames.begin(), frames.end(), &Frames::right);
}

TEST(CUDASTRIPE_Pipeline, framesInTurnAreOrderedBehindWhatUsesTheirMemory)
{
    for (IssueOrder order : {IssueOrder::Dedicated, IssueOrder::DepthFirst, IssueOrder::BreadthFirst}) {
        for (int places = 0; places < 3; ++places) {
            for (int sets = 1; sets <= 3; ++sets) {
                for (std::uint64_t seed = 0; seed < 3; ++seed) {
                    Frames::Setup setup;
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

TEST(CUDASTRIPE_Pipeline, eachOrderingIsMissed)
{
    std::set<String> orderings;
    Frames::Setup setup;
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

TEST(CUDASTRIPE_Pipeline, aCallBehindAnotherThatSharesMemoryWaitsForIt)
{
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Frames::Setup setup;
        setup.seed = seed;
        Frames pipeline(setup);
        Frames::Frame first = pipeline.frame(Placement::PageLocked, Placement::PageLocked, 1, 3);
        Frames::Frame second = pipeline.frame(Placement::PageLocked, Placement::PageLocked, 2, 3);
        pipeline.convert(*first.src, *first.dst);
        pipeline.convert(*first.dst, *second.dst);
        pipeline.read(second);
        pipeline.wait();
        Mat between;
        cv::cvtColor(first.image, between, COLOR_BGR2YUV);
        second.image = between;
        ASSERT_TRUE(Frames::right(second));
        ASSERT_TRUE(pipeline.device().findings().empty());
    }
}

TEST(CUDASTRIPE_Pipeline, aCallOfAnotherKindBetweenTwoIsNotForgotten)
{
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Frames::Setup setup;
        setup.seed = seed;
        Frames pipeline(setup);
        Frames::Frame a = pipeline.frame(Placement::PageLocked, Placement::PageLocked, 1);
        Frames::Frame between = pipeline.frame(Placement::OnDevice, Placement::OnDevice, 2, 3);
        Frames::Frame b = pipeline.frame(Placement::PageLocked, Placement::OnDevice, 3);
        pipeline.convert(*a.src, *a.dst);
        pipeline.convert(*between.src, *between.dst);
        pipeline.convert(*b.src, *between.dst);  // writes what the call between writes
        b.dst.swap(between.dst);
        b.read.swap(between.read);
        pipeline.read(b);
        pipeline.wait();
        ASSERT_TRUE(Frames::right(b));
        ASSERT_TRUE(pipeline.device().findings().empty());
    }
}

TEST(CUDASTRIPE_Pipeline, onlyInItTheNextUploadBeginsBeforeTheLastDownloadEnds)
{
    for (bool pipelined : {false, true}) {
        Frames::Setup setup;
        setup.pipelined = pipelined;
        setup.timed = true;
        Frames pipeline(setup);
        Frames::Frame first = pipeline.frame(Placement::PageLocked, Placement::PageLocked, 1);
        Frames::Frame second = pipeline.frame(Placement::PageLocked, Placement::PageLocked, 2);
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
        EXPECT_EQ(pipelined, uploadStarts[9] < downloadEnds[8]);
    }
}

}}  // namespace opencv_test
