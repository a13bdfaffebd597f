// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <ctime>

#include "../../support/operations/batch_fixture.hpp"
#include "../../support/process/refusal.hpp"

// Whether images of a batch share memory.

namespace opencv_test { namespace {

//! An image of a batch in a buffer.
struct Place
{
    size_t first, step;
    Size size;  //!< of bytes

    Mat in(Mat& buffer) const { return Mat(size, CV_8UC1, buffer.data + first, size.height == 1 ? size_t(0) : step); }
    //! Calls use(byte) for each of its bytes.
    template <class Use>
    void forBytes(const Use& use) const
    {
        for (int y = 0; y < size.height; ++y) {
            for (int x = 0; x < size.width; ++x)
                use(first + size_t(y) * step + size_t(x));
        }
    }
};

class CUDASTRIPE_BatchOverlap : public BatchFixture
{
protected:
    static constexpr size_t kBytes = 4000;

    Place randomPlace(size_t step)
    {
        const Size size(rng_.uniform(1, 12), rng_.uniform(1, 6));
        const size_t span = size_t(size.height - 1) * step + size_t(size.width);
        return {size_t(rng_.uniform(0, int(kBytes - span))), step, size};
    }
    //! True if a byte is written for one image and touched for another.
    static bool overlap(const std::vector<Place>& src, const std::vector<Place>& dst)
    {
        std::vector<int> writer(kBytes, -1);
        bool found = false;
        for (size_t i = 0; i < dst.size(); ++i) {
            dst[i].forBytes([&](size_t byte) {
                found = found || (writer[byte] >= 0 && writer[byte] != int(i));
                writer[byte] = int(i);
            });
        }
        for (size_t i = 0; i < src.size(); ++i)
            src[i].forBytes([&](size_t byte) { found = found || (writer[byte] >= 0 && writer[byte] != int(i)); });
        return found;
    }
    //! What a call says.
    std::string refusal(const std::vector<Place>& src, const std::vector<Place>& dst)
    {
        std::vector<Mat> from, to;
        for (size_t i = 0; i < src.size(); ++i) {
            from.push_back(src[i].in(buffer_));
            to.push_back(dst[i].in(buffer_));
        }
        const std::vector<Mat>& fixed = to;
        return refusalOf([&] { cudastripe::transform(from, fixed, Chain().add(1), noArray(), StreamRef(), *host_); })
            .err;
    }

    const std::unique_ptr<Striper> host_ = Backend(BackendKind::Host).striper();
    Mat buffer_ = Mat(1, int(kBytes), CV_8UC1, Scalar(3));
    RNG rng_{29};
};

// In place and elsewhere, of one step and of several, of one row and of more.
TEST_F(CUDASTRIPE_BatchOverlap, isFoundByteForByte)
{
    int refused = 0, accepted = 0;
    for (int round = 0; round < 6000; ++round) {
        const bool oneStep = rng_.uniform(0, 4) != 0;
        const size_t step = size_t(rng_.uniform(11, 60));
        std::vector<Place> src, dst;
        for (int i = rng_.uniform(2, 6); i > 0; --i) {
            const Place to = randomPlace(oneStep ? step : size_t(rng_.uniform(11, 60)));
            Place from = to;
            // A call of its own refuses a part of its source.
            for (bool inPlace = rng_.uniform(0, 2) == 0; !inPlace && overlap({}, {from, to});) {
                from = randomPlace(to.step);
                from.size = to.size;
                if (from.first + size_t(to.size.height - 1) * to.step + size_t(to.size.width) > kBytes)
                    from.first = 0;
                inPlace = from.first == to.first;
            }
            src.push_back(from);
            dst.push_back(to);
        }
        const bool overlaps = overlap(src, dst);
        const std::string text = refusal(src, dst);
        ASSERT_EQ(overlaps, text.find("overlap") != std::string::npos) << round << ": " << text;
        ASSERT_EQ(overlaps, !text.empty()) << text;
        ++(overlaps ? refused : accepted);
    }
    EXPECT_GT(refused, 500);
    EXPECT_GT(accepted, 500);
}

// Rows of tiles that lie side by side interleave in memory.
TEST_F(CUDASTRIPE_BatchOverlap, ofTilesTakesTimeByTheirNumber)
{
    const auto secondsOf = [&](int tiles) {
        Mat from(8, tiles * 8, CV_8UC1, Scalar(3)), to(8, tiles * 8, CV_8UC1, Scalar(0));
        std::vector<Mat> src, dst;
        for (int i = 0; i < tiles; ++i) {
            src.push_back(from.colRange(i * 8, i * 8 + 8));
            dst.push_back(to.colRange(i * 8, i * 8 + 8));
        }
        double best = 1e9;
        for (int round = 0; round < 3; ++round) {
            const std::clock_t start = std::clock();
            cudastripe::transform(src, dst, Chain().add(1), noArray(), StreamRef(), *host_);
            best = std::min(best, double(std::clock() - start) / CLOCKS_PER_SEC);
        }
        EXPECT_EQ(0, countNonZero(Mat(to != 4)));
        return best;
    };
    const double few = secondsOf(2000), many = secondsOf(16000);
    EXPECT_LT(many, 24 * few + 0.01) << few << " s for an eighth of the tiles";
}

// Crops of one image that overlap each other are only read.
TEST_F(CUDASTRIPE_BatchOverlap, ofSourcesIsNone)
{
    const Mat image = randomImages(1, Size(90, 70), CV_8UC3, 3)[0];
    std::vector<Mat> src, dst;
    for (int i = 0; i < 40; ++i)
        src.push_back(image(Rect(i, i, 40, 30)));
    src.push_back(src[0]);
    convert(src, dst);
    expectConverted(src, dst);
}

}}  // namespace opencv_test
