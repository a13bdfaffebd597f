// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../../src/op/color/yuv444/rows/pixels.hpp"
#include "../reference/code_reference.hpp"
#include "../support/images/image_operation.hpp"
#include "../support/images/special_floats.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

#if defined(__x86_64__) && defined(__GNUC__)

//! The versions for one instruction set.
struct YuvVersion
{
    const char* name;
    int feature;
    InterleavedFunction<FixedYuv<uchar>> bytes;
    InterleavedFunction<FixedYuv<ushort>> words;
    InterleavedFunction<FloatYuv> floats;
};

#define CUDASTRIPE_VERSIONS(Set) &Set::interleavedPixels, &Set::interleavedPixels, &Set::interleavedPixels
const YuvVersion kYuvVersions[] = {{"SSE4.1", CV_CPU_SSE4_1, CUDASTRIPE_VERSIONS(sse41)},
                                   {"AVX2", CV_CPU_AVX2, CUDASTRIPE_VERSIONS(avx2)},
                                   {"AVX-512", CV_CPU_AVX_512BW, CUDASTRIPE_VERSIONS(avx512)}};
#undef CUDASTRIPE_VERSIONS

const int kCodesToYuv[] = {COLOR_BGR2YUV, COLOR_RGB2YUV, COLOR_BGR2YCrCb, COLOR_RGB2YCrCb};

template <class Formula>
Formula yuvFormulaOf(int code)
{
    Formula formula = {};
    const int weights[3] = {1868, 9617, 4899};
    std::copy_n(weights, 3, formula.luma);
    formula.difference[0] = isYuv(code) ? 8061 : 11682;
    formula.difference[1] = isYuv(code) ? 14369 : 9241;
    return formula;
}

template <>
FloatYuv yuvFormulaOf(int code)
{
    return {{0.114f, 0.587f, 0.299f}, {isYuv(code) ? 0.492f : 0.713f, isYuv(code) ? 0.877f : 0.564f}, false};
}

template <class Formula>
Formula memoryFormulaOf(int code)
{
    Formula formula = yuvFormulaOf<Formula>(code);
    if (!isBgr(code))
        std::swap(formula.luma[0], formula.luma[2]);
    formula.firstFromThird = isBgr(code) != isYuv(code);
    return formula;
}

//! What the formula says pixel by pixel, as kernels have it, or for integers a reference of its own.
Mat expectedOf(const Mat& src, int code)
{
    if (src.depth() != CV_32F)
        return opencvReference(src, code);
    const auto formula = memoryFormulaOf<FloatYuv>(code);
    Mat dst(src.size(), CV_32FC3);
    const float* from = src.ptr<float>();
    for (size_t i = 0; i < src.total(); ++i, from += src.channels()) {
        float* const to = dst.ptr<float>() + 3 * i;
        formula(from[0], from[1], from[2], to[0], to[1], to[2]);
    }
    return dst;
}

template <class T>
struct Depth;
template <>
struct Depth<uchar>
{
    using Formula = FixedYuv<uchar>;
    static constexpr int kDepth = CV_8U;
    static InterleavedFunction<Formula> of(const YuvVersion& version) { return version.bytes; }
};
template <>
struct Depth<ushort>
{
    using Formula = FixedYuv<ushort>;
    static constexpr int kDepth = CV_16U;
    static InterleavedFunction<Formula> of(const YuvVersion& version) { return version.words; }
};
template <>
struct Depth<float>
{
    using Formula = FloatYuv;
    static constexpr int kDepth = CV_32F;
    static InterleavedFunction<Formula> of(const YuvVersion& version) { return version.floats; }
};

class CUDASTRIPE_InterleavedPixels : public testing::TestWithParam<int>
{
protected:
    const YuvVersion& version() const { return kYuvVersions[GetParam()]; }
    bool available() const { return checkHardwareSupport(version().feature); }

    template <class T>
    void checkWhole(const Mat& src)
    {
        for (int code : kCodesToYuv) {
            const Mat expected = expectedOf(src, code);
            const auto formula = memoryFormulaOf<typename Depth<T>::Formula>(code);
            for (bool nonTemporal : {false, true}) {
                Mat dst(src.size(), CV_MAKETYPE(src.depth(), 3), Scalar::all(1));
                Depth<T>::of(version())(formula, src.ptr<T>(), src.channels(), int64(src.total()), dst.ptr<T>(),
                                        nonTemporal);
                ASSERT_EQ(0, std::memcmp(expected.data, dst.data, expected.total() * expected.elemSize()))
                    << code << src.channels();
            }
        }
    }
};

TEST_P(CUDASTRIPE_InterleavedPixels, equalTheReferenceForAllColoursOfBytes)
{
    if (!available())
        CUDASTRIPE_SKIP(std::string("this CPU has no ") + version().name);
    for (int channels : {3, 4}) {
        Mat src(4096, 4096, CV_8UC(channels), Scalar::all(77));
        for (int i = 0; i < 1 << 24; ++i) {
            uchar* p = src.data + i * channels;
            p[0] = uchar(i);
            p[1] = uchar(i >> 8);
            p[2] = uchar(i >> 16);
        }
        ASSERT_NO_FATAL_FAILURE(checkWhole<uchar>(src));
    }
}

// Values around where something saturates, rounds or changes its sign, and others.
TEST_P(CUDASTRIPE_InterleavedPixels, equalTheReferenceForExtremeColoursOfWords)
{
    if (!available())
        CUDASTRIPE_SKIP(std::string("this CPU has no ") + version().name);
    RNG rng(68);
    const int extremes[] = {0, 1, 2, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff};
    for (int channels : {3, 4}) {
        Mat src = randomImage(Size(1024, 1024), CV_16UC(channels), rng);
        ushort* const values = src.ptr<ushort>();
        for (size_t i = 0; i < src.total() * size_t(channels); ++i) {
            if (rng.uniform(0, 3) != 0)
                values[i] = static_cast<ushort>(extremes[rng.uniform(0, 9)]);
        }
        ASSERT_NO_FATAL_FAILURE(checkWhole<ushort>(src));
    }
}

TEST_P(CUDASTRIPE_InterleavedPixels, equalTheFormulaForFloats)
{
    if (!available())
        CUDASTRIPE_SKIP(std::string("this CPU has no ") + version().name);
    RNG rng(69);
    for (int channels : {3, 4}) {
        Mat src = randomImage(Size(512, 512), CV_32FC(channels), rng);
        const float extremes[] = {0.f, -0.f, 1e-42f, 3e38f, -3e38f, std::numeric_limits<float>::infinity()};
        for (int i = 0; i < 1000; ++i)
            src.ptr<float>()[rng.uniform(0, int(src.total()) * channels)] = extremes[rng.uniform(0, 6)];
        ASSERT_NO_FATAL_FAILURE(checkWhole<float>(src));
    }
}

// One value of many is NaN or infinite, then most are.
TEST_P(CUDASTRIPE_InterleavedPixels, makeNaNCanonical)
{
    if (!available())
        CUDASTRIPE_SKIP(std::string("this CPU has no ") + version().name);
    RNG rng(70);
    for (int channels : {3, 4}) {
        Mat src = randomImage(Size(512, 64), CV_32FC(channels), rng);
        ASSERT_NO_FATAL_FAILURE(scatterSpecialFloats(src, 100, rng));
        ASSERT_NO_FATAL_FAILURE(checkWhole<float>(src));
        ASSERT_NO_FATAL_FAILURE(scatterSpecialFloats(src, 2, rng));
        ASSERT_NO_FATAL_FAILURE(checkWhole<float>(src));
    }
}

//! Any width from any value, or byte, of a line on, with what lies before and behind the result.
template <class T>
class Edges
{
public:
    using Formula = typename Depth<T>::Formula;
    static constexpr int kMax = 200, kLine = 64;

    explicit Edges(const YuvVersion& version) : function_(Depth<T>::of(version)) {}

    void check(int channels, int code)
    {
        const Mat pixels = randomImage(Size(kMax, 1), CV_MAKETYPE(Depth<T>::kDepth, channels), rng_);
        const Mat expected = expectedOf(pixels, code);
        const T* const values = pixels.ptr<T>();
        for (int n = 0; n <= kMax; ++n) {
            for (int offset = 0; offset < kLine; ++offset) {
                for (bool nonTemporal : {false, true}) {
                    // Of exactly this size, so that a sanitizer sees what is read behind it.
                    std::vector<T> source(values, values + n * channels);
                    ASSERT_EQ("", wrong(code, source.data(), channels, n, offset, expected, nonTemporal))
                        << n << " pixels of " << channels << " from byte " << offset
                        << (nonTemporal ? ", nonTemporal" : "");
                    if (channels == 3) {
                        ASSERT_EQ("", wrong(code, nullptr, 3, n, offset, expected, nonTemporal, values))
                            << n << " pixels in place from byte " << offset << (nonTemporal ? ", nonTemporal" : "");
                    }
                }
            }
        }
    }

private:
    std::string wrong(int code, const T* from, int channels, int n, int offset, const Mat& expected, bool nonTemporal,
                      const T* inPlace = nullptr)
    {
        constexpr uchar guard = 0xa5;
        std::fill(std::begin(memory_), std::end(memory_), guard);
        uchar* const to = memory_ + kLine + offset;
        const size_t bytes = static_cast<size_t>(n) * 3 * sizeof(T);
        if (inPlace)
            std::memcpy(to, inPlace, bytes);
        T* const result = reinterpret_cast<T*>(to);
        convertInterleaved(function_, memoryFormulaOf<Formula>(code), inPlace ? result : from, channels, n, result,
                           nonTemporal);
        const auto untouched = [](uchar byte) { return byte == guard; };
        if (!std::all_of(std::begin(memory_), to, untouched))
            return "written before the result";
        if (!std::all_of(to + bytes, std::end(memory_), untouched))
            return "written behind the result";
        return std::memcmp(to, expected.data, bytes) == 0 ? "" : "a wrong result";
    }

    InterleavedFunction<Formula> function_;
    RNG rng_{67};
    alignas(kLine) uchar memory_[kLine + kLine + kMax * 3 * sizeof(T) + 2 * kLine];
};

TEST_P(CUDASTRIPE_InterleavedPixels, equalTheReferenceAtEveryEdge)
{
    if (!available())
        CUDASTRIPE_SKIP(std::string("this CPU has no ") + version().name);
    Edges<uchar> bytes(version());
    Edges<ushort> words(version());
    Edges<float> floats(version());
    for (int channels : {3, 4}) {
        for (int code : kCodesToYuv) {
            ASSERT_NO_FATAL_FAILURE(bytes.check(channels, code));
            ASSERT_NO_FATAL_FAILURE(words.check(channels, code));
            ASSERT_NO_FATAL_FAILURE(floats.check(channels, code));
        }
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_InterleavedPixels, testing::Range(0, 3));

#endif

}}  // namespace opencv_test
