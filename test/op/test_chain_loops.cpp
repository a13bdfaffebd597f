// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../../src/op/chain/lower/lower_chain.hpp"
#include "../../src/op/chain/rows/host_chain.hpp"
#include "../reference/operator_reference.hpp"
#include "../support/images/image_operation.hpp"

// The loops that chains have on the CPU, on rows of memory of their own: AddressSanitizer sees what lies beyond.

namespace opencv_test { namespace {

struct LoopCase
{
    Chain chain;
    int srcType;
    int secondType = -1;
};

std::vector<LoopCase> loopCases()
{
    const Scalar some(3, 5, 7, 9);
    Mat reals(1, 256, CV_64FC3), bytes(1, 256, CV_8SC1);
    RNG(3).fill(reals, RNG::UNIFORM, -9, 9);
    RNG(5).fill(bytes, RNG::UNIFORM, -128, 128);
    return {{Chain(), CV_16UC3},
            {Chain().add(some), CV_8UC1},
            {Chain().pow(3).blendOver(secondImage).add(some), CV_8UC4, CV_8UC3},
            {Chain().pow(3).blendOver(secondImage).lut(bytes), CV_8UC4, CV_8UC3},
            {Chain().compare(0.5, CMP_EQ).max(secondImage).bitwiseOr(secondImage), CV_8SC1, CV_8UC1},
            {Chain().compare(1e10, CMP_LT).compare(secondImage, CMP_GE).add(7), CV_16SC1, CV_8UC1},
            {Chain().blendOver(secondImage).gray(), CV_8UC4, CV_8UC3},
            {Chain().pow(3).premultiply().pow(3).gray(), CV_8UC4},
            {Chain().gray().multiply(0.5).channels({0, 0, 0}).pow(3).gray(), CV_16UC3},
            {Chain().pow(3).add(secondImage).inRange(some, some * 9.).convertTo(CV_64F).sqrt(), CV_8SC3, CV_8SC3},
            {Chain().channels({1, 0}).exp().addWeighted(0.5, secondImage, 0.25, 3), CV_64FC4, CV_64FC2},
            {Chain().channels({2, 1, 0, 1}).bitwiseAnd(secondImage).magnitude(secondImage), CV_32FC3, CV_32FC4},
            {Chain().convertTo(CV_8U).pow(3).lut(reals).add(some).convertTo(CV_16S), CV_32FC3},
            {Chain().shiftLeft(1).lut(bytes).bitwiseNot().abs().multiply(1.1), CV_8UC4},
            {Chain().convertTo(CV_64F, 0.3).divide(some).convertTo(CV_32S).sqr().convertTo(CV_16U), CV_16SC2}};
}

std::vector<uchar> randomRow(int cols, int type, RNG& rng)
{
    const Mat row = randomImage(Size(std::max(1, cols), 1), type, rng);
    return {row.data, row.data + static_cast<size_t>(cols) * row.elemSize()};
}

TEST(CUDASTRIPE_ChainLoops, giveForARowWhatTheyGiveForItsPixels)
{
    RNG rng(7);
    for (const LoopCase& row : loopCases()) {
        const auto lowered = lowerChain(row.chain, row.srcType, row.secondType, "test");
        HostChain chain(lowered->program, lowered->tables.data(), lowered->loops());
        const size_t srcBytes = CV_ELEM_SIZE(row.srcType), dstBytes = CV_ELEM_SIZE(lowered->resultType());
        const size_t secondBytes = row.secondType < 0 ? 0 : CV_ELEM_SIZE(row.secondType);
        for (int cols : {1, 2, 47, 48, 49, 63, 64, 65, 191, 192, 193, 255, 384, 1000}) {
            const std::vector<uchar> src = randomRow(cols, row.srcType, rng);
            const std::vector<uchar> second = row.secondType < 0 ? src : randomRow(cols, row.secondType, rng);
            std::vector<uchar> whole(static_cast<size_t>(cols) * dstBytes), past(whole), single(whole);
            chain.run({src.data(), second.data(), nullptr, nullptr, whole.data(), cols, false});
            chain.run({src.data(), second.data(), nullptr, nullptr, past.data(), cols, true});
            for (size_t i = 0; i < static_cast<size_t>(cols); ++i)
                chain.run({src.data() + i * srcBytes, second.data() + i * secondBytes, nullptr, nullptr,
                           single.data() + i * dstBytes, 1, false});
            if (CV_MAT_DEPTH(lowered->resultType()) <= CV_32S) {
                const auto imageOf = [cols](const std::vector<uchar>& of, int type) {
                    return type < 0 ? Mat() : Mat(1, cols, type, const_cast<uchar*>(of.data()));
                };
                const Mat expected =
                    chainReference(row.chain, imageOf(src, row.srcType), imageOf(second, row.secondType));
                ASSERT_EQ(std::string(), differences(expected, imageOf(whole, lowered->resultType()), 0))
                    << row.chain.toString() << ", " << cols;
            }
            ASSERT_EQ(single, whole) << row.chain.toString() << ", " << cols;
            ASSERT_EQ(single, past) << row.chain.toString() << ", " << cols;
        }
    }
}

}}  // namespace opencv_test
