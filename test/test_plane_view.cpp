// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include <set>

#include "../src/op/plane_view.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

std::set<const uchar*> bytesOf(const PlaneView& view, int64 rows)
{
    std::set<const uchar*> bytes;
    for (int64 r = 0; r < rows; ++r) {
        for (int64 c = 0; c < view.rowBytes; ++c)
            bytes.insert(view.row(r) + c);
    }
    return bytes;
}

TEST(CUDASTRIPE_PlaneView, overlapIsWhatTheBytesSay)
{
    std::vector<uchar> memory(400);
    RNG rng(3);
    int overlapping = 0;
    for (int i = 0; i < 20000; ++i) {
        PlaneView views[2];
        int64 rows[2];
        for (int k = 0; k < 2; ++k) {
            views[k].base = memory.data() + rng.uniform(0, 120);
            views[k].rowBytes = rng.uniform(1, 14);
            views[k].step = i % 2 ? 20 : views[k].rowBytes + rng.uniform(0, 10);
            rows[k] = rng.uniform(1, 10);
        }
        const auto a = bytesOf(views[0], rows[0]), b = bytesOf(views[1], rows[1]);
        const bool expected = std::any_of(a.begin(), a.end(), [&](const uchar* byte) { return b.count(byte) > 0; });
        ASSERT_EQ(expected, overlap(views[0], rows[0], views[1], rows[1])) << "case " << i;
        overlapping += expected;
    }
    EXPECT_GT(overlapping, 2000);
    EXPECT_LT(overlapping, 18000);
}

TEST(CUDASTRIPE_PlaneView, regionsSideBySideDoNotOverlap)
{
    std::vector<uchar> memory(1000);
    PlaneView left, right;
    left.base = memory.data();
    right.base = memory.data() + 50;
    left.step = right.step = 100;
    left.rowBytes = right.rowBytes = 50;
    EXPECT_FALSE(overlap(left, 10, right, 9));
    left.rowBytes = 51;
    EXPECT_TRUE(overlap(left, 10, right, 9));
}

}}  // namespace opencv_test
