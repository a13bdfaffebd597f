// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../support/images/image_operation.hpp"
#include "../support/images/placed_images.hpp"

// One of two devices dies in a call: it throws, leaves nothing in flight, and the other one does the next call.

namespace opencv_test { namespace {

//! Where images lie, whether they are a batch, and which device dies.
using DeadCase = std::tuple<Placement, bool, int>;

class CUDASTRIPE_OneDeadDevice : public testing::TestWithParam<DeadCase>
{
protected:
    void SetUp() override
    {
        RNG rng(43);
        for (int i = 0; i < (std::get<1>(GetParam()) ? 7 : 1); ++i) {
            sources_.push_back(randomImage(Size(640, 400), CV_8UC4, rng));
            expected_.emplace_back();
            cv::cvtColor(sources_.back(), expected_.back(), COLOR_BGR2YUV);
            old_.emplace_back(sources_.back().size(), CV_8UC3, Scalar::all(9));
        }
    }

    static void convert(const PlacedImages& src, PlacedImages& dst, Striper& striper)
    {
        const std::vector<Mat> sources = matsOf(src.input());
        std::vector<Mat> results = matsOf(dst.output());
        if (sources.size() > 1)
            return cudastripe::cvtColor(sources, results, COLOR_BGR2YUV, StreamRef(), striper);
        cudastripe::cvtColor(sources[0], results[0], COLOR_BGR2YUV, StreamRef(), striper);
    }

    static std::vector<Mat> matsOf(const _InputArray& array)
    {
        std::vector<Mat> mats;
        array.getMatVector(mats);
        return mats;
    }

    // Gives whether the call came to its call number `fault` of the device.
    bool dieAt(int fault)
    {
        SCOPED_TRACE(format("dies at call %d", fault));
        const Backend backend(BackendKind::TwoSimulated, static_cast<std::uint64_t>(fault));
        const std::vector<std::shared_ptr<Device>> all = backend.devices();
        auto& dying = static_cast<SimulatedDevice&>(*all[static_cast<size_t>(std::get<2>(GetParam()))]);
        const auto striper = backend.striper();
        const PlacedImages src(backend, std::get<0>(GetParam()), sources_);
        PlacedImages dst(backend, std::get<0>(GetParam()), old_);
        const std::int64_t before = dying.calls();
        dying.failAt(fault, true);
        bool thrown = false;
        try {
            convert(src, dst, *striper);
        } catch (const cv::Exception& e) {
            thrown = true;
            EXPECT_EQ(Error::GpuApiCallError, e.code) << e.err;
            for (const auto& device : all)
                EXPECT_TRUE(static_cast<SimulatedDevice&>(*device).quiet());
        }
        dying.failAt(-1000000);
        if (!thrown)
            dst.expect(expected_);
        // In other memory: that of the first call was written by a device that cannot say any more that it has ended.
        PlacedImages next(backend, std::get<0>(GetParam()), old_);
        convert(src, next, *striper);
        next.expect(expected_);
        return dying.calls() - before > fault;
    }

    std::vector<Mat> sources_, expected_, old_;
};

TEST_P(CUDASTRIPE_OneDeadDevice, leavesTheNextCallToTheOther)
{
    int faults = 0;
    while (dieAt(faults))
        ++faults;
    // Threads fill the slots of one device for a batch in pageable memory.
    const bool usesBoth = std::get<0>(GetParam()) == Placement::PageLocked || !std::get<1>(GetParam());
    EXPECT_GT(faults, usesBoth || std::get<2>(GetParam()) == 0 ? 0 : -1);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_OneDeadDevice,
                       testing::Combine(testing::Values(Placement::Pageable, Placement::PageLocked), testing::Bool(),
                                        testing::Values(0, 1)));

}}  // namespace opencv_test
