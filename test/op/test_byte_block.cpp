// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../../src/model/yuv/coefficients.hpp"
#include "../../src/op/yuv/rows/byte_block.hpp"
#include "../../src/op/yuv/rows/planar_block.hpp"
#include "../support/images/image_operation.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

#if defined(__x86_64__) && defined(__GNUC__)

//! The version for one instruction set.
struct ByteBlockVersion
{
    const char* name;
    int feature;
    YuvBlockFunction function;
};

const ByteBlockVersion kByteBlockVersions[] = {{"SSE4.1", CV_CPU_SSE4_1, &sse41::yuvBlock},
                                               {"AVX2", CV_CPU_AVX2, &avx2::yuvBlock},
                                               {"AVX-512", CV_CPU_AVX_512BW, &avx512::yuvBlock},
                                               {"AVX-512 VNNI", CV_CPU_AVX_512VNNI, &avx512vnni::yuvBlock}};

class CUDASTRIPE_ByteBlock : public testing::TestWithParam<int>
{
protected:
    const ByteBlockVersion& version() const { return kByteBlockVersions[GetParam()]; }
    bool available() const { return checkHardwareSupport(version().feature); }

    //! A block of random and extreme pixels. What may be read behind it is there.
    ByteBlock randomBlock(int channels, int rowCount, int cols)
    {
        RNG& rng = rng_;
        ByteBlock block;
        block.rowCount = rowCount;
        block.channels = channels;
        block.pixels = ByteBlock::kVectorPixels * rng.uniform(1, kBlockPixels / ByteBlock::kVectorPixels + 1);
        block.cols = cols;
        for (int r = 0; r < rowCount; ++r) {
            const int bytes = block.pixels * channels + ByteBlock::kBeyond;
            source_[r] = randomImage(Size(bytes, 1), CV_8U, rng);
            for (int i = 0; i < bytes; ++i) {
                if (rng.uniform(0, 4) == 0)
                    source_[r].at<uchar>(i) = rng.uniform(0, 2) ? 255 : 0;
            }
            block.rows[r] = block.ahead[r] = source_[r].data;
        }
        if (rng.uniform(0, 2))
            fillCorners(channels, rowCount, block.pixels);
        if (rng.uniform(0, 2))
            block.ahead[1] = nullptr;
        for (int i = 0; i < 2; ++i) {
            block.luma[i] = codes_.luma[i];
            block.chroma[i] = codes_.chroma[i];
        }
        return block;
    }

    //! Corners of the cube of colours, each over some pixels of all rows, so that sums are extreme, too.
    void fillCorners(int channels, int rowCount, int pixels)
    {
        for (int x = 0; x < pixels; ++x) {
            const int corner = x / 8 % 8;
            for (int r = 0; r < rowCount; ++r) {
                for (int c = 0; c < channels; ++c)
                    source_[r].at<uchar>(x * channels + c) = corner >> c & 1 ? 255 : 0;
            }
        }
    }

    RNG rng_{61};
    Mat source_[2];
    BlockCodes<uchar> codes_;
};

LinearForm formOf(const int (&weights)[3], int shift, const YuvCoefficients& c, int offset)
{
    return {{weights[0], weights[1], weights[2]}, (offset << shift) + (c.rounds ? 1 << (shift - 1) : 0), shift, 0};
}

TEST_P(CUDASTRIPE_ByteBlock, givesTheCodesOfTheLoops)
{
    if (!available())
        CUDASTRIPE_SKIP(std::string("this CPU has no ") + version().name);
    int blocks = 0;
    for (const YuvFormat& format : YuvFormat::all()) {
        const Size span = format.blockSize();
        if (format.depth() != 8 || span.width > 2)
            continue;
        const YuvCoefficients c = coefficientsOf(format);
        YuvFormula<uchar> formula = {};
        formula.sumCols = format.siting() == ChromaSiting::Center;
        formula.sumRows = format.siting() != ChromaSiting::TopLeft;
        const int summed = (formula.sumCols ? span.width : 1) * (formula.sumRows ? span.height : 1);
        const int shift = c.chromaShift + (summed > 1) + (summed > 2);
        formula.luma = formOf(c.luma, c.lumaShift, c, c.lumaOffset);
        formula.chroma[0] = formOf(c.u, shift, c, c.chromaOffset);
        formula.chroma[1] = formOf(c.v, shift, c, c.chromaOffset);
        for (int weight : formula.luma.weights) {
            ASSERT_GE(weight, 0) << format.name();
            ASSERT_LE(weight << std::max(0, 14 - formula.luma.shift), 1 << 20) << "three parts hold 21 bits";
        }
        YuvPacking packing;
        packing.cols = span.width;
        packing.rows = span.height;
        packing.chroma = format.layout() != YuvLayout::Y;
        for (int channels : {3, 4}) {
            const ByteBlock block = randomBlock(channels, span.height, packing.chroma ? span.width : 0);
            version().function(formula, block);
            BlockCodes<uchar> expected;
            const uchar* const rows[2] = {block.rows[0], span.height > 1 ? block.rows[1] : nullptr};
            planarBlock(formula, packing, rows, channels, block.pixels, expected);
            const size_t halved = static_cast<size_t>(block.pixels / span.width);
            for (int r = 0; r < span.height; ++r)
                ASSERT_EQ(0, std::memcmp(expected.luma[r], codes_.luma[r], size_t(block.pixels))) << format.name();
            for (int i = 0; i < 2 && packing.chroma; ++i)
                ASSERT_EQ(0, std::memcmp(expected.chroma[i], codes_.chroma[i], halved)) << format.name() << i;
            ++blocks;
        }
    }
    EXPECT_GT(blocks, 300);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ByteBlock, testing::Range(0, 4));

#endif

}}  // namespace opencv_test
