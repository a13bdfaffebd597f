// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../../src/op/staging_copy.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

constexpr int kGuardBytes = 64;

//! Rows in memory of their own, with guards around.
class Rows
{
public:
    Rows(int rows, int rowBytes, int gap, int shift)
        : bytes_(2 * kGuardBytes + shift + rows * (rowBytes + gap), uchar(0xa5))
    {
        view_.base = bytes_.data() + kGuardBytes + shift;
        view_.rowBytes = rowBytes;
        view_.step = rowBytes + gap;
        untouched_ = bytes_;
    }

    PlaneView& view() { return view_; }

    //! True if nothing but rows was written.
    bool guarded(int rows)
    {
        std::vector<uchar> now = bytes_;
        for (int r = 0; r < rows; ++r) {
            const size_t at = static_cast<size_t>(view_.row(r) - bytes_.data());
            std::copy_n(untouched_.begin() + at, view_.rowBytes, now.begin() + at);
        }
        return now == untouched_;
    }

private:
    std::vector<uchar> bytes_, untouched_;
    PlaneView view_;
};

class CUDASTRIPE_StagingCopy : public testing::Test
{
protected:
    RNG rng_{17};

    Rows randomRows(int rows, int rowBytes, int gap, int shift)
    {
        Rows from(rows, rowBytes, gap, shift);
        for (int r = 0; r < rows; ++r) {
            for (int i = 0; i < rowBytes; ++i)
                from.view().row(r)[i] = uchar(rng_.uniform(0, 256));
        }
        return from;
    }
};

TEST_F(CUDASTRIPE_StagingCopy, copiesRowsOfAnyLengthAndPlace)
{
    for (int bytes = 1; bytes < 700; bytes += 1 + bytes / 7) {
        for (int gap : {0, 5}) {
            for (int shift : {0, 1, 17}) {
                Rows from = randomRows(3, bytes, gap, shift);
                Rows slot(3, bytes, 0, 0), result(3, bytes, gap, shift), nonTemporal(3, bytes, gap, shift);
                copyIntoSlot(slot.view(), from.view(), 3);
                copyFromSlot(result.view(), slot.view(), 3, false);
                copyFromSlot(nonTemporal.view(), slot.view(), 3, true);
                for (int r = 0; r < 3; ++r) {
                    ASSERT_EQ(0, std::memcmp(from.view().row(r), result.view().row(r), size_t(bytes)));
                    ASSERT_EQ(0, std::memcmp(from.view().row(r), nonTemporal.view().row(r), size_t(bytes)));
                }
                ASSERT_TRUE(slot.guarded(3) && result.guarded(3) && nonTemporal.guarded(3)) << bytes;
            }
        }
    }
}

TEST_F(CUDASTRIPE_StagingCopy, leavesOutEveryFourthByte)
{
    for (int pixels = 1; pixels < 300; pixels += 1 + pixels / 20) {
        for (int gap : {0, 4}) {
            Rows from = randomRows(2, 4 * pixels, gap, 1);
            Rows slot(2, 3 * pixels, gap, 3);
            copyIntoSlot(slot.view(), from.view(), 2);
            for (int r = 0; r < 2; ++r) {
                for (int i = 0; i < pixels * 3; ++i)
                    ASSERT_EQ(from.view().row(r)[i / 3 * 4 + i % 3], slot.view().row(r)[i]) << pixels << " " << i;
            }
            ASSERT_TRUE(slot.guarded(2)) << pixels;
        }
    }
}

}}  // namespace opencv_test
