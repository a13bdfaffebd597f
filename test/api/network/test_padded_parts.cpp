// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/images/placed_images.hpp"
#include "../../support/operations/from_yuv_operations.hpp"
#include "../../support/resize/resized_chains.hpp"

// Parts that are much larger than the image, in many stripes: most rows are a border, and some stripes have none of it.

namespace opencv_test { namespace {

class CUDASTRIPE_PaddedParts : public testing::TestWithParam<BackendKind>
{
protected:
    Backend backend_{GetParam(), 271};
    RNG rng_{277};
};

TEST_P(CUDASTRIPE_PaddedParts, mayBeMuchLargerThanTheImage)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const auto host = Backend(BackendKind::Host).striper();
    const YuvFormat formats[] = {YuvFormat::hd(), YuvFormat(YuvLayout::YUY2), YuvFormat::uhd()};
    const Size size(40, 300);
    for (const Rect& part : {Rect(0, -1400, 40, 3000), Rect(-9, 20, 60, 2000), Rect(3, -1800, 20, 2100)}) {
        for (int i = 0; i < 4; ++i) {
            Mat src, pixels;
            Chain chain;
            if (i == 0) {
                src = pixels = randomImage(size, CV_8UC3, rng_);
            } else {
                const YuvFormat& format = formats[i - 1];
                src = randomYuvImage(format.imageSize(size), format.imageType(), rng_, format);
                cudastripe::cvtFromYuv(src, pixels, format, FromYuvParams(), StreamRef(), *host);
                chain = Chain::fromYuv(format);
            }
            chain.crop(part, Scalar(9, 200, 70)).resize(Size(30, 600)).convertTo(CV_32F, 0.5).toTensor();
            const Mat expected = resizedChainReference(chain, pixels);
            for (const Placement placement : placementsOn(backend_)) {
                PlacedImage from(backend_, {placement}, src.size(), src.type());
                from.set(src);
                PlacedImage dst(backend_, {placement}, expected.size(), expected.type());
                StriperParams params;
                params.stripes = 12;
                cudastripe::transform(from.input(), dst.output(), chain, noArray(), StreamRef(),
                                      *backend_.striper(params));
                ASSERT_EQ(std::string(), differences(expected, dst.get(), 0)) << chain.toString();
                EXPECT_TRUE(dst.guardsIntact());
            }
        }
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_PaddedParts, testing::ValuesIn(kAllBackends), backendName);

}}  // namespace opencv_test
