// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/images/placed_images.hpp"
#include "../../support/operations/from_yuv_operations.hpp"
#include "../../support/process/refusal.hpp"
#include "../../support/resize/network_steps.hpp"
#include "opencv2/cudastripe/network.hpp"

// The input of networks, beside the code that the presets name, step by step.

namespace opencv_test { namespace {

using cudastripe::NetworkBox;
using cudastripe::NetworkInput;
using cudastripe::NetworkMap;
using cudastripe::Resampling;
using cudastripe::toNetwork;

//! What a network takes, and how its input is made of B, G, R, step by step.
struct NetworkCase
{
    std::string name;
    NetworkInput input;
    std::function<Mat(const Mat&)> steps;
};

NetworkCase blobCase(const std::string& name, BlobParams params)
{
    return {name, NetworkInput::opencvBlob(params), [=](const Mat& frame) { return blobSteps(frame, params); }};
}

std::vector<NetworkCase> networkCases()
{
    std::vector<NetworkCase> cases = {
        {"ultralytics", NetworkInput::ultralytics(Size(48, 40)),
         [](const Mat& frame) { return ultralyticsSteps(frame, Size(48, 40)); }},
        {"imagenet", NetworkInput::imagenet(28, 33), [](const Mat& frame) { return imagenetSteps(frame, 28, 33); }},
        {"clip", NetworkInput::clip(32), [](const Mat& frame) { return clipSteps(frame, 32); }},
        {"siglip", NetworkInput::siglip(30), [](const Mat& frame) { return siglipSteps(frame, 30); }}};
    BlobParams params;
    params.size = Size(36, 28);
    params.mean = Scalar(104.5, 117, 123.25, 3);
    params.scalefactor = Scalar(1 / 57., 0.0173, 1 / 58.);
    params.borderValue = Scalar(7, 114, 201);
    for (int mode = 0; mode < 3; ++mode) {
        params.paddingmode = mode;
        params.swapRB = mode != 1;
        cases.push_back(blobCase("blob" + std::to_string(mode), params));
    }
    params.mean = Scalar();
    params.scalefactor = Scalar::all(1 / 255.);
    cases.push_back(blobCase("blob", params));
    return cases;
}

class CUDASTRIPE_ToNetwork : public testing::TestWithParam<std::tuple<BackendKind, int>>
{
protected:
    void SetUp() override { CUDASTRIPE_SKIP_WITHOUT(backend_); }
    Size anySize() { return Size(rng_.uniform(1, 130), rng_.uniform(1, 130)); }
    void expectPictures(const std::vector<Mat>& expected, const Mat& blob, const std::string& what) const
    {
        ASSERT_EQ(4, blob.dims);
        ASSERT_EQ(int(expected.size()), blob.size[0]);
        for (int i = 0; i < blob.size[0]; ++i)
            ASSERT_EQ(std::string(), differences(expected[size_t(i)], tensorImage(blob, i), 0)) << what << i;
    }

    Backend backend_{std::get<0>(GetParam()), 83};
    const NetworkCase case_ = networkCases()[size_t(std::get<1>(GetParam()))];
    std::unique_ptr<Striper> striper_ = backend_.available() ? backend_.striper() : nullptr;
    RNG rng_{89 + std::uint64_t(std::get<1>(GetParam()))};
};

TEST_P(CUDASTRIPE_ToNetwork, isAsTheStepsOneByOne)
{
    const Size fits = case_.input.size();
    std::vector<Mat> frames, expected;
    for (int i = 0; i < 12; ++i) {
        const Size size = i == 0 ? fits : i == 1 ? fits * 2 : i < 5 ? Size(97, 60) : anySize();
        frames.push_back(randomImage(size.width < 8 || size.height < 8 ? size + Size(8, 8) : size, CV_8UC3, rng_));
        expected.push_back(case_.steps(frames.back()));
    }
    for (const Placement placement : placementsOn(backend_)) {
        const PlacedImages src(backend_, placement, frames);
        Mat blob;
        const auto maps = toNetwork(src.input(), blob, case_.input, StreamRef(), *striper_);
        EXPECT_EQ(frames.size(), maps.size());
        expectPictures(expected, blob, case_.name);
    }
}

TEST_P(CUDASTRIPE_ToNetwork, ofAVideoIsThatOfItsColours)
{
    const std::vector<YuvFormat> formats = {YuvFormat::hd(), YuvFormat::hd(YuvLayout::I420),
                                            YuvFormat::hd(YuvLayout::UYVY)};
    for (const YuvFormat& format : formats) {
        std::vector<Mat> frames, expected;
        const auto host = Backend(BackendKind::Host).striper();
        for (const Size& size : {Size(96, 64), Size(96, 64), Size(64, 98)}) {
            frames.push_back(randomYuvImage(format.imageSize(size), format.imageType(), rng_, format));
            Mat pixels;
            cudastripe::cvtFromYuv(frames.back(), pixels, format, FromYuvParams(), StreamRef(), *host);
            expected.push_back(case_.steps(pixels));
        }
        for (const Placement placement : placementsOn(backend_)) {
            const PlacedImages src(backend_, placement, frames);
            Mat blob;
            toNetwork(src.input(), blob, NetworkInput(case_.input).fromYuv(format), StreamRef(), *striper_);
            expectPictures(expected, blob, case_.name + format.name());
        }
    }
}

TEST_P(CUDASTRIPE_ToNetwork, ofBoxesIsThatOfTheirParts)
{
    const std::vector<Mat> frames = {randomImage(Size(120, 90), CV_8UC3, rng_),
                                     randomImage(Size(70, 88), CV_8UC3, rng_)};
    const std::vector<NetworkBox> boxes = {{Rect2d(3, 4, 50, 60)},       {Rect2d(3, 4, 50, 60), 1},
                                           {Rect2d(-9, 70.4, 500, 100)}, {Rect2d(3, 4, 50, 60)},
                                           {Rect2d(0, 0, 70, 88), 1},    {Rect2d(20.6, 0.5, 19.4, 41), 1},
                                           {Rect2d(60, 40, 60, 50), 0}};
    const Rect parts[] = {Rect(3, 4, 50, 60), Rect(3, 4, 50, 60),  Rect(0, 70, 120, 20), Rect(3, 4, 50, 60),
                          Rect(0, 0, 70, 88), Rect(21, 0, 19, 42), Rect(60, 40, 60, 50)};
    std::vector<Mat> expected;
    for (size_t i = 0; i < boxes.size(); ++i)
        expected.push_back(case_.steps(frames[size_t(boxes[i].frame)](parts[i]).clone()));
    for (const Placement placement : placementsOn(backend_)) {
        const PlacedImages src(backend_, placement, frames);
        Mat blob;
        toNetwork(src.input(), boxes, blob, case_.input, StreamRef(), *striper_);
        expectPictures(expected, blob, case_.name);
    }
}

TEST_P(CUDASTRIPE_ToNetwork, takesGreyAndAlpha)
{
    for (const int type : {CV_8UC1, CV_8UC4}) {
        const bool blob = case_.name.compare(0, 4, "blob") == 0;
        const Mat frame = randomImage(Size(55, 44), type, rng_);
        Mat result;
        toNetwork(frame, result, case_.input, StreamRef(), *striper_);
        ASSERT_EQ(blob ? CV_MAT_CN(type) : 3, result.size[1]);
        expectPictures({case_.steps(frame)}, result, case_.name);
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ToNetwork,
                       testing::Combine(testing::ValuesIn(kAllBackends),
                                        testing::Range(0, static_cast<int>(networkCases().size()))));

TEST(CUDASTRIPE_NetworkBoxes, mayBeNone)
{
    const auto host = Backend(BackendKind::Host).striper();
    const Mat frame(20, 30, CV_8UC3, Scalar::all(1));
    Mat tensor(2, 2, CV_32F, Scalar::all(7));
    EXPECT_TRUE(toNetwork(frame, {}, tensor, NetworkInput::clip(), StreamRef(), *host).empty());
    EXPECT_TRUE(tensor.empty());
    std::vector<Mat> each(2);
    EXPECT_TRUE(toNetwork(frame, {}, each, NetworkInput::clip(), StreamRef(), *host).empty());
    EXPECT_TRUE(each.empty());
    const Mat given(2, 2, CV_32F, Scalar::all(7)), before = given.clone();
    EXPECT_TRUE(toNetwork(frame, {}, given, NetworkInput::clip(), StreamRef(), *host).empty());
    EXPECT_EQ(0, cv::norm(given, before, NORM_INF));
}

TEST(CUDASTRIPE_NetworkBoxes, mayBeLargerThanEverything)
{
    const auto host = Backend(BackendKind::Host).striper();
    const Mat frame = randomImage(Size(40, 30), CV_8UC3, theRNG());
    Mat whole, box;
    toNetwork(frame, whole, NetworkInput::siglip(20), StreamRef(), *host);
    toNetwork(frame, {{Rect2d(-1e10, -1e10, 2e10, 2e10)}}, box, NetworkInput::siglip(20), StreamRef(), *host);
    EXPECT_EQ(0, cv::norm(whole.reshape(1, 1), box.reshape(1, 1), NORM_INF));
}

TEST(CUDASTRIPE_NetworkMap, leadsBackToTheFrame)
{
    const auto host = Backend(BackendKind::Host).striper();
    const Mat frame(720, 1280, CV_8UC3, Scalar::all(1));
    Mat tensor;
    const NetworkMap letterbox = toNetwork(frame, tensor, NetworkInput::ultralytics(640), StreamRef(), *host)[0];
    EXPECT_EQ(Point2d(0.5, 0.5), letterbox.scale);
    EXPECT_EQ(Point2d(0, 140), letterbox.offset);
    EXPECT_EQ(Rect2d(200, 100, 40, 60), letterbox.mapBack(Rect2d(100, 190, 20, 30)));
    EXPECT_EQ(std::vector<Rect2d>(2, Rect2d(200, 100, 40, 60)),
              letterbox.mapBack(std::vector<Rect2d>(2, Rect2d(100, 190, 20, 30))));
    const std::vector<NetworkBox> boxes = {{Rect2d(100, 50, 320, 160)}};
    const NetworkMap box = toNetwork(frame, boxes, tensor, NetworkInput(Size(160, 160)), StreamRef(), *host)[0];
    EXPECT_EQ(Point2d(0.5, 1), box.scale);
    EXPECT_EQ(Point2d(100, 50), box.mapBack(Point2d(0, 0)));
    EXPECT_EQ(Point2d(420, 210), box.mapBack(Point2d(160, 160)));
    const NetworkMap crop = toNetwork(frame, tensor, NetworkInput::clip(360), StreamRef(), *host)[0];
    EXPECT_EQ(Point2d(280, 0), crop.mapBack(Point2d(0, 0)));
}

TEST(CUDASTRIPE_NetworkInput, saysWhatItDoes)
{
    const NetworkInput input = NetworkInput::imagenet().fromYuv(YuvFormat::hd());
    EXPECT_EQ("fromYuv(" + YuvFormat::hd().name() +
                  ") > channels(2, 1, 0) > convertTo(CV_32F, 1, 0) > divide(255, 255, 255, 255) > "
                  "subtract(0.485, 0.456, 0.406, 0) > divide(0.229, 0.224, 0.225, 1) > toTensor(CHW, CV_32F)",
              input.chain(CV_8UC1).toString());
    const Framing framing = input.framing(Size(1920, 1080));
    EXPECT_EQ(Size(455, 256), framing.resized);
    EXPECT_EQ(Size(224, 224), framing.size);
    EXPECT_EQ(Point(-116, -16), framing.at);
}

TEST(CUDASTRIPE_NetworkBadInput, isNamed)
{
    const auto striper = Backend(BackendKind::Simulated).striper();
    const Mat frame(20, 30, CV_8UC3, Scalar::all(1));
    Mat tensor;
    const auto call = [&](InputArray frames, const std::vector<NetworkBox>& boxes, const NetworkInput& input) {
        toNetwork(frames, boxes, tensor, input, StreamRef(), *striper);
    };
    const NetworkInput input = NetworkInput::ultralytics(16);
    const auto whole = [&](InputArray frames, const NetworkInput& of) {
        toNetwork(frames, tensor, of, StreamRef(), *striper);
    };
    expectRefusal([] { NetworkInput::ultralytics(0); }, {"NetworkInput", "0 x 0"});
    expectRefusal([&] { NetworkInput(input).centerCrop(-1); }, {"centerCrop", "shortSide is -1"});
    expectRefusal([&] { NetworkInput(input).values(Chain().resize(Size(2, 2))); }, {"values", "resize(2 x 2"});
    expectRefusal([&] { NetworkInput(input).values(Chain().toTensor()); }, {"values", "toTensor"});
    expectRefusal([&] { NetworkInput(input).tensor(TensorLayout::CHW, CV_64F); }, {"toTensor", "CV_64F"});
    expectRefusal([&] { NetworkInput(input).tensor(TensorLayout::CHW, CV_32F, ChannelOrder::RGB, 2); },
                  {"channels is 2"});
    expectRefusal([&] { call(frame, {{Rect2d(30, 0, 5, 5)}}, input); }, {"boxes[0]", "5 x 5 at (30, 0)", "30 x 20"});
    expectRefusal([&] { call(frame, {{Rect2d(0, 0, 5, 5), 1}}, input); }, {"boxes[0]", "frame 1", "1 frames"});
    expectRefusal([&] { call(frame, {{Rect2d(0, 0, 5, NAN)}}, input); }, {"boxes[0]", "nan"});
    const NetworkInput padded = NetworkInput(input).padBoxes();
    expectRefusal([&] { call(frame, {{Rect2d(0, 0, 70000, 5)}}, padded); }, {"boxes[0]", "70000 x 5", "65536"});
    expectRefusal([&] { call(frame, {{Rect2d(-1e12, 0, 5, 5)}}, padded); }, {"boxes[0]", "inside its frame"});
    expectRefusal([&] { whole(Mat(), input); }, {"frames", "empty"});
    expectRefusal([&] { whole(std::vector<Mat>(), input); }, {"without images"});
    expectRefusal(
        [&] {
            whole(std::vector<Mat>{frame, Mat(20, 30, CV_8UC1, Scalar(1))}, input);
        },
        {"image 1", "CV_8UC1", "CV_8UC3"});
    expectRefusal([&] { whole(Mat(20, 30, CV_8UC2, Scalar(1)), input); }, {"2 channels"});
    expectRefusal([&] { whole(Mat(20, 31, CV_8UC1, Scalar(1)), NetworkInput(input).fromYuv(YuvFormat::hd())); },
                  {"frames", "31 x 20", YuvFormat::hd().name().c_str()});
    expectRefusal([&] { whole(Mat(1, 90, CV_8UC3, Scalar(1)), input); }, {"90 x 1", "16 x 0"});
    BlobParams params;
    params.size = Size(4, 4);
    params.ddepth = CV_16F;
    expectRefusal([&] { NetworkInput::opencvBlob(params); }, {"opencvBlob", "ddepth"});
    params.ddepth = CV_8U;
    params.mean = Scalar(1);
    expectRefusal([&] { NetworkInput::opencvBlob(params); }, {"opencvBlob", "without mean"});
    expectRefusal([&] { NetworkInput(input).padBoxes().framing(Size(5, 5), Rect(5, 0, 9, 9)); }, {"box is 9 x 9"});
    expectRefusal([&] { NetworkInput(input).framing(Size(5, 0)); }, {"frame is 5 x 0"});
    const std::vector<std::vector<Mat>> planes = {{Mat(20, 30, CV_8UC1, Scalar(1)), Mat(10, 15, CV_8UC2, Scalar(1))}};
    const auto ofPlanes = [&](const std::vector<std::vector<Mat>>& frames, const NetworkInput& of) {
        cudastripe::planesToNetwork(frames, tensor, of, StreamRef(), *striper);
    };
    expectRefusal([&] { ofPlanes(planes, input); }, {"frames have planes", "fromYuv"});
    expectRefusal([&] { ofPlanes({{}}, input); }, {"no planes"});
    expectRefusal([&] { ofPlanes({{planes[0][0]}}, NetworkInput(input).fromYuv(YuvFormat::hd())); }, {"2 planes"});
    EXPECT_TRUE(tensor.empty());
}

}}  // namespace opencv_test
