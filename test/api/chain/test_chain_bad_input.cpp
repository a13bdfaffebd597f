// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <climits>
#include <cmath>

#include "../../support/images/placed_image.hpp"
#include "../../support/operations/operator_cases.hpp"
#include "../../support/process/refusal.hpp"

namespace opencv_test { namespace {

const Size kSrcSize(6, 4);

class CUDASTRIPE_ChainBadInput : public testing::Test
{
protected:
    void call(InputArray from, OutputArray to, const Chain& chain, InputArray mask = noArray()) const
    {
        cudastripe::transform(from, to, chain, mask, StreamRef(), *striper_);
    }
    void callBoth(InputArray a, InputArray b, OutputArray to, const Chain& chain, InputArray mask = noArray()) const
    {
        cudastripe::transform(a, b, to, chain, mask, StreamRef(), *striper_);
    }
    // Expects it of a call and of resultType, which both name the step.
    void refusesStep(const Chain& chain, int type, std::initializer_list<const char*> words)
    {
        expectRefusal([&] { call(Mat(kSrcSize, type, Scalar::all(1)), dst_, chain); }, words);
        expectRefusal([&] { chain.resultType(type); }, words);
        expectRefusal([&] { chain.sameBits(type); }, words);
    }

    void TearDown() override { EXPECT_EQ(0, cv::norm(dst_, Mat(kSrcSize, CV_8UC3, Scalar::all(9)), NORM_INF)); }

    Backend backend_{BackendKind::Simulated};
    std::unique_ptr<Striper> striper_ = backend_.striper();
    Mat src_{kSrcSize, CV_8UC3, Scalar::all(1)};
    Mat dst_{kSrcSize, CV_8UC3, Scalar::all(9)};
    const Chain sum_ = Chain().add(secondImage);
};

TEST_F(CUDASTRIPE_ChainBadInput, depthThatAStepDoesNotTake)
{
    refusesStep(Chain().sqrt(), CV_8UC1, {"step 1, sqrt", "CV_8U"});
    refusesStep(Chain().add(Scalar(1)).sqrt(), CV_16SC2, {"step 2, sqrt", "CV_16S"});
    refusesStep(Chain().convertTo(CV_32F).sqr().shiftLeft(1), CV_8UC3, {"step 3, shiftLeft", "CV_32F"});
    for (const OperatorInfo& info : operatorTable()) {
        const int channels = CV_MAT_CN(operatorTypes(info).front());
        for (int depth = CV_8U; depth <= CV_64F; ++depth) {
            const std::vector<int> types = operatorTypes(info);
            const int type = CV_MAKETYPE(depth, channels);
            if (std::find(types.begin(), types.end(), type) != types.end())
                continue;
            const Chain chain = operatorCases(info.code, types.front()).front();
            const std::string step = std::string("step 1, ") + info.name;
            expectRefusal([&] { chain.resultType(type, secondTypeOf(chain.steps()[0], type)); },
                          {step.c_str(), typeToString(depth).substr(0, 5).c_str()});
        }
    }
}

TEST_F(CUDASTRIPE_ChainBadInput, channelsThatAStepDoesNotTake)
{
    refusesStep(Chain().channels({0, 3}), CV_8UC3, {"step 1, channels", "3"});
    refusesStep(Chain().channels({0}).channels({1}), CV_8UC3, {"step 2, channels", "channel 1"});
    refusesStep(Chain().gray(), CV_16UC2, {"step 1, gray", "CV_16UC2", "3 or 4"});
    refusesStep(Chain().premultiply(), CV_8UC3, {"step 1, premultiply", "CV_8UC3"});
    expectRefusal([&] { Chain().blendOver(secondImage).resultType(CV_8UC3, CV_8UC3); },
                  {"step 1, blendOver", "CV_8UC3"});
    expectRefusal([&] { Chain().blendOver(secondImage).resultType(CV_8UC4, CV_8UC4); },
                  {"step 1, blendOver", "CV_8UC4", "CV_8UC3"});
}

TEST_F(CUDASTRIPE_ChainBadInput, powersOfIntegersThatAreNoIntegers)
{
    refusesStep(Chain().sqr().pow(0.5), CV_16SC1, {"step 2, pow", "0.5"});
    refusesStep(Chain().pow(std::nan("")), CV_8UC1, {"step 1, pow", "nan"});
}

TEST_F(CUDASTRIPE_ChainBadInput, shiftsByAsManyBitsAsThereAre)
{
    refusesStep(Chain().shiftLeft(8), CV_8UC1, {"step 1, shiftLeft", "8"});
    refusesStep(Chain().shiftRight(16), CV_16SC3, {"step 1, shiftRight", "16"});
    EXPECT_NO_THROW(Chain().shiftLeft(31).shiftRight(31).resultType(CV_32SC1));
}

TEST_F(CUDASTRIPE_ChainBadInput, moreStepsThanAChainMayHave)
{
    Chain chain;
    for (int i = 0; i < Chain::kMaxSteps; ++i)
        chain.add(Scalar(1));
    EXPECT_NO_THROW(chain.resultType(CV_8UC1));
    expectRefusal([&] { chain.sqr(); }, {"sqr", "step 17", "16"});
    expectRefusal([&] { chain.add(secondImage); }, {"add", "step 17", "16"});
    expectRefusal([&] { chain.append(Operator(OperatorCode::Abs)); }, {"abs", "step 17", "16"});
    EXPECT_EQ(size_t(Chain::kMaxSteps), chain.steps().size());
    EXPECT_NO_THROW(chain.toYuv(YuvFormat::hd()).resultType(CV_8UC3));
}

TEST_F(CUDASTRIPE_ChainBadInput, secondImagesOfAnotherTypeOrSize)
{
    expectRefusal([&] { callBoth(src_, Mat(kSrcSize, CV_16UC3), dst_, sum_); }, {"step 1, add", "CV_16UC3", "CV_8UC3"});
    expectRefusal([&] { callBoth(src_, Mat(kSrcSize, CV_8UC1), dst_, sum_); }, {"step 1, add", "CV_8UC1", "CV_8UC3"});
    expectRefusal([&] { callBoth(src_, src_.clone(), dst_, Chain().convertTo(CV_32F).add(secondImage)); },
                  {"step 2, add", "CV_8UC3", "CV_32FC3"});
    expectRefusal([&] { callBoth(src_, Mat(4, 7, CV_8UC3), dst_, sum_); }, {"src2", "7 x 4", "6 x 4"});
    expectRefusal([&] { callBoth(src_, Mat(), dst_, sum_); }, {"src2 is empty"});
    expectRefusal([&] { callBoth(Mat(), src_, dst_, sum_); }, {"src1 is empty"});
}

TEST_F(CUDASTRIPE_ChainBadInput, secondImagesThatAreMissingOrUnused)
{
    refusesStep(sum_, CV_8UC3, {"step 1, add", "second image"});
    refusesStep(Chain().sqr().compare(secondImage, CMP_LT), CV_8UC3, {"step 2, compare", "second image"});
    expectRefusal([&] { callBoth(src_, src_.clone(), dst_, Chain().add(Scalar(1))); }, {"src2", "no step"});
    expectRefusal([&] { callBoth(src_, src_.clone(), dst_, Chain()); }, {"src2"});
}

TEST_F(CUDASTRIPE_ChainBadInput, sourcesThatAreNoImages)
{
    expectRefusal([&] { call(Mat(), dst_, Chain()); }, {"src is empty"});
    expectRefusal([&] { call(noArray(), dst_, Chain()); }, {"src"});
    expectRefusal([&] { call(Mat(kSrcSize, CV_8UC(5)), dst_, Chain()); }, {"src has type CV_8UC", "1 to 4 channels"});
    expectRefusal([&] { call(Mat(kSrcSize, CV_16FC1), dst_, Chain()); }, {"src has type", "CV_16F"});
    const int sizes[] = {2, 3, 2};
    expectRefusal([&] { call(Mat(3, sizes, CV_8U), dst_, Chain()); }, {"src", "dimensions"});
    expectRefusal([&] { call(src_, noArray(), Chain()); }, {"dst"});
}

TEST_F(CUDASTRIPE_ChainBadInput, masksOfTheWrongTypeOrSize)
{
    const Chain chain = Chain().add(Scalar(1));
    expectRefusal([&] { call(src_, dst_, chain, Mat(kSrcSize, CV_8UC3)); }, {"mask", "CV_8UC3", "CV_8UC1"});
    expectRefusal([&] { call(src_, dst_, chain, Mat(kSrcSize, CV_16UC1)); }, {"mask", "CV_16UC1"});
    expectRefusal([&] { call(src_, dst_, chain, Mat(kSrcSize, CV_32FC1)); }, {"mask", "CV_32FC1"});
    expectRefusal([&] { call(src_, dst_, chain, Mat(5, 6, CV_8UC1)); }, {"mask", "6 x 5", "6 x 4"});
    expectRefusal([&] { callBoth(src_, src_.clone(), dst_, sum_, Mat(4, 5, CV_8SC1)); }, {"mask", "5 x 4"});
    expectRefusal([&] { call(src_, dst_, Chain().toYuv(YuvFormat::hd()), Mat(kSrcSize, CV_8UC1)); }, {"mask", "YUV"});
}

TEST_F(CUDASTRIPE_ChainBadInput, parametersThatFitNoImage)
{
    expectRefusal([] { Chain().shiftLeft(-1); }, {"shiftLeft", "-1", "31"});
    expectRefusal([] { Chain().shiftRight(32); }, {"shiftRight", "32", "31"});
    expectRefusal([] { Chain().threshold(1, 2, 5); }, {"threshold", "type is 5"});
    expectRefusal([] { Chain().threshold(1, 2, THRESH_BINARY | THRESH_OTSU); }, {"threshold", "type is 8"});
    expectRefusal([] { Chain().gray(ChannelOrder(2)); }, {"gray", "order is 2", "BGR", "RGB"});
    expectRefusal([] { Chain().compare(1, 6); }, {"compare", "cmpop is 6"});
    expectRefusal([] { Chain().compare(secondImage, -1); }, {"compare", "cmpop is -1"});
    expectRefusal([] { Chain().convertTo(7); }, {"convertTo", "depth is 7"});
    expectRefusal([] { Chain().convertTo(-2); }, {"convertTo", "depth is -2"});
    expectRefusal([] { Chain().convertTo(CV_32FC3); }, {"convertTo", "depth is"});
    expectRefusal([] { Chain().channels({}); }, {"channels", "0"});
    expectRefusal([] { Chain().channels({0, 1, 2, 3, 0}); }, {"channels", "5"});
    expectRefusal([] { Chain().channels({4}); }, {"channels", "4"});
    expectRefusal([] { Chain().channels({0, -1}); }, {"channels", "-1"});
    expectRefusal([] { Chain().gamma(std::nan("")); }, {"gamma"});
}

TEST_F(CUDASTRIPE_ChainBadInput, stepsThatWereMadeElsewhere)
{
    const auto refuses = [](OperatorCode code, void (*set)(Operator&), std::initializer_list<const char*> words) {
        Operator step(code);
        set(step);
        expectRefusal([&] { Chain().append(step); }, words);
    };
    const auto nothing = [](Operator&) {};
    refuses(static_cast<OperatorCode>(99), nothing, {"append", "code 99", "32"});
    refuses(static_cast<OperatorCode>(-1), nothing, {"append", "code -1"});
    refuses(OperatorCode::Lut, nothing, {"lut", "0 elements"});
    refuses(OperatorCode::Channels, nothing, {"channels", "is 0"});
    refuses(OperatorCode::Channels, [](Operator& step) { step.channels = {0, 1, 2, 3, 0, 1}; }, {"channels", "is 6"});
    refuses(OperatorCode::ConvertTo, [](Operator& step) { step.option = 7; }, {"convertTo", "depth is 7"});
    refuses(OperatorCode::ShiftLeft, [](Operator& step) { step.option = -3; }, {"shiftLeft", "bits is -3"});
    refuses(OperatorCode::Threshold, [](Operator& step) { step.option = 16; }, {"threshold", "type is 16"});
    refuses(OperatorCode::Compare, [](Operator& step) { step.option = 9; }, {"compare", "cmpop is 9"});
    refuses(OperatorCode::Gamma, nothing, {"gamma is 0"});
    refuses(OperatorCode::Magnitude, nothing, {"magnitude", "second is false"});
    refuses(OperatorCode::Sqrt, [](Operator& step) { step.second = true; }, {"sqrt", "second is true"});
}

TEST_F(CUDASTRIPE_ChainBadInput, stepsOfAChainMayBeAppendedToAnother)
{
    for (const OperatorInfo& info : operatorTable()) {
        for (const Chain& chain : operatorCases(info.code, operatorTypes(info).front())) {
            Chain copy;
            for (const Operator& step : chain.steps())
                copy.append(step);
            EXPECT_EQ(chain.toString(), copy.toString());
        }
    }
}

TEST_F(CUDASTRIPE_ChainBadInput, typesThatNoImageHas)
{
    for (int type : {CV_8UC(5), CV_8UC(256), CV_8UC(512), CV_16FC1}) {
        expectRefusal([&] { Chain().gamma(2.2).resultType(type); }, {"srcType", "1 to 4 channels"});
        expectRefusal([&] { Chain().resultType(type); }, {"srcType"});
        expectRefusal([&] { sum_.sameBits(CV_8UC1, type); }, {"secondType"});
    }
}

TEST_F(CUDASTRIPE_ChainBadInput, containersOfImages)
{
    const std::vector<Mat> two = {src_, src_};
    expectRefusal([&] { call(two, dst_, Chain()); }, {"src is a container"});
    expectRefusal([&] { callBoth(src_, two, dst_, sum_); }, {"src2 is a container"});
    expectRefusal([&] { Chain().lut(two); }, {"lut", "container"});
    std::vector<Mat> results;
    expectRefusal([&] { call(src_, results, Chain()); }, {"dst is a container"});
}

TEST_F(CUDASTRIPE_ChainBadInput, tablesOfTheWrongSize)
{
    expectRefusal([] { Chain().lut(Mat(1, 255, CV_8U)); }, {"lut", "255", "256"});
    expectRefusal([] { Chain().lut(Mat(2, 256, CV_8U)); }, {"lut", "512", "256"});
    expectRefusal([] { Chain().lut(Mat()); }, {"lut", "256"});
    expectRefusal([] { Chain().lut(noArray()); }, {"lut"});
    expectRefusal([] { Chain().lut(Mat(1, 256, CV_8UC(5))); }, {"lut", "CV_8UC"});
    refusesStep(Chain().sqr().lut(Mat(1, 256, CV_8UC2)), CV_8UC3, {"step 2, lut", "2", "3"});
    refusesStep(Chain().lut(Mat(1, 256, CV_8UC1)), CV_16UC1, {"step 1, lut", "CV_16U"});
}

TEST_F(CUDASTRIPE_ChainBadInput, moreTablesThanThereIsRoomFor)
{
    Chain chain;
    for (int i = 0; i < 8; ++i)
        chain.lut(Mat(1, 256, CV_8UC4, Scalar::all(i))).channels({1, 2, 3, 0});
    expectRefusal([&] { chain.resultType(CV_8UC4); }, {"tables of 32768 bytes", "24576"});
}

TEST_F(CUDASTRIPE_ChainBadInput, formatsThatDoNotFit)
{
    const YuvFormat nv12 = YuvFormat::hd();
    expectRefusal([&] { call(src_, dst_, Chain().channels({0}).toYuv(nv12)); }, {"nv12", "CV_8UC1"});
    expectRefusal([&] { call(src_, dst_, Chain().convertTo(CV_16U).toYuv(nv12)); }, {"nv12", "CV_16UC3"});
    expectRefusal([&] { call(Mat(4, 5, CV_8UC3), dst_, Chain().toYuv(nv12)); }, {"5 x 4", "2 x 2", "nv12"});
    expectRefusal([&] { Chain().toYuv(nv12).add(Scalar(1)); }, {"add", "toYuv"});
    expectRefusal([&] { Chain().toYuv(nv12).toYuv(nv12); }, {"toYuv"});
    expectRefusal([&] { call(src_, dst_, Chain().sqr().add(secondImage).toYuv(nv12)); }, {"step 2, add"});
}

}}  // namespace opencv_test
