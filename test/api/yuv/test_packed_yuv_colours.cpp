// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../../src/op/color/yuv444/op.hpp"
#include "../../../src/op/color/yuv444/rows/pixels.hpp"
#include "../../reference/code_reference.hpp"
#include "../../support/images/image_operation.hpp"
#include "../../support/images/special_floats.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

template <class Formula>
Formula colourFormulaOf(int code)
{
    return isYuv(code) ? Formula{{}, {33292, 18678}, {-6472, -9519}, !isBgr(code)}
                       : Formula{{}, {22987, 29049}, {-11698, -5636}, isBgr(code)};
}

template <>
FloatColours colourFormulaOf(int code)
{
    return isYuv(code) ? FloatColours{{2.032f, 1.140f}, {-0.395f, -0.581f}, !isBgr(code)}
                       : FloatColours{{1.403f, 1.773f}, {-0.714f, -0.344f}, isBgr(code)};
}

//! What the formula says pixel by pixel, or for integers a reference of its own.
Mat expectedOf(const Mat& src, int code, int channels)
{
    if (src.depth() != CV_32F)
        return opencvColours(src, code, channels);
    const auto formula = colourFormulaOf<FloatColours>(code);
    Mat dst(src.size(), CV_32FC(channels), Scalar::all(1));
    const float* from = src.ptr<float>();
    for (size_t i = 0; i < src.total(); ++i, from += 3) {
        float* const to = dst.ptr<float>() + size_t(channels) * i;
        formula(from[0], from[1], from[2], to[0], to[1], to[2]);
    }
    return dst;
}

Mat allTriples()
{
    Mat src(4096, 4096, CV_8UC3);
    for (int i = 0; i < 1 << 24; ++i) {
        uchar* const p = src.data + i * 3;
        p[0] = uchar(i);
        p[1] = uchar(i >> 8);
        p[2] = uchar(i >> 16);
    }
    return src;
}

// Values around where something saturates, rounds or changes its sign, and others.
Mat extremeWords(RNG& rng)
{
    const int extremes[] = {0, 1, 2, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff};
    Mat src = randomImage(Size(1024, 1024), CV_16UC3, rng);
    ushort* const values = src.ptr<ushort>();
    for (size_t i = 0; i < src.total() * 3; ++i) {
        if (rng.uniform(0, 3) != 0)
            values[i] = static_cast<ushort>(extremes[rng.uniform(0, 9)]);
    }
    return src;
}

//! A conversion, by its index, and the channels of its result.
class CUDASTRIPE_PackedRgbOp : public testing::TestWithParam<std::tuple<int, int>>
{
protected:
    const PackedYuvConversion& conversion() const { return packedYuvConversions()[size_t(std::get<0>(GetParam()))]; }
    int channels() const { return std::get<1>(GetParam()); }

    Mat run(const Mat& src, bool asKernel, CutBy cut = CutBy::Rows, int shift = 0) const
    {
        const auto op = makePackedYuvOp(conversion(), src.size(), src.depth(), channels(), cut);
        // A border on the right, so that rows need not be aligned.
        Mat frame(src.rows, src.cols + (cut == CutBy::Rows ? shift : 0), CV_MAKETYPE(src.depth(), channels()));
        Mat dst = frame.colRange(0, src.cols);
        StripePlanes planes;
        const int64 width = cut == CutBy::Rows ? src.cols : 1;
        const int64 in = width * int64(src.elemSize()), out = width * int64(dst.elemSize());
        planes.in[0] = {src.data, cut == CutBy::Rows ? int64(src.step) : in, in};
        planes.out[0] = {dst.data, cut == CutBy::Rows ? int64(dst.step) : out, out};
        if (asKernel)
            op->kernel(planes, op->units()).emulate();
        else
            op->hostRun(planes, op->units());
        return dst.clone();
    }

    void checkExact(const Mat& src) const
    {
        Mat expected;
        cv::cvtColor(src, expected, conversion().code, channels());
        for (bool asKernel : {false, true})
            ASSERT_TRUE(sameBytes(expected, run(src, asKernel))) << conversion().name << (asKernel ? ", kernel" : "");
    }
};

TEST_P(CUDASTRIPE_PackedRgbOp, equalsCvtColorForAllTriplesOfBytes)
{
    checkExact(allTriples());
}

TEST_P(CUDASTRIPE_PackedRgbOp, equalsCvtColorForWords)
{
    RNG rng(71);
    ASSERT_NO_FATAL_FAILURE(checkExact(randomImage(Size(1024, 1024), CV_16UC3, rng)));
    checkExact(extremeWords(rng));
}

TEST_P(CUDASTRIPE_PackedRgbOp, isCloseToCvtColorForFloats)
{
    RNG rng(72);
    Mat src(1024, 1024, CV_32FC3), expected;
    rng.fill(src, RNG::UNIFORM, 0, 1);
    cv::cvtColor(src, expected, conversion().code, channels());
    EXPECT_EQ(std::string(), differences(expected, run(src, false), 6e-7));
}

TEST_P(CUDASTRIPE_PackedRgbOp, hostAndKernelGiveTheSameBitsInAnySize)
{
    RNG rng(73);
    for (int depth : {CV_8U, CV_16U, CV_32F}) {
        for (int cols = 1; cols < 80; ++cols) {
            Mat src = randomImage(Size(cols, 3), CV_MAKETYPE(depth, 3), rng);
            if (depth == CV_32F)
                scatterSpecialFloats(src, 10, rng);
            const Mat expected = expectedOf(src, conversion().code, channels());
            for (bool asKernel : {false, true}) {
                ASSERT_TRUE(sameBytes(expected, run(src, asKernel, CutBy::Rows, cols % 5))) << depth << " " << cols;
                ASSERT_TRUE(sameBytes(expected, run(src, asKernel, CutBy::Elements))) << depth << " " << cols;
            }
        }
    }
}

// The conversions that give colours.
CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_PackedRgbOp, testing::Combine(testing::Range(4, 8), testing::Values(3, 4)));

#if defined(__x86_64__) && defined(__GNUC__)

//! The versions for one instruction set.
struct ColourVersion
{
    const char* name;
    int feature;
    InterleavedFunction<FixedColours<uchar>> bytes;
    InterleavedFunction<FixedColours<ushort>> words;
    InterleavedFunction<FloatColours> floats;

    InterleavedFunction<FixedColours<uchar>> of(uchar) const { return bytes; }
    InterleavedFunction<FixedColours<ushort>> of(ushort) const { return words; }
    InterleavedFunction<FloatColours> of(float) const { return floats; }
};

#define CUDASTRIPE_VERSIONS(Set) &Set::interleavedPixels, &Set::interleavedPixels, &Set::interleavedPixels
const ColourVersion kColourVersions[] = {{"SSE4.1", CV_CPU_SSE4_1, CUDASTRIPE_VERSIONS(sse41)},
                                         {"AVX2", CV_CPU_AVX2, CUDASTRIPE_VERSIONS(avx2)},
                                         {"AVX-512", CV_CPU_AVX_512BW, CUDASTRIPE_VERSIONS(avx512)}};
#undef CUDASTRIPE_VERSIONS

const int kCodesToColours[] = {COLOR_YUV2BGR, COLOR_YUV2RGB, COLOR_YCrCb2BGR, COLOR_YCrCb2RGB};

template <class T>
using FormulaOf = std::conditional_t<std::is_same<T, float>::value, FloatColours, FixedColours<T>>;

class CUDASTRIPE_ColourPixels : public testing::TestWithParam<int>
{
protected:
    const ColourVersion& version() const { return kColourVersions[GetParam()]; }
    bool available() const { return checkHardwareSupport(version().feature); }

    template <class T>
    void checkWhole(const Mat& src) const
    {
        for (int code : kCodesToColours) {
            for (int channels : {3, 4}) {
                const Mat expected = expectedOf(src, code, channels);
                for (bool nonTemporal : {false, true}) {
                    Mat dst(src.size(), expected.type(), Scalar::all(2));
                    version().of(T())(colourFormulaOf<FormulaOf<T>>(code), src.ptr<T>(), channels, int64(src.total()),
                                      dst.ptr<T>(), nonTemporal);
                    ASSERT_TRUE(sameBytes(expected, dst)) << code << " " << channels;
                }
            }
        }
    }

    //! Any width from any byte of a line on, with what lies before and behind the result.
    template <class T>
    void checkEdges(int depth)
    {
        constexpr int most = 140, line = 64;
        RNG rng(74);
        const Mat pixels = randomImage(Size(most, 1), CV_MAKETYPE(depth, 3), rng);
        for (int channels : {3, 4}) {
            for (int code : kCodesToColours) {
                const Mat expected = expectedOf(pixels, code, channels);
                for (int n = 0; n <= most; ++n) {
                    for (int offset = 0; offset < line; ++offset)
                        ASSERT_NO_FATAL_FAILURE(checkEdge<T>(pixels, expected, code, n, offset));
                }
            }
        }
    }

private:
    template <class T>
    void checkEdge(const Mat& pixels, const Mat& expected, int code, int n, int offset)
    {
        constexpr uchar guard = 0xa5;
        constexpr int line = 64;
        alignas(line) uchar memory[line + line + 140 * 4 * sizeof(T) + 2 * line];
        const int channels = expected.channels();
        const size_t bytes = size_t(n) * size_t(channels) * sizeof(T);
        uchar* const to = memory + line + offset;
        for (int way = 0; way < (channels == 3 ? 4 : 2); ++way) {
            const bool nonTemporal = way & 1, inPlace = way & 2;
            std::fill(std::begin(memory), std::end(memory), guard);
            // Of exactly this size, so that a sanitizer sees what is read behind it.
            const std::vector<T> source(pixels.ptr<T>(), pixels.ptr<T>() + n * 3);
            if (inPlace && n > 0)
                std::memcpy(to, source.data(), bytes);
            T* const result = reinterpret_cast<T*>(to);
            convertInterleaved(version().of(T()), colourFormulaOf<FormulaOf<T>>(code), inPlace ? result : source.data(),
                               channels, n, result, nonTemporal);
            const auto untouched = [](uchar byte) { return byte == guard; };
            ASSERT_TRUE(std::all_of(std::begin(memory), to, untouched)) << n << " " << offset << " " << way;
            ASSERT_TRUE(std::all_of(to + bytes, std::end(memory), untouched)) << n << " " << offset << " " << way;
            ASSERT_EQ(0, std::memcmp(to, expected.data, bytes)) << n << " " << offset << " " << way;
        }
    }
};

TEST_P(CUDASTRIPE_ColourPixels, equalTheReferenceForAllTriplesOfBytes)
{
    if (!available())
        CUDASTRIPE_SKIP(std::string("this CPU has no ") + version().name);
    checkWhole<uchar>(allTriples());
}

TEST_P(CUDASTRIPE_ColourPixels, equalTheReferenceForExtremeWords)
{
    if (!available())
        CUDASTRIPE_SKIP(std::string("this CPU has no ") + version().name);
    RNG rng(75);
    checkWhole<ushort>(extremeWords(rng));
}

// One value of many is NaN or infinite, then most are.
TEST_P(CUDASTRIPE_ColourPixels, equalTheFormulaForFloats)
{
    if (!available())
        CUDASTRIPE_SKIP(std::string("this CPU has no ") + version().name);
    RNG rng(76);
    Mat src = randomImage(Size(512, 512), CV_32FC3, rng);
    const float extremes[] = {0.f, -0.f, 1e-42f, 3e38f, -3e38f, std::numeric_limits<float>::infinity()};
    for (int i = 0; i < 1000; ++i)
        src.ptr<float>()[rng.uniform(0, int(src.total()) * 3)] = extremes[rng.uniform(0, 6)];
    ASSERT_NO_FATAL_FAILURE(checkWhole<float>(src));
    for (int oneOf : {100, 2}) {
        scatterSpecialFloats(src, oneOf, rng);
        ASSERT_NO_FATAL_FAILURE(checkWhole<float>(src));
    }
}

TEST_P(CUDASTRIPE_ColourPixels, equalTheReferenceAtEveryEdge)
{
    if (!available())
        CUDASTRIPE_SKIP(std::string("this CPU has no ") + version().name);
    ASSERT_NO_FATAL_FAILURE(checkEdges<uchar>(CV_8U));
    ASSERT_NO_FATAL_FAILURE(checkEdges<ushort>(CV_16U));
    ASSERT_NO_FATAL_FAILURE(checkEdges<float>(CV_32F));
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ColourPixels, testing::Range(0, 3));

#endif

}}  // namespace opencv_test
