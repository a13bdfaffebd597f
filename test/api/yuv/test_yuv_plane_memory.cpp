// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/device/stream_gate.hpp"
#include "../../support/images/image_operation.hpp"
#include "../../support/images/placed_planes.hpp"

// Where the planes of cvtToYuv may lie, and when they are written.

namespace opencv_test { namespace {

const Size kLumaSize(64, 38);

class CUDASTRIPE_YuvPlaneMemory : public testing::TestWithParam<BackendKind>
{
protected:
    void convert(InputArray from, OutputArray dst, const YuvFormat& format, const StreamRef& stream = StreamRef()) const
    {
        cudastripe::cvtToYuv(from, dst, format, ChannelOrder::BGR, stream, *striper);
    }

    Mat image(const YuvFormat& format)
    {
        RNG rng(73);
        src = randomImage(kLumaSize, CV_MAKETYPE(format.depth() == 8 ? CV_8U : CV_16U, 4), rng);
        Mat whole;
        cudastripe::cvtToYuv(src, whole, format, ChannelOrder::BGR, StreamRef(), *makeStriper({}));
        return whole;
    }

    Backend backend{GetParam(), 79};
    std::unique_ptr<Striper> striper = backend.striper();
    Mat src;
};

TEST_P(CUDASTRIPE_YuvPlaneMemory, planesMayFollowEachOtherInOneBuffer)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    for (YuvLayout layout : {YuvLayout::I444, YuvLayout::I420, YuvLayout::NV12, YuvLayout::P010}) {
        const YuvFormat format(layout);
        const Mat expected = image(format);
        Mat buffer(expected.size(), expected.type(), Scalar::all(9));
        std::vector<Mat> planes;
        uchar* next = buffer.data;
        for (int p = 0; p < format.planes(); ++p) {
            planes.emplace_back(format.planeSize(p, kLumaSize), format.planeType(p), next);
            next += planes.back().total() * planes.back().elemSize();
        }
        convert(src, planes, format);
        EXPECT_EQ(std::string(), differences(expected, buffer, 0)) << format.name();
    }
}

// As video decoders lay them out whose rows all have one step.
TEST_P(CUDASTRIPE_YuvPlaneMemory, chromaPlanesMayLieSideBySide)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const YuvFormat format = YuvFormat::jpeg();
    const Mat expected = image(format);
    const Size half = kLumaSize / 2;
    Mat frame(kLumaSize.height + half.height, kLumaSize.width, CV_8U, Scalar::all(9));
    std::vector<Mat> planes = {frame(Rect(Point(), kLumaSize)), frame(Rect(Point(0, kLumaSize.height), half)),
                               frame(Rect(Point(half.width, kLumaSize.height), half))};
    convert(src, planes, format);
    EXPECT_EQ(std::string(), differences(samplesOf({expected}), samplesOf(planes), 0));
    EXPECT_EQ(frame.data, planes[0].data);
}

TEST_P(CUDASTRIPE_YuvPlaneMemory, aVectorThatMustNotGrowMayHavePlanes)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const Mat expected = image(YuvFormat::hd());
    const std::vector<Mat> planes = {Mat(kLumaSize, CV_8UC1), Mat(kLumaSize / 2, CV_8UC2)};
    convert(src, planes, YuvFormat::hd());
    EXPECT_EQ(std::string(), differences(samplesOf({expected}), samplesOf(planes), 0));
    std::vector<Mat_<uchar>> fixedType, ofFull(3);
    convert(src, fixedType, YuvFormat::jpeg());
    convert(src, ofFull, YuvFormat::jpeg());
    const Mat samples = samplesOf({image(YuvFormat::jpeg())});
    EXPECT_EQ(std::string(), differences(samples, samplesOf({fixedType.begin(), fixedType.end()}), 0));
    EXPECT_EQ(std::string(), differences(samples, samplesOf({ofFull.begin(), ofFull.end()}), 0));
}

TEST_P(CUDASTRIPE_YuvPlaneMemory, aSinglePlaneMayBeTheSource)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const Mat expected = image(YuvFormat::tutorial());
    Mat three;
    cv::cvtColor(src, three, COLOR_BGRA2BGR);
    std::vector<Mat> planes = {three};
    convert(three, planes, YuvFormat::tutorial());
    EXPECT_EQ(std::string(), differences(expected, three, 0));
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_YuvPlaneMemory, testing::ValuesIn(kAllBackends));

class CUDASTRIPE_YuvPlaneStreams : public CUDASTRIPE_YuvPlaneMemory
{
protected:
    const char* whyNot() const
    {
        if (!backend.available())
            return backend.skipReason();
        return StreamGate::available(backend) ? nullptr : "this build of the tests has no spin kernel";
    }

    PlacedPlanes place(Placement placement, const YuvFormat& format) const
    {
        ImageShape shape;
        shape.placement = placement;
        shape.padding = 8;
        return PlacedPlanes(backend, format, kLumaSize, [=](int) { return shape; });
    }
};

TEST_P(CUDASTRIPE_YuvPlaneStreams, planesAreWrittenWhereTheStreamHasThem)
{
    if (whyNot())
        CUDASTRIPE_SKIP(whyNot());
    Device& device = *backend.device();
    for (YuvLayout layout : {YuvLayout::I420, YuvLayout::NV12, YuvLayout::UYVY, YuvLayout::P010, YuvLayout::I444}) {
        for (Placement placement : {Placement::OnDevice, Placement::PageLocked}) {
            const YuvFormat format(layout);
            const Mat expected = samplesOf({image(format)});
            striper->reserve(kLumaSize, src.type(), 1);
            const OwnedStream stream(device, "caller");
            PlacedImage from(backend, ImageShape{Placement::PageLocked, 0, 0}, kLumaSize, src.type());
            from.set(src);
            const PlacedPlanes planes = place(placement, format), copies = place(Placement::PageLocked, format);
            std::vector<cuda::GpuMat> gpuMats;
            std::vector<Mat> mats;
            const bool onDevice = placement == Placement::OnDevice;
            if (onDevice)
                gpuMats = planes.gpuMats();
            else
                mats = planes.mats();
            const uchar before = onDevice ? uchar(0) : planes.plane(0).plane().base[0];

            StreamGate gate(backend, stream);
            const StreamHandle handle(StreamId(stream).get());
            onDevice ? convert(from.input(), gpuMats, format, handle) : convert(from.input(), mats, format, handle);
            EXPECT_FALSE(gate.gaveUp()) << "the call waited for its stream";
            for (int p = 0; onDevice && p < format.planes(); ++p)
                device.copyDown(stream, copies.plane(p).plane(), planes.plane(p).plane(),
                                format.planeSize(p, kLumaSize).height);
            if (!onDevice) {
                EXPECT_EQ(before, planes.plane(0).plane().base[0]) << "the call ran before its stream let it";
            }
            gate.open();
            waitFor(device, stream);
            EXPECT_EQ(std::string(), differences(expected, (onDevice ? copies : planes).samples(), 0)) << format.name();
            EXPECT_TRUE(planes.guardsIntact()) << format.name();
            EXPECT_TRUE(copies.guardsIntact()) << format.name();
        }
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_YuvPlaneStreams, testing::Values(BackendKind::Simulated, BackendKind::Cuda));

TEST(CUDASTRIPE_YuvPlanesOfOpenCv, anEmptyVectorOfGpuMatGetsThePlanes)
{
    if (cuda::getCudaEnabledDeviceCount() <= 0)
        CUDASTRIPE_SKIP("this OpenCV has no CUDA, or there is no CUDA device");
    if (Striper::getDefault().devices().empty())
        CUDASTRIPE_SKIP("no CUDA device that this build can use");
    RNG rng(83);
    const Mat src = randomImage(kLumaSize, CV_8UC4, rng);
    for (YuvLayout layout : {YuvLayout::I420, YuvLayout::NV12, YuvLayout::UYVY}) {
        Mat whole;
        std::vector<cuda::GpuMat> planes;
        cudastripe::cvtToYuv(src, whole, YuvFormat(layout));
        cudastripe::cvtToYuv(src, planes, YuvFormat(layout));
        std::vector<Mat> mats;
        for (const cuda::GpuMat& plane : planes)
            mats.push_back(Mat(plane));
        EXPECT_EQ(std::string(), differences(samplesOf({whole}), samplesOf(mats), 0));
    }
}

}}  // namespace opencv_test
