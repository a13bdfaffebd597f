// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../../src/lane/ring/plane_copy.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

constexpr int kPlaneBytes = 400;  // room for a plane of random shape
constexpr int kMaxRows = 10;

int gap(RNG& rng)
{
    return rng.uniform(0, 2) ? rng.uniform(1, 8) : 0;
}

PlaneView randomView(uchar* base, int64 rowBytes, RNG& rng)
{
    PlaneView view;
    view.base = base;
    view.rowBytes = rowBytes;
    view.step = rowBytes + gap(rng);
    if (rng.uniform(0, 2)) {
        view.fold = 2;
        view.phase = rng.uniform(0, 2);
        view.foldBytes = view.step;
        view.step = view.foldBytes + rowBytes + gap(rng);
    }
    return view;
}

// For each byte of one memory, which byte of another it is copied from.
class CopiedBytes
{
public:
    CopiedBytes(const uchar* dst, size_t dstBytes, const uchar* src) : dst_(dst), src_(src), from_(dstBytes, kNone) {}

    void add(const PlaneView& dst, const PlaneView& src, int64 rows)
    {
        for (int64 r = 0; r < rows; ++r) {
            for (int64 c = 0; c < dst.rowBytes; ++c) {
                int64& from = from_.at(static_cast<size_t>(dst.row(r) + c - dst_));
                EXPECT_EQ(kNone, from) << "a byte is copied twice";
                from = src.row(r) + c - src_;
            }
        }
    }

    bool operator==(const CopiedBytes& other) const { return from_ == other.from_; }

private:
    static constexpr int64 kNone = -1;
    const uchar *dst_, *src_;
    std::vector<int64> from_;
};

//! Planes and their copy, byte by byte and in pieces.
class CUDASTRIPE_PlaneCopy : public testing::Test
{
protected:
    struct Plane
    {
        PlaneView dst, src;
        int64 rows;
    };

    uchar* dstAt(int place) { return dst.data() + place * kPlaneBytes; }
    uchar* srcAt(int place) { return src.data() + place * kPlaneBytes; }

    // The number of pieces; they must be 2-D copies of just the bytes of the planes.
    int check(const std::vector<Plane>& planes, bool oneAllocation) const
    {
        CopiedBytes expected(dst.data(), dst.size(), src.data()), actual = expected;
        PlaneCopy copy(oneAllocation);
        for (const Plane& plane : planes) {
            expected.add(plane.dst, plane.src, plane.rows);
            copy.add(plane.dst, plane.src, plane.rows);
        }
        for (const PieceCopy& piece : copy) {
            EXPECT_GT(piece.rows, 0);
            EXPECT_EQ(1, piece.dst.fold);
            EXPECT_EQ(1, piece.src.fold);
            EXPECT_EQ(piece.dst.rowBytes, piece.src.rowBytes);
            if (piece.rows > 1) {
                EXPECT_GE(piece.dst.step, piece.dst.rowBytes);
                EXPECT_GE(piece.src.step, piece.src.rowBytes);
            }
            actual.add(piece.dst, piece.src, piece.rows);
        }
        EXPECT_TRUE(expected == actual);
        EXPECT_EQ(copy.end() - copy.begin(), copy.count());
        return copy.count();
    }

    std::vector<uchar> dst = std::vector<uchar>(4 * kPlaneBytes), src = std::vector<uchar>(4 * kPlaneBytes);
    RNG rng{17};
};

bool plainOrDense(const PlaneView& view)
{
    return view.fold == 1 || view.dense();
}

TEST_F(CUDASTRIPE_PlaneCopy, isEveryByteOnceInAtMostTwoPieces)
{
    int ones = 0, twos = 0;
    for (int i = 0; i < 20000; ++i) {
        const int64 rowBytes = rng.uniform(1, 14), rows = rng.uniform(1, kMaxRows + 1);
        const Plane plane = {randomView(dstAt(1), rowBytes, rng), randomView(srcAt(1), rowBytes, rng), rows};
        const int pieces = check({plane}, i % 2 == 0);
        ASSERT_FALSE(HasFailure()) << "case " << i;
        ASSERT_GE(pieces, 1);
        ASSERT_LE(pieces, 2);
        if (plainOrDense(plane.dst) && plainOrDense(plane.src)) {
            ASSERT_EQ(1, pieces) << "case " << i;
        }
        (pieces == 1 ? ones : twos) += 1;
    }
    EXPECT_GT(ones, 2000);
    EXPECT_GT(twos, 2000);
}

// What a stripe of I420 in a region of an image is: half rows side by side there, dense in the slot.
TEST_F(CUDASTRIPE_PlaneCopy, halfRowsSideBySideAreOnePieceIfTheirNumberIsEven)
{
    for (int phase : {0, 1}) {
        for (int64 rows = 1; rows <= kMaxRows; ++rows) {
            const Plane plane = {{dstAt(1), 20, 6, 2, phase, 6}, {srcAt(1), 6, 6}, rows};
            const int expected = rows == 1 || (phase == 0 && rows % 2 == 0) ? 1 : 2;
            EXPECT_EQ(expected, check({plane}, false)) << rows << " rows of phase " << phase;
        }
    }
}

TEST_F(CUDASTRIPE_PlaneCopy, ofNoRowsIsNothing)
{
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(0, check({{randomView(dstAt(1), 5, rng), randomView(srcAt(1), 5, rng), 0}}, i % 2 == 0));
}

TEST_F(CUDASTRIPE_PlaneCopy, planesInAnyOrderAreEveryByteOnce)
{
    for (int i = 0; i < 20000; ++i) {
        const int count = rng.uniform(2, 5), first = rng.uniform(0, 4), turn = rng.uniform(0, 2) ? 1 : 3;
        const bool alike = rng.uniform(0, 2) == 0, dense = rng.uniform(0, 2) == 0;
        int64 rowBytes = rng.uniform(1, 14), rows = rng.uniform(1, kMaxRows + 1);
        std::vector<Plane> planes;
        for (int p = 0; p < count; ++p) {
            if (!alike && rng.uniform(0, 2)) {
                rowBytes = rng.uniform(1, 14);
                rows = rng.uniform(1, kMaxRows + 1);
            }
            const int place = (first + turn * p) % 4;
            Plane plane = {randomView(dstAt(place), rowBytes, rng), randomView(srcAt(place), rowBytes, rng), rows};
            if (dense)
                plane = {{dstAt(place), rowBytes, rowBytes}, {srcAt(place), rowBytes, rowBytes}, rows};
            planes.push_back(plane);
        }
        const bool oneAllocation = rng.uniform(0, 3) > 0;
        const int pieces = check(planes, oneAllocation);
        ASSERT_FALSE(HasFailure()) << "case " << i;
        ASSERT_LE(pieces, 2 * count);
        if (!oneAllocation) {
            ASSERT_GE(pieces, count) << "planes of two allocations in one copy, case " << i;
        }
    }
}

TEST_F(CUDASTRIPE_PlaneCopy, planesOfOneSizeEquallyFarApartAreOnePiece)
{
    const int64 rowBytes = 8, rows = 5, size = rowBytes * rows;
    // Up to no gap at all between them, which is how the planes of a whole image lie.
    for (int64 dstApart : {size, size + 1, size + 60}) {
        for (int64 srcApart : {size, size + 8, size + 60}) {
            for (int count = 2; count <= 4; ++count) {
                std::vector<Plane> planes;
                for (int p = 0; p < count; ++p)
                    planes.push_back({{dst.data() + p * dstApart, rowBytes, rowBytes},
                                      {src.data() + p * srcApart, rowBytes, rowBytes},
                                      rows});
                EXPECT_EQ(1, check(planes, true))
                    << count << " planes, " << dstApart - size << " and " << srcApart - size << " bytes between them";
                EXPECT_EQ(count, check(planes, false));
            }
        }
    }
}

TEST_F(CUDASTRIPE_PlaneCopy, planesTooFarApartForACopyOfTwoDimensionsAreSeveralPieces)
{
    uchar* const far = reinterpret_cast<uchar*>(size_t(1) << 40);  // not touched
    for (int64 apart : {(int64(1) << 31) - 1, int64(1) << 31, int64(1) << 33}) {
        PlaneCopy copy(true);
        for (int p = 0; p < 2; ++p)
            copy.add({far + p * apart, 8, 8}, {src.data() + p * 100, 8, 8}, 5);
        EXPECT_EQ(apart < int64(1) << 31 ? 1 : 2, copy.count()) << apart;
    }
}

}}  // namespace opencv_test
