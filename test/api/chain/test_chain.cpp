// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <set>

#include "../../reference/operator_reference.hpp"
#include "../../support/operations/operator_cases.hpp"

namespace opencv_test { namespace {

TEST(CUDASTRIPE_Chain, everyOperatorIsInTheTableOnceAndHasCases)
{
    std::set<std::string> names;
    for (size_t i = 0; i < operatorTable().size(); ++i) {
        const OperatorInfo& info = operatorTable()[i];
        EXPECT_EQ(i, static_cast<size_t>(info.code)) << info.name;
        EXPECT_TRUE(names.insert(info.name).second) << info.name;
        ASSERT_FALSE(operatorTypes(info).empty()) << info.name << " takes no depth: " << info.depths;
        for (int type : operatorTypes(info)) {
            const std::vector<Chain> chains = operatorCases(info.code, type);
            EXPECT_FALSE(chains.empty()) << info.name;
            std::set<std::string> texts;
            for (const Chain& chain : chains) {
                texts.insert(chain.toString());
                ASSERT_EQ(1u, chain.steps().size());
                EXPECT_EQ(info.code, chain.steps()[0].code) << info.name;
                EXPECT_EQ(0u, chain.toString().find(info.name)) << chain.toString();
            }
            // Cases differ by their parameters, which the row must name.
            EXPECT_EQ(chains.size() > 1, texts.size() > 1) << info.name << " has parameters " << info.parameters;
        }
    }
#define COUNT(...) +1
    EXPECT_EQ(size_t(0 CV_CUDASTRIPE_OPERATORS(COUNT)), operatorTable().size());
#undef COUNT
}

TEST(CUDASTRIPE_Chain, stepsHoldTheirParameters)
{
    const auto step = [](const Chain& chain) { return chain.steps().back(); };
    const Scalar s(1, 2, 3, 4);
    EXPECT_EQ(s, step(Chain().subtractFrom(s)).scalar);
    EXPECT_EQ(s, step(Chain().multiply(s, 5)).scalar);
    EXPECT_EQ(5, step(Chain().multiply(s, 5)).values[0]);
    EXPECT_EQ(5, step(Chain().divide(secondImage, 5)).values[0]);
    EXPECT_EQ(1, step(Chain().divide(s)).values[0]);
    EXPECT_EQ(7, step(Chain().divideInto(7)).values[0]);
    EXPECT_EQ(s, step(Chain().inRange(s, Scalar::all(9))).scalar);
    EXPECT_EQ(Scalar::all(9), step(Chain().inRange(s, Scalar::all(9))).upper);
    const Operator threshold = step(Chain().threshold(10, 200, THRESH_TRUNC));
    EXPECT_EQ(10, threshold.values[0]);
    EXPECT_EQ(200, threshold.values[1]);
    EXPECT_EQ(int(THRESH_TRUNC), threshold.option);
    const Operator convert = step(Chain().convertTo(CV_16S, 2, 3));
    EXPECT_EQ(CV_16S, convert.option);
    EXPECT_EQ(2, convert.values[0]);
    EXPECT_EQ(3, convert.values[1]);
    const Operator sum = step(Chain().addWeighted(2, secondImage, 3, 4));
    EXPECT_TRUE(sum.second);
    EXPECT_EQ(2, sum.values[0]);
    EXPECT_EQ(3, sum.values[1]);
    EXPECT_EQ(4, sum.values[2]);
    EXPECT_EQ(std::vector<int>({2, 1, 0}), step(Chain().channels({2, 1, 0})).channels);
    EXPECT_EQ(3, step(Chain().shiftRight(3)).option);
    EXPECT_FALSE(step(Chain().add(s)).second);
    EXPECT_TRUE(step(Chain().add(secondImage)).second);
    EXPECT_TRUE(Chain().sqr().add(secondImage).sqr().usesSecond());
    EXPECT_FALSE(Chain().sqr().add(s).usesSecond());
}

TEST(CUDASTRIPE_Chain, tablesAreCopied)
{
    Mat table(1, 256, CV_8U, Scalar(7));
    const Chain chain = Chain().lut(table);
    table.setTo(9);
    Mat dst;
    cudastripe::transform(Mat(3, 5, CV_8U, Scalar(200)), dst, chain);
    EXPECT_EQ(0, cv::norm(dst, Mat(3, 5, CV_8U, Scalar(7)), NORM_INF));
}

TEST(CUDASTRIPE_Chain, resultsHaveTheTypeOfTheCall)
{
    RNG rng(103);
    for (const OperatorInfo& info : operatorTable()) {
        for (int type : operatorTypes(info)) {
            for (const Chain& chain : operatorCases(info.code, type)) {
                const Operator& step = chain.steps()[0];
                const int secondType = secondTypeOf(step, type);
                const Mat src = valueImage(Size(3, 2), type, rng);
                const Mat second = secondType < 0 ? Mat() : valueImage(Size(3, 2), secondType, rng);
                EXPECT_EQ(typeToString(operatorReference(step, src, second).type()),
                          typeToString(chain.resultType(type, secondType)))
                    << chain.toString() << " of " << typeToString(type);
            }
        }
    }
    EXPECT_EQ(CV_16SC3, Chain().resultType(CV_16SC3));
    EXPECT_EQ(CV_32FC1, Chain().convertTo(CV_32F, 0.5).sqrt().channels({1}).resultType(CV_8UC2));
    EXPECT_EQ(CV_8UC3, Chain().toYuv(YuvFormat::hd()).resultType(CV_8UC3));
}

// A table of 256 results from the host serves 8-bit sources, so these may have the same bits in any case.
TEST(CUDASTRIPE_Chain, hostAndDeviceAgreeForTheDepthsOfTheTable)
{
    for (const OperatorInfo& info : operatorTable()) {
        for (int type : operatorTypes(info)) {
            const Chain chain = operatorCases(info.code, type).front();
            const int depth = CV_MAT_DEPTH(type);
            const bool same = chain.sameBits(type, secondTypeOf(chain.steps()[0], type));
            const bool stated = namesDepth(info.sameBits, depth);
            EXPECT_TRUE(same == stated || (same && depth <= CV_8S)) << info.name << " of " << typeToString(type);
        }
    }
    EXPECT_TRUE(Chain().add(Scalar(1)).sqr().sameBits(CV_32FC1));
    EXPECT_FALSE(Chain().add(Scalar(1)).exp().sqr().sameBits(CV_64FC1));
}

TEST(CUDASTRIPE_Chain, saysWhatItIs)
{
    EXPECT_EQ("convertTo(CV_32F, 0.00392157, 0) > subtract(0.5, 0.5, 0.5, 0)",
              Chain().convertTo(CV_32F, 1 / 255.).subtract(Scalar(0.5, 0.5, 0.5)).toString());
    const std::string text = Chain().absdiff(secondImage).channels({2, 1, 0}).toYuv(YuvFormat::hd()).toString();
    EXPECT_EQ(0u, text.find("absdiff(")) << text;
    EXPECT_NE(std::string::npos, text.find("channels(")) << text;
    EXPECT_NE(std::string::npos, text.find(YuvFormat::hd().name())) << text;
}

TEST(CUDASTRIPE_Chain, saysItsParameters)
{
    const Scalar s(1, 2, 3.5, 4);
    const Mat table(1, 256, CV_16UC3, Scalar::all(1));
    const std::pair<Chain, const char*> texts[] = {
        {Chain().add(s), "add(1, 2, 3.5, 4)"},
        {Chain().max(secondImage), "max(second image)"},
        {Chain().multiply(s), "multiply(1, 2, 3.5, 4)"},
        {Chain().multiply(s, 0.5), "multiply(1, 2, 3.5, 4, 0.5)"},
        {Chain().divide(secondImage, 5), "divide(second image, 5)"},
        {Chain().divideInto(1), "divideInto(1)"},
        {Chain().bitwiseNot(), "bitwiseNot()"},
        {Chain().shiftLeft(3), "shiftLeft(3)"},
        {Chain().threshold(10, 200, THRESH_TRUNC), "threshold(10, 200, 2)"},
        {Chain().inRange(s, Scalar::all(9)), "inRange((1, 2, 3.5, 4), (9, 9, 9, 9))"},
        {Chain().compare(7.5, CMP_LE), "compare(7.5, 4)"},
        {Chain().compare(secondImage, CMP_GT), "compare(second image, 1)"},
        {Chain().convertTo(-1, 2, 3), "convertTo(-1, 2, 3)"},
        {Chain().lut(table), "lut(CV_16UC3)"},
        {Chain().gamma(2.2), "gamma(2.2)"},
        {Chain().pow(-2), "pow(-2)"},
        {Chain().magnitude(secondImage), "magnitude(second image)"},
        {Chain().addWeighted(1, secondImage, 0, -3), "addWeighted(1, second image, 0, -3)"},
        {Chain().blendOver(secondImage), "blendOver(second image)"},
        {Chain().channels({2, 1, 0}), "channels(2, 1, 0)"},
    };
    for (const auto& text : texts)
        EXPECT_EQ(text.second, text.first.toString());
}

TEST(CUDASTRIPE_Chain, doesWhatItsStepsSayAfterEachChangeAndMove)
{
    const Mat src(3, 5, CV_8UC1, Scalar(7));
    Mat dst;
    const auto result = [&](const Chain& chain) {
        cudastripe::transform(src, dst, chain);
        return int(dst.at<uchar>(2, 4));
    };
    Chain chain = Chain().add(Scalar(1));
    EXPECT_EQ(8, result(chain));
    EXPECT_EQ(8, result(chain)) << "the second time it is compiled already";
    const Chain copy = chain;
    chain.add(Scalar(2));
    EXPECT_EQ(10, result(chain));
    EXPECT_EQ(8, result(copy));
    const Chain moved = std::move(chain);
    EXPECT_EQ(10, result(moved));
    EXPECT_EQ(0u, chain.steps().size());
    EXPECT_EQ(7, result(chain)) << "nothing is left of it";
    EXPECT_EQ(CV_16UC1, Chain(copy).convertTo(CV_16U).resultType(CV_8UC1));
}

TEST(CUDASTRIPE_Chain, isAValueThatGrows)
{
    const Chain first = Chain().add(Scalar(1));
    Chain second = first;
    second.sqr().append(first.steps()[0]);
    EXPECT_EQ(1u, first.steps().size());
    ASSERT_EQ(3u, second.steps().size());
    EXPECT_EQ(OperatorCode::Add, second.steps()[2].code);
    EXPECT_FALSE(second.endsInYuv());
    second.toYuv(YuvFormat::jpeg(), ChannelOrder::RGB);
    EXPECT_TRUE(second.endsInYuv());
    EXPECT_EQ(YuvFormat::jpeg(), second.yuvFormat());
    EXPECT_EQ(ChannelOrder::RGB, second.yuvOrder());
}

}}  // namespace opencv_test
