// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../../src/device/handles.hpp"
#include "../../support/device/simulated_frame.hpp"
#include "../../support/process/refusal.hpp"
#include "opencv2/cudastripe/functor.hpp"

// The short forms of calls, in which a stream follows what must be said.

namespace opencv_test { namespace {

using namespace cv::cudastripe;

struct Add
{
    CV_CUDASTRIPE_HD int operator()(int a, int b) const { return a + b; }
};

struct Twice
{
    CV_CUDASTRIPE_HD int operator()(int a) const { return 2 * a; }
};

class CUDASTRIPE_CallForms : public testing::Test
{
protected:
    // Each form works with a stream of the Striper's device, and passes a stream on that belongs to another one.
    template <class Call>
    void expectStreamAndStriper(const Call& call)
    {
        call(refTo(stream_), *striper_);
        expectRefusal([&] { call(StreamHandle(this), *striper_); }, {"stream", "belongs to no device"});
    }

    const std::shared_ptr<SimulatedDevice> device_ = std::make_shared<SimulatedDevice>();
    const std::unique_ptr<Striper> striper_ = makeStriper({device_}, StriperParams());
    const OwnedStream stream_{*device_, "caller"};
    const Mat image_ = Mat(4, 6, CV_8UC3, Scalar(10, 20, 30)), numbers_ = Mat(4, 6, CV_32SC1, Scalar(7));
    Mat dst_, expected_;
};

TEST_F(CUDASTRIPE_CallForms, cvtToYuvTakesAStreamWithoutAnOrder)
{
    cudastripe::cvtToYuv(image_, expected_, YuvFormat::hd(), ChannelOrder::BGR, StreamRef(), *striper_);
    expectStreamAndStriper([&](const StreamRef& stream, Striper& striper) {
        cudastripe::cvtToYuv(image_, dst_, YuvFormat::hd(), stream, striper);
    });
    EXPECT_EQ(std::string(), differences(expected_, dst_, 0));
}

TEST_F(CUDASTRIPE_CallForms, aChainTakesAStreamWithoutAMask)
{
    expectStreamAndStriper([&](const StreamRef& stream, Striper& striper) {
        cudastripe::transform(image_, dst_, Chain().add(5), stream, striper);
    });
    cv::add(image_, Scalar::all(5), expected_);
    EXPECT_EQ(std::string(), differences(expected_, dst_, 0));
    expectStreamAndStriper([&](const StreamRef& stream, Striper& striper) {
        cudastripe::transform(image_, image_, dst_, Chain().add(secondImage), stream, striper);
    });
    cv::add(image_, image_, expected_);
    EXPECT_EQ(std::string(), differences(expected_, dst_, 0));
}

TEST_F(CUDASTRIPE_CallForms, functorsTakeAStreamWithoutSameBits)
{
    expectStreamAndStriper([&](const StreamRef& stream, Striper& striper) {
        cudastripe::transform(numbers_, dst_, Twice(), stream, striper);
    });
    EXPECT_EQ(0, cv::norm(dst_, Mat(4, 6, CV_32SC1, Scalar(14)), NORM_INF));
    expectStreamAndStriper([&](const StreamRef& stream, Striper& striper) {
        cudastripe::transform(numbers_, dst_.clone(), dst_, Add(), stream, striper);
    });
    EXPECT_EQ(0, cv::norm(dst_, Mat(4, 6, CV_32SC1, Scalar(21)), NORM_INF));
    const int in[] = {1, 2, 3};
    int out[3] = {};
    expectStreamAndStriper([&](const StreamRef& stream, Striper& striper) {
        cudastripe::transform(in, 3, out, Twice(), stream, striper);
    });
    EXPECT_EQ(6, out[2]);
    expectStreamAndStriper([&](const StreamRef& stream, Striper& striper) {
        cudastripe::transform(in, in + 0, 3, out, Add(), stream, striper);
    });
    EXPECT_EQ(6, out[2]);
}

}}  // namespace opencv_test
