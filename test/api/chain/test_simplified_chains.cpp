// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../../src/op/chain/lower/lower_chain.hpp"
#include "../../support/images/image_operation.hpp"
#include "../../support/operations/operator_operation.hpp"

// Steps that do nothing are left out, and neighbours that one instruction can do become one. The bits stay.

namespace opencv_test { namespace {

int instructions(const Chain& chain, int type)
{
    return lowerChain(chain, type, -1, "test")->program.count;
}

// Each step as a call of its own, with steps between that keep them apart.
void expectSameBits(const Chain& chain, int type)
{
    RNG rng(11);
    const Mat src = randomImage(Size(70, 9), type, rng);
    const auto host = makeStriper({});
    Mat expected = src.clone(), actual;
    for (const Operator& step : chain.steps()) {
        Mat next;
        transform(expected, next, Chain().append(step), StreamRef(), *host);
        expected = next;
    }
    transform(src, actual, chain, StreamRef(), *host);
    EXPECT_EQ(std::string(), differences(expected, actual, 0)) << chain.toString() << typeToString(type);
}

TEST(CUDASTRIPE_SimplifiedChains, leaveOutWhatDoesNothing)
{
    const Chain nothing[] = {Chain().add(0),       Chain().subtract(0),   Chain().multiply(1),
                             Chain().bitwiseOr(0), Chain().bitwiseXor(0), Chain().bitwiseAnd(255),
                             Chain().shiftLeft(0), Chain().shiftRight(0), Chain().min(255),
                             Chain().max(0)};
    for (const Chain& chain : nothing) {
        EXPECT_EQ(0, instructions(chain, CV_8UC3)) << chain.toString();
        expectSameBits(chain, CV_8UC3);
        expectSameBits(Chain(chain).add(3), CV_8UC3);
    }
    EXPECT_LT(0, instructions(Chain().add(Scalar(0, 0, 1)), CV_8UC3));
    EXPECT_LT(0, instructions(Chain().max(0), CV_16SC1));
    EXPECT_LT(0, instructions(Chain().multiply(1), CV_32SC1)) << "32 bits do not fit into a float";
    EXPECT_LT(0, instructions(Chain().add(0), CV_32FC1)) << "it makes a positive zero of a negative one";
}

TEST(CUDASTRIPE_SimplifiedChains, mergeNeighbours)
{
    const Chain one[] = {Chain().add(10).add(30),
                         Chain().add(Scalar(200, 100, 3)).add(Scalar(100, 0, 4)),
                         Chain().subtract(100).subtract(90),
                         Chain().min(100).min(40),
                         Chain().max(20).max(Scalar(10, 30, 50)),
                         Chain().bitwiseAnd(Scalar(7, 14, 28)).bitwiseAnd(60),
                         Chain().bitwiseOr(3).bitwiseOr(16),
                         Chain().bitwiseXor(3).bitwiseXor(21)};
    for (const Chain& chain : one) {
        for (int depth : {CV_8U, CV_16U, CV_16S, CV_32S}) {
            EXPECT_EQ(1, instructions(chain, CV_MAKETYPE(depth, 3))) << chain.toString() << depthToString(depth);
            expectSameBits(chain, CV_MAKETYPE(depth, 3));
        }
    }
    EXPECT_EQ(0, instructions(Chain().bitwiseXor(9).bitwiseXor(9).add(0), CV_8UC1)) << "what became nothing";
}

TEST(CUDASTRIPE_SimplifiedChains, keepWhatSaturatesBetween)
{
    for (int depth : {CV_8U, CV_8S, CV_16U, CV_16S, CV_32S}) {
        expectSameBits(Chain().add(100).subtract(100), CV_MAKETYPE(depth, 1));
        expectSameBits(Chain().add(Scalar(100, -100)).add(Scalar(-100, 100)), CV_MAKETYPE(depth, 2));
        expectSameBits(Chain().add(60000).add(60000).add(60000), CV_MAKETYPE(depth, 1));
        expectSameBits(Chain().add(2e9).add(2e9), CV_MAKETYPE(depth, 1));
    }
    EXPECT_EQ(2, instructions(Chain().add(100).subtract(100), CV_8UC1));
    EXPECT_EQ(2, instructions(Chain().add(Scalar(100, -100)).add(Scalar(-100, 100)), CV_8UC2));
}

}}  // namespace opencv_test
