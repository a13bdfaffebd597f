// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include "support/image_operation.hpp"
#include "support/placed_image.hpp"
#include "support/refusal.hpp"

// Calls of a device that fail in a batch: it throws, leaves nothing in flight, and the next call works.

namespace opencv_test { namespace {

//! Images of a batch; the first ones differ in nothing but their places.
class PlacedImages
{
public:
    PlacedImages(const Backend& backend, Placement placement, const std::vector<Mat>& contents)
        : onDevice_(placement == Placement::OnDevice)
    {
        for (const Mat& content : contents) {
            images_.push_back(
                std::make_unique<PlacedImage>(backend, ImageShape{placement}, content.size(), content.type()));
            images_.back()->set(content);
            if (onDevice_)
                gpuMats_.push_back(*static_cast<const cuda::GpuMat*>(images_.back()->input().getObj()));
            else
                mats_.push_back(images_.back()->input().getMat());
        }
    }
    _InputArray input() const { return onDevice_ ? _InputArray(gpuMats_) : _InputArray(mats_); }
    _OutputArray output() { return onDevice_ ? _OutputArray(gpuMats_) : _OutputArray(mats_); }

    void expect(const std::vector<Mat>& contents) const
    {
        for (size_t i = 0; i < contents.size(); ++i) {
            EXPECT_EQ(std::string(), differences(contents[i], images_[i]->get(), 0)) << "image " << i;
            EXPECT_TRUE(images_[i]->guardsIntact()) << "image " << i;
        }
    }

private:
    bool onDevice_;
    std::vector<std::unique_ptr<PlacedImage>> images_;
    std::vector<Mat> mats_;
    std::vector<cuda::GpuMat> gpuMats_;
};

class CUDASTRIPE_BatchFaults : public testing::TestWithParam<std::tuple<Placement, Placement, bool>>
{
protected:
    Placement from() const { return std::get<0>(GetParam()); }
    Placement to() const { return std::get<1>(GetParam()); }
    bool hasStream() const { return std::get<2>(GetParam()); }
    bool needsDevice() const { return from() == Placement::OnDevice || to() == Placement::OnDevice || hasStream(); }

    void SetUp() override
    {
        RNG rng(41);
        for (const Size size : {Size(64, 40), Size(64, 40), Size(64, 40), Size(33, 7), Size(200, 90)}) {
            sources_.push_back(randomImage(size, CV_8UC4, rng));
            expected_.emplace_back();
            cv::cvtColor(sources_.back(), expected_.back(), COLOR_BGR2YUV);
            old_.emplace_back(size, CV_8UC3, Scalar::all(9));
        }
    }

    void expectNextCall(const std::function<void()>& convert, const PlacedImages& results, bool sticky, int fault)
    {
        SCOPED_TRACE(format("after fault %d", fault));
        const bool pageable = from() == Placement::Pageable && to() == Placement::Pageable && !hasStream();
        if (!sticky || pageable) {
            convert();
            results.expect(expected_);
        } else if (needsDevice()) {
            expectRefusal(convert, {"dead"});
        }
    }

    // Runs the call until no fault hits it any more; gives how many did.
    int injectAtEveryCall(bool sticky)
    {
        for (int fault = 0;; ++fault) {
            Backend backend(BackendKind::Simulated, static_cast<std::uint64_t>(fault));
            SimulatedDevice& device = *backend.simulated();
            const OwnedStream stream(device, "caller");
            const auto striper = backend.striper();
            const PlacedImages src(backend, from(), sources_);
            PlacedImages dst(backend, to(), old_);
            const StreamRef ref = hasStream() ? StreamRef(StreamHandle(StreamId(stream).get())) : StreamRef();
            const auto call = [&] { cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, ref, *striper); };
            const auto convert = [&] {
                call();
                if (hasStream())
                    waitFor(device, stream);
            };

            device.failAt(fault, sticky);
            bool thrown = false;
            try {
                call();
            } catch (const cv::Exception& e) {
                thrown = true;
                EXPECT_EQ(Error::GpuApiCallError, e.code) << e.err;
                EXPECT_TRUE(device.quiet()) << "work was left in flight by fault " << fault;
            }
            device.failAt(-1000000);
            if (!thrown) {
                if (hasStream())
                    waitFor(device, stream);
                dst.expect(expected_);
                return fault;
            }
            expectNextCall(convert, dst, sticky, fault);
        }
    }

    std::vector<Mat> sources_, expected_, old_;
};

TEST_P(CUDASTRIPE_BatchFaults, anyFailingCallThrowsLeavesNothingInFlightAndTheNextCallWorks)
{
    EXPECT_GE(injectAtEveryCall(false), needsDevice() ? 1 : 0);
}

TEST_P(CUDASTRIPE_BatchFaults, aDeadContextIsNamedAndHostMemoryIsStillServed)
{
    EXPECT_GE(injectAtEveryCall(true), needsDevice() ? 1 : 0);
}

CUDASTRIPE_INSTANTIATE(
    /**/, CUDASTRIPE_BatchFaults,
    testing::Combine(testing::Values(Placement::Pageable, Placement::PageLocked, Placement::OnDevice),
                     testing::Values(Placement::Pageable, Placement::PageLocked, Placement::OnDevice),
                     testing::Bool()));

}}  // namespace opencv_test
