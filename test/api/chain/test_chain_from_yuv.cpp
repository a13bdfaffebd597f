// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/images/placed_planes.hpp"
#include "../../support/operations/from_yuv_chains.hpp"
#include "../../support/operations/from_yuv_operations.hpp"
#include "../../support/operations/operator_operation.hpp"

// Chains that begin in a YUV format, against cvtFromYuv and then the steps.

namespace opencv_test { namespace {

//! A format for each layout and depth, with another matrix and range each time.
const std::vector<YuvFormat>& layouts()
{
    static const std::vector<YuvFormat> formats = [] {
        std::vector<YuvFormat> found;
        const YuvMatrix matrices[] = {YuvMatrix::BT709, YuvMatrix::BT601, YuvMatrix::BT2020};
        for (const YuvFormat& f : YuvFormat::all()) {
            if (!found.empty() && found.back().layout() == f.layout() && found.back().depth() == f.depth())
                continue;
            const size_t i = found.size();
            const YuvRange range = i % 2 ? YuvRange::Full : YuvRange::Limited;
            found.push_back(YuvFormat(f.layout(), matrices[i % 3], range).withDepth(f.depth()));
        }
        return found;
    }();
    return formats;
}

// Every layout with a third of the kinds of chains.
std::vector<FromYuvChain> chains()
{
    std::vector<FromYuvChain> all;
    int number = 0;
    for (const YuvFormat& format : layouts()) {
        for (int kind = number % 3; kind < kFromYuvChainKinds; kind += 3) {
            if (!format.imageSize(Size(4, 4)).empty())
                all.push_back(fromYuvChain(format, kind, number + kind / 3));
        }
        ++number;
    }
    // Interpolated chroma, with a third of the kinds, too.
    for (const YuvFormat& format : layouts()) {
        for (int kind = (number + 1) % 3; kind < kFromYuvChainKinds && format.blockSize().area() > 1; kind += 3) {
            if (!format.imageSize(Size(4, 4)).empty())
                all.push_back(fromYuvChain(format, kind, number + kind / 3, ChromaUpsampling::Linear));
        }
        ++number;
    }
    for (ChromaSiting siting : {ChromaSiting::Center, ChromaSiting::TopLeft})
        all.push_back(fromYuvChain(YuvFormat::hd().withSiting(siting), 1, 0, ChromaUpsampling::Linear));
    // Formulas of their own.
    all.push_back(fromYuvChain(YuvFormat::opencv420(), 1, 2));
    all.push_back(fromYuvChain(YuvFormat::opencv422(YuvLayout::YUY2), 8, 3));
    all.push_back(fromYuvChain(YuvFormat::tutorial(), 3, 0));
    return all;
}

class CUDASTRIPE_ChainFromYuv : public testing::TestWithParam<std::tuple<BackendKind, FromYuvChain>>
{
protected:
    const ImageOperation operation_ = fromYuvChainOperation(std::get<1>(GetParam()));
    Backend backend_{std::get<0>(GetParam()), 179};
};

TEST_P(CUDASTRIPE_ChainFromYuv, isTheConversionAndThenTheChainInAnyShapeAndCut)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    checkShapes(operation_, backend_, 181 + operation_.name.size(), 1);
}

TEST_P(CUDASTRIPE_ChainFromYuv, everyCuttingGivesTheSameBits)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    checkCuttings(operation_, backend_);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ChainFromYuv,
                       testing::Combine(testing::ValuesIn(kAllBackends), testing::ValuesIn(chains())),
                       backendAndNumber<FromYuvChain>);

class CUDASTRIPE_ChainFromYuvPlanes : public testing::TestWithParam<std::tuple<BackendKind, int>>
{
protected:
    ImageShape randomShape(Placement placement, int type)
    {
        ImageShape shape;
        shape.placement = placement;
        shape.offset = rng_.uniform(0, 4);
        shape.padding = rng_.uniform(0, 20);
        return shape.inValues(type);
    }

    Placement placement(bool onDevice)
    {
        if (onDevice)
            return Placement::OnDevice;
        return backend_.device() && rng_.uniform(0, 2) ? Placement::PageLocked : Placement::Pageable;
    }

    PlacedPlanes placed(bool onDevice)
    {
        const auto shape = [&](int) { return randomShape(placement(onDevice), CV_8U); };
        PlacedPlanes planes(backend_, format_, size_, shape);
        int count = 0;
        for (int p = 0; p < format_.planes(); ++p)
            count += format_.planeSize(p, size_).area() * CV_MAT_CN(format_.planeType(p));
        const int type = CV_MAKETYPE(CV_MAT_DEPTH(format_.planeType(0)), 1);
        planes.set(randomYuvImage(Size(count, 1), type, rng_, format_));
        return planes;
    }

    std::unique_ptr<Striper> striper(int call) const
    {
        StriperParams params;
        params.stripes = call % 5;
        params.order = static_cast<IssueOrder>(call % 3);
        params.streams = call % 4;
        params.route = call % 2 == 0 ? Route::Shared : Route::Striped;
        return backend_.striper(params);
    }

    // A chain of each kind reads planes, which all lie on the device or in host memory.
    void check(bool onDevice)
    {
        for (int kind = 0; kind < kFromYuvChainKinds; ++kind) {
            const ChromaUpsampling upsampling = kind % 2 ? ChromaUpsampling::Linear : ChromaUpsampling::Nearest;
            const FromYuvChain chain = fromYuvChain(format_, kind, kind + std::get<1>(GetParam()), upsampling);
            // A chain to another format gives one image.
            const bool any = format_.planes() > 1 && !chain.chain.endsInYuv();
            size_ = any ? Size(rng_.uniform(1, 48), rng_.uniform(1, 18))
                        : Size(rng_.uniform(1, 12) * 4, rng_.uniform(1, 9) * 2);
            const PlacedPlanes planes = placed(onDevice);
            const std::vector<cuda::GpuMat> gpuMats = onDevice ? planes.gpuMats() : std::vector<cuda::GpuMat>();
            const std::vector<Mat> mats = onDevice ? std::vector<Mat>() : planes.mats();
            const _InputArray src = onDevice ? _InputArray(gpuMats) : _InputArray(mats);
            const Mat second = chain.secondType < 0 ? Mat() : finiteImage(size_, chain.secondType, rng_);
            const Mat before = planes.samples();
            const Mat expected = fromYuvChainReference(chain, hostPlanes(planes), second);
            PlacedImage dst(backend_, randomShape(placement(onDevice), expected.type()), expected.size(),
                            expected.type());
            const Mat all(chain.masked ? size_ : Size(), CV_8UC1, Scalar(1));
            runChain(chain.chain, {src, second, all}, dst.output(), StreamRef(), *striper(kind));
            ASSERT_EQ(std::string(), differences(expected, dst.get(), 0)) << chain.chain.toString() << size_;
            EXPECT_TRUE(dst.guardsIntact() && planes.guardsIntact()) << chain.chain.toString() << size_;
            EXPECT_TRUE(sameBytes(before, planes.samples())) << "the source was written";
        }
    }

    // Copies of them, whatever memory they are in.
    std::vector<Mat> hostPlanes(const PlacedPlanes& planes) const
    {
        std::vector<Mat> mats;
        for (int p = 0; p < format_.planes(); ++p)
            mats.push_back(planes.plane(p).get());
        return mats;
    }

    Backend backend_{std::get<0>(GetParam()), 191};
    const YuvFormat format_ = layouts()[static_cast<size_t>(std::get<1>(GetParam()))];
    RNG rng_{193 + static_cast<std::uint64_t>(std::get<1>(GetParam()))};
    Size size_;
};

TEST_P(CUDASTRIPE_ChainFromYuvPlanes, planesInAnyHostMemoryAreRead)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    check(false);
}

TEST_P(CUDASTRIPE_ChainFromYuvPlanes, planesOnADeviceAreRead)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    if (backend_.devices().size() != 1)
        CUDASTRIPE_SKIP("planes of a call lie on one device");
    check(true);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ChainFromYuvPlanes,
                       testing::Combine(testing::ValuesIn(kAllBackends),
                                        testing::Range(0, static_cast<int>(layouts().size()))));

class CUDASTRIPE_RandomChainsFromYuv : public testing::TestWithParam<BackendKind>
{
protected:
    Backend backend_{GetParam(), 197};
};

TEST_P(CUDASTRIPE_RandomChainsFromYuv, areTheConversionAndThenTheChain)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(199);
    for (int i = 0; i < 200; ++i) {
        // Functions that differ on a device are compared where they do not.
        const FromYuvChain random = randomFromYuvChain(rng, GetParam() == BackendKind::Cuda);
        const ImageOperation operation = fromYuvChainOperation(random);
        const Size size(rng.uniform(1, 9) * operation.block.width, rng.uniform(1, 4) * operation.block.height);
        StriperParams params;
        params.stripes = i % 5;
        params.route = i % 2 ? Route::Striped : Route::Shared;
        checkOnce(operation, backend_, *backend_.striper(params),
                  randomSample(operation, size, operation.srcTypes[0], rng, backend_.devices().size() == 1));
        ASSERT_FALSE(HasFatalFailure()) << i;
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_RandomChainsFromYuv, testing::ValuesIn(kAllBackends), backendName);

// Each thread reads its samples before it writes what has their place.
TEST(CUDASTRIPE_ChainsFromYuv, mayReplaceTheirPlanes)
{
    RNG rng(211);
    for (BackendKind kind : {BackendKind::Host, BackendKind::Simulated}) {
        const Backend backend(kind);
        const auto striper = backend.striper();
        const Size size(36, 14);
        const YuvFormat format = YuvFormat::hd();
        std::vector<Mat> planes = {randomImage(size, CV_8UC1, rng), randomImage(size / 2, CV_8UC2, rng)};
        Chain chain = Chain::fromYuv(format).channels({2, 1, 0}).toYuv(format);
        const Mat first = fromYuvChainReference({Chain::fromYuv(format).channels({0})}, planes, Mat());
        std::vector<Mat> expected;
        cudastripe::transform(planes, expected, chain, StreamRef(), *striper);
        std::vector<Mat> copies = {planes[0].clone(), planes[1].clone()};
        cudastripe::transform(copies, copies, chain, StreamRef(), *striper);
        for (int p : {0, 1})
            EXPECT_EQ(std::string(), differences(expected[size_t(p)], copies[size_t(p)], 0)) << "plane " << p;
        cudastripe::transform(planes, planes[0], Chain::fromYuv(format).channels({0}), StreamRef(), *striper);
        EXPECT_EQ(std::string(), differences(first, planes[0], 0));
    }
}

TEST(CUDASTRIPE_ChainsFromYuv, sayWhatTheyAre)
{
    const Chain chain = Chain::fromYuv(YuvFormat::uhd(), ChannelOrder::RGB, 4).convertTo(CV_32F);
    EXPECT_EQ("fromYuv(p010:bt2020:limited) > convertTo(CV_32F, 1, 0)", chain.toString());
    const Chain linear = Chain::fromYuv(YuvFormat::hd(), ChannelOrder::BGR, 3, ChromaUpsampling::Linear);
    EXPECT_EQ("fromYuv(nv12:bt709:limited, linear)", linear.toString());
    EXPECT_EQ(ChromaUpsampling::Linear, linear.sourceUpsampling());
    EXPECT_EQ(ChromaUpsampling::Nearest, chain.sourceUpsampling());
    EXPECT_EQ("fromYuv(" + YuvFormat::hd().name() + ") > toYuv(" + YuvFormat::jpeg().name() + ")",
              Chain::fromYuv(YuvFormat::hd()).toYuv(YuvFormat::jpeg()).toString());
    EXPECT_TRUE(chain.beginsInYuv());
    EXPECT_EQ(YuvFormat::uhd(), chain.sourceFormat());
    EXPECT_EQ(ChannelOrder::RGB, chain.sourceOrder());
    EXPECT_EQ(CV_16UC4, chain.sourceType());
    EXPECT_EQ(CV_32FC4, chain.resultType(chain.sourceType()));
    EXPECT_EQ(CV_8UC3, Chain::fromYuv(YuvFormat::hd()).sourceType());
    EXPECT_FALSE(Chain().beginsInYuv());
}

}}  // namespace opencv_test
