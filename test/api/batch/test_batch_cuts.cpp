// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/images/image_operation.hpp"

// A stripe that ends one image and begins the next one with as many rows. The second kernel is no repeat of the first
// one, though all planes lie equally far away: other rows of the source are above it, and tables have other entries.

namespace opencv_test { namespace {

class CUDASTRIPE_BatchCuts : public testing::TestWithParam<Route>
{
protected:
    // A piece of a batch has 64 KiB of a source. So a picture of 512 x 384 bytes has three of equal size, two of them
    // six, and the second of three stripes gets the last piece of the one and the first one of the other.
    static constexpr int kWidth = 512, kRows = 384, kStripes = 3, kImages = 2;

    //! Images at equal distances in one piece of page-locked memory.
    std::vector<Mat> pageLocked(Size size, int type)
    {
        const size_t bytes = static_cast<size_t>(size.area()) * CV_ELEM_SIZE(type);
        memory_.push_back(std::make_unique<OwnedMemory>(*backend_.device(), OwnedMemory::PageLocked, kImages * bytes));
        std::vector<Mat> images;
        for (int i = 0; i < kImages; ++i)
            images.emplace_back(size, type, memory_.back()->get() + static_cast<size_t>(i) * bytes);
        return images;
    }

    template <class Call>
    void expectSingleCalls(Size from, Size to, int type, const Call& call)
    {
        StriperParams params;
        params.route = GetParam();
        params.stripes = kStripes;
        const auto striper = backend_.striper(params), host = Backend(BackendKind::Host).striper();
        std::vector<Mat> src = pageLocked(from, CV_8UC1), dst = pageLocked(to, type);
        RNG rng(3);
        for (Mat& image : src)
            randomImage(from, CV_8UC1, rng).copyTo(image);
        call(src, dst, *striper);
        for (size_t i = 0; i < src.size(); ++i) {
            Mat expected;
            call(src[i], expected, *host);
            EXPECT_EQ(std::string(), differences(expected, dst[i], 0)) << "image " << i;
        }
    }

    Backend backend_{BackendKind::Simulated};
    std::vector<std::unique_ptr<OwnedMemory>> memory_;
};

TEST_P(CUDASTRIPE_BatchCuts, ofInterpolatedChroma)
{
    FromYuvParams params;
    params.upsampling = ChromaUpsampling::Linear;
    expectSingleCalls(Size(kWidth, kRows * 3 / 2), Size(kWidth, kRows), CV_8UC3,
                      [&](InputArray src, OutputArray dst, Striper& striper) {
                          cudastripe::cvtFromYuv(src, dst, YuvFormat::hd(), params, StreamRef(), striper);
                      });
}

TEST_P(CUDASTRIPE_BatchCuts, ofResizedImages)
{
    const Size to(kWidth - 64, kRows * 2);
    for (const int interpolation : {INTER_NEAREST, INTER_LINEAR, INTER_CUBIC, INTER_LANCZOS4, INTER_LINEAR_EXACT}) {
        SCOPED_TRACE(interpolation);
        expectSingleCalls(Size(kWidth, kRows), to, CV_8UC1, [&](InputArray src, OutputArray dst, Striper& striper) {
            cudastripe::resize(src, dst, to, 0, 0, interpolation, StreamRef(), striper);
        });
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_BatchCuts,
                       testing::Values(Route::Auto, Route::Direct, Route::Striped, Route::Shared));

}}  // namespace opencv_test
