// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/device/stream_gate.hpp"
#include "../../support/images/image_operation.hpp"

namespace opencv_test { namespace {

const Size kContractSize(640, 480);

//! Everything that a call is ordered against, on one backend.
class CUDASTRIPE_StreamContract : public testing::TestWithParam<BackendKind>
{
protected:
    void SetUp() override
    {
        backend.reset(new Backend(GetParam(), 21));
        if (!backend->available())
            return;
        RNG rng(23);
        image = randomImage(kContractSize, CV_8UC4, rng);
        cv::cvtColor(image, expected, COLOR_BGR2YUV);
        striper = backend->striper();
        striper->reserve(kContractSize, CV_8UC4, 2, true);
    }

    const char* whyNot() const
    {
        if (!backend->available())
            return backend->skipReason();
        return StreamGate::available(*backend) ? nullptr : "this build of the tests has no spin kernel";
    }

    PlacedImage place(Placement placement, int type) const
    {
        ImageShape shape;
        shape.placement = placement;
        return PlacedImage(*backend, shape, kContractSize, type);
    }

    StreamRef refTo(StreamId stream) const { return StreamHandle(stream.get()); }

    // A copy between two page-locked planes, through the device, on a stream of the test.
    void enqueueCopy(StreamId stream, const PlaneView& dst, const PlaneView& src, const PlaneView& scratch) const
    {
        backend->device()->copyUp(stream, scratch, src, kContractSize.height);
        backend->device()->copyDown(stream, dst, scratch, kContractSize.height);
    }

    std::unique_ptr<Backend> backend;
    std::unique_ptr<Striper> striper;
    Mat image, expected;
};

TEST_P(CUDASTRIPE_StreamContract, comesAfterEarlierAndBeforeLaterWorkAndReturnsAtOnce)
{
    if (whyNot())
        CUDASTRIPE_SKIP(whyNot());
    Device& device = *backend->device();
    for (Placement from : {Placement::PageLocked, Placement::OnDevice}) {
        for (Placement to : {Placement::PageLocked, Placement::OnDevice}) {
            const OwnedStream stream(device, "caller");
            PlacedImage late = place(Placement::PageLocked, CV_8UC4), src = place(from, CV_8UC4);
            PlacedImage dst = place(to, CV_8UC3), copy = place(Placement::PageLocked, CV_8UC3);
            PlacedImage scratch = place(Placement::OnDevice, CV_8UC4), scratch3 = place(Placement::OnDevice, CV_8UC3);
            late.set(image);
            src.set(Mat(kContractSize, CV_8UC4, Scalar::all(1)));
            dst.set(Mat(kContractSize, CV_8UC3, Scalar::all(9)));

            StreamGate gate(*backend, stream);
            // The source gets its content only behind the gate.
            if (from == Placement::PageLocked)
                enqueueCopy(stream, src.plane(), late.plane(), scratch.plane());
            else
                device.copyUp(stream, src.plane(), late.plane(), kContractSize.height);
            cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, refTo(stream), *striper);
            // The result is read behind the call with no wait of the host.
            if (to == Placement::PageLocked)
                enqueueCopy(stream, copy.plane(), dst.plane(), scratch3.plane());
            else
                device.copyDown(stream, copy.plane(), dst.plane(), kContractSize.height);
            EXPECT_FALSE(gate.gaveUp()) << "the call waited for its stream";
            if (to == Placement::PageLocked) {
                EXPECT_EQ(9, dst.plane().base[0]) << "the call ran before its stream let it";
            }
            gate.open();
            waitFor(device, stream);
            EXPECT_FALSE(gate.gaveUp());
            EXPECT_EQ(std::string(), differences(expected, copy.get(), 0)) << int(from) << int(to);
        }
    }
}

TEST_P(CUDASTRIPE_StreamContract, otherStreamsDoNotDelayACall)
{
    if (whyNot())
        CUDASTRIPE_SKIP(whyNot());
    Device& device = *backend->device();
    const OwnedStream blocked(device, "blocked"), stream(device, "caller");
    PlacedImage src = place(Placement::PageLocked, CV_8UC4), dst = place(Placement::PageLocked, CV_8UC3);
    PlacedImage src2 = place(Placement::PageLocked, CV_8UC4), dst2 = place(Placement::PageLocked, CV_8UC3);
    PlacedImage plain = place(Placement::Pageable, CV_8UC4), plainOut = place(Placement::Pageable, CV_8UC3);
    for (PlacedImage* filled : {&src, &src2, &plain})
        filled->set(image);

    StreamGate gate(*backend, blocked);
    cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, refTo(blocked), *striper);
    // With a stream, without one, and from pageable memory: none waits for the first.
    cudastripe::cvtColor(src2.input(), dst2.output(), COLOR_BGR2YUV, refTo(stream), *striper);
    waitFor(device, stream);
    EXPECT_EQ(std::string(), differences(expected, dst2.get(), 0));
    dst2.set(Mat(kContractSize, CV_8UC3, Scalar::all(9)));
    cudastripe::cvtColor(src2.input(), dst2.output(), COLOR_BGR2YUV, StreamRef(), *striper);
    EXPECT_EQ(std::string(), differences(expected, dst2.get(), 0));
    cudastripe::cvtColor(plain.input(), plainOut.output(), COLOR_BGR2YUV, StreamRef(), *striper);
    EXPECT_EQ(std::string(), differences(expected, plainOut.get(), 0));
    EXPECT_FALSE(gate.gaveUp()) << "a call waited for another stream, or for the device";
    gate.open();
    waitFor(device, blocked);
    EXPECT_EQ(std::string(), differences(expected, dst.get(), 0));
}

TEST_P(CUDASTRIPE_StreamContract, pageableMemoryIsDoneAtReturn)
{
    if (whyNot())
        CUDASTRIPE_SKIP(whyNot());
    Device& device = *backend->device();
    for (Placement other : {Placement::Pageable, Placement::PageLocked, Placement::OnDevice}) {
        const OwnedStream stream(device, "caller");
        PlacedImage plain = place(Placement::Pageable, CV_8UC4), out = place(other, CV_8UC3);
        plain.set(image);
        cudastripe::cvtColor(plain.input(), out.output(), COLOR_BGR2YUV, refTo(stream), *striper);
        plain.set(Mat(kContractSize, CV_8UC4, Scalar::all(0)));  // the source has been read
        if (other != Placement::Pageable)
            waitFor(device, stream);
        EXPECT_EQ(std::string(), differences(expected, out.get(), 0));
    }
}

TEST_P(CUDASTRIPE_StreamContract, withoutAStreamItComesAfterTheDefaultStream)
{
    if (whyNot())
        CUDASTRIPE_SKIP(whyNot());
    Device& device = *backend->device();
    PlacedImage late = place(Placement::PageLocked, CV_8UC4), src = place(Placement::PageLocked, CV_8UC4);
    PlacedImage dst = place(Placement::PageLocked, CV_8UC3), scratch = place(Placement::OnDevice, CV_8UC4);
    late.set(image);
    for (Route route : {Route::Auto, Route::Host, Route::Direct, Route::Striped, Route::Shared}) {
        StriperParams params;
        params.route = route;
        const auto routed = backend->striper(params);
        for (int copies : {1, 20}) {  // under way when the call begins, for some microseconds or for longer
            src.set(Mat(kContractSize, CV_8UC4, Scalar::all(1)));
            dst.set(Mat(kContractSize, CV_8UC3, Scalar::all(9)));
            for (int i = 0; i < copies; ++i)
                device.copyUp(device.defaultStream(), scratch.plane(), late.plane(), kContractSize.height);
            device.copyDown(device.defaultStream(), src.plane(), scratch.plane(), kContractSize.height);
            cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, StreamRef(), *routed);
            EXPECT_EQ(std::string(), differences(expected, dst.get(), 0)) << int(route) << ", " << copies;
        }
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_StreamContract, testing::Values(BackendKind::Simulated, BackendKind::Cuda));

}}  // namespace opencv_test
