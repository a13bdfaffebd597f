// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <algorithm>
#include <set>

#include "../../src/op/plane_view.hpp"

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

//! Rows of up to 13 bytes: plain or folded, with and without gaps. Ten of them take up to 400 bytes.
PlaneView randomView(uchar* base, RNG& rng)
{
    const auto gap = [&] { return rng.uniform(0, 3) ? rng.uniform(0, 10) : 0; };
    PlaneView view;
    view.base = base;
    view.rowBytes = rng.uniform(1, 14);
    view.step = view.rowBytes + gap();
    if (rng.uniform(0, 2)) {
        view.fold = 2;
        view.phase = rng.uniform(0, 2);
        view.foldBytes = view.step;
        view.step = view.foldBytes + view.rowBytes + gap();
    }
    return view;
}

TEST(CUDASTRIPE_PlaneView, overlapIsWhatTheBytesSay)
{
    std::vector<uchar> memory(600);
    RNG rng(3);
    int overlapping = 0;
    for (int i = 0; i < 40000; ++i) {
        PlaneView views[2];
        int64 rows[2];
        for (int k = 0; k < 2; ++k) {
            views[k] = randomView(memory.data() + rng.uniform(0, 160), rng);
            // Views of one image share its step, which lets rows of one lie between rows of the other.
            if (i % 2)
                views[k].step = 40;
            rows[k] = rng.uniform(1, 11);
        }
        const auto a = bytesOf(views[0], rows[0]), b = bytesOf(views[1], rows[1]);
        const bool expected = std::any_of(a.begin(), a.end(), [&](const uchar* byte) { return b.count(byte) > 0; });
        ASSERT_EQ(expected, overlap(views[0], rows[0], views[1], rows[1])) << "case " << i;
        ASSERT_EQ(expected, overlap(views[1], rows[1], views[0], rows[0])) << "case " << i;
        overlapping += expected;
    }
    EXPECT_GT(overlapping, 4000);
    EXPECT_LT(overlapping, 36000);
}

TEST(CUDASTRIPE_PlaneView, aPartHasTheRowsOfTheWhole)
{
    std::vector<uchar> memory(600);
    RNG rng(5);
    for (int i = 0; i < 1000; ++i) {
        const PlaneView view = randomView(memory.data(), rng);
        for (int64 first = 0; first < 5; ++first) {
            const PlaneView part = view.from(first), second = view.everySecond(first);
            ASSERT_EQ(view.rowBytes, part.rowBytes);
            ASSERT_EQ(view.rowBytes, second.rowBytes);
            ASSERT_EQ(1, second.fold);
            for (int64 r = 0; r < 5; ++r) {
                ASSERT_EQ(view.row(first + r), part.row(r)) << "row " << r << " from " << first << ", case " << i;
                ASSERT_EQ(view.row(first + 2 * r), second.row(r)) << "row " << r << " from " << first << ", case " << i;
            }
        }
    }
}

TEST(CUDASTRIPE_PlaneView, aRowOfAnImageIsTheRow)
{
    std::vector<uchar> memory(600);
    RNG rng(7);
    for (int i = 0; i < 1000; ++i) {
        const PlaneView view = randomView(memory.data(), rng);
        for (int r = 0; r < 10; ++r)
            ASSERT_EQ(view.row(r), view.rowOfImage(static_cast<unsigned>(r))) << "row " << r << ", case " << i;
    }
}

TEST(CUDASTRIPE_PlaneView, isDenseWhereItsBytesHaveNoGap)
{
    std::vector<uchar> memory(600);
    RNG rng(11);
    int dense = 0;
    for (int i = 0; i < 4000; ++i) {
        const PlaneView view = randomView(memory.data(), rng);
        const int64 rows = 4;  // enough for every kind of gap, whatever the phase
        const int64 span = spanBytes(view, rows);
        ASSERT_EQ(span == rows * view.rowBytes, view.dense()) << "case " << i;
        const auto bytes = bytesOf(view, rows);
        ASSERT_EQ(*bytes.rbegin() - *bytes.begin() + 1, span) << "case " << i;
        if (view.dense()) {
            ASSERT_EQ(bytes, bytesOf(view.joined(rows), 1)) << "case " << i;
        }
        dense += view.dense();
    }
    EXPECT_GT(dense, 400);
    EXPECT_LT(dense, 3000);
}

TEST(CUDASTRIPE_PlaneView, isAlignedIfEveryRowIs)
{
    alignas(16) uchar memory[1200] = {};
    RNG rng(13);
    int aligned = 0;
    for (int i = 0; i < 20000; ++i) {
        const PlaneView view = randomView(memory + rng.uniform(0, 9), rng);
        const int64 rows = rng.uniform(1, 6);
        for (int alignment : {1, 2, 4, 8}) {
            bool expected = true;
            for (int64 r = 0; r < rows; ++r)
                expected = expected && reinterpret_cast<size_t>(view.row(r)) % size_t(alignment) == 0;
            // It may be too careful, but never too bold.
            if (view.aligned(alignment, rows)) {
                ASSERT_TRUE(expected) << "case " << i << ", alignment " << alignment;
                aligned += alignment > 1;
            } else if (view.fold == 1) {
                ASSERT_FALSE(expected) << "case " << i << ", alignment " << alignment;
            }
        }
    }
    EXPECT_GT(aligned, 1000);
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
