// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include "../src/op/interleaved_bytes.hpp"
#include "reference/packed_yuv_reference.hpp"
#include "support/image_operation.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

#if defined(__x86_64__) && defined(__GNUC__)

struct Version
{
    const char* name;
    int feature;
    InterleavedBytesFunction function;
};

const Version kVersions[] = {{"SSE4.1", CV_CPU_SSE4_1, &sse41::interleavedBytes},
                             {"AVX2", CV_CPU_AVX2, &avx2::interleavedBytes},
                             {"AVX-512", CV_CPU_AVX_512BW, &avx512::interleavedBytes}};
const int kCodes[] = {COLOR_BGR2YUV, COLOR_RGB2YUV, COLOR_BGR2YCrCb, COLOR_RGB2YCrCb};

FixedYuv<uchar> formulaOf(int code)
{
    const bool bgr = code == COLOR_BGR2YUV || code == COLOR_BGR2YCrCb;
    const bool yuv = code == COLOR_BGR2YUV || code == COLOR_RGB2YUV;
    FixedYuv<uchar> formula = {};
    const int weights[3] = {1868, 9617, 4899};
    std::copy_n(weights, 3, formula.luma);
    if (!bgr)
        std::swap(formula.luma[0], formula.luma[2]);
    formula.difference[0] = yuv ? 8061 : 11682;
    formula.difference[1] = yuv ? 14369 : 9241;
    formula.firstFromThird = bgr != yuv;
    return formula;
}

class CUDASTRIPE_InterleavedBytes : public testing::TestWithParam<int>
{
protected:
    const Version& version() const { return kVersions[GetParam()]; }
    bool available() const { return checkHardwareSupport(version().feature); }
};

TEST_P(CUDASTRIPE_InterleavedBytes, equalsTheReferenceForAllColours)
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
        for (int code : kCodes) {
            const Mat expected = opencvReference(src, code);
            for (bool streamed : {false, true}) {
                Mat dst(src.size(), CV_8UC3, Scalar::all(1));
                version().function(formulaOf(code), src.data, channels, int64(src.total()), dst.data, streamed);
                ASSERT_EQ(0, std::memcmp(expected.data, dst.data, expected.total() * 3)) << code << channels;
            }
        }
    }
}

//! Any width from any byte of a line on, with what lies before and behind the result.
class Edges
{
public:
    static constexpr int kMost = 200, kLine = 64;

    explicit Edges(InterleavedBytesFunction function) : function_(function) {}

    void check(int channels, int code)
    {
        const Mat pixels = randomImage(Size(kMost, 1), CV_8UC(channels), rng_);
        const Mat expected = opencvReference(pixels, code);
        for (int n = 0; n <= kMost; ++n) {
            for (int offset = 0; offset < kLine; ++offset) {
                for (bool streamed : {false, true}) {
                    // Of exactly this size, so that a sanitizer sees what is read behind it.
                    std::vector<uchar> source(pixels.data, pixels.data + n * channels);
                    ASSERT_EQ("", wrong(code, source.data(), channels, n, offset, expected, streamed))
                        << n << " pixels of " << channels << " from byte " << offset << (streamed ? ", streamed" : "");
                    if (channels == 3) {
                        ASSERT_EQ("", wrong(code, nullptr, 3, n, offset, expected, streamed, &pixels))
                            << n << " pixels in place from byte " << offset << (streamed ? ", streamed" : "");
                    }
                }
            }
        }
    }

private:
    std::string wrong(int code, const uchar* from, int channels, int n, int offset, const Mat& expected, bool streamed,
                      const Mat* inPlace = nullptr)
    {
        constexpr uchar guard = 0xa5;
        std::fill(std::begin(memory_), std::end(memory_), guard);
        uchar* const to = memory_ + kLine + offset;
        uchar* const end = to + n * 3;
        if (inPlace)
            std::copy(inPlace->data, inPlace->data + n * 3, to);
        convertInterleavedBytes(function_, formulaOf(code), inPlace ? to : from, channels, n, to, streamed);
        const auto untouched = [](uchar byte) { return byte == guard; };
        if (!std::all_of(std::begin(memory_), to, untouched))
            return "written before the result";
        if (!std::all_of(end, std::end(memory_), untouched))
            return "written behind the result";
        return std::equal(to, end, expected.data) ? "" : "a wrong result";
    }

    InterleavedBytesFunction function_;
    RNG rng_{67};
    alignas(kLine) uchar memory_[kLine + kLine + kMost * 3 + 2 * kLine];
};

TEST_P(CUDASTRIPE_InterleavedBytes, equalsTheReferenceAtEveryEdge)
{
    if (!available())
        CUDASTRIPE_SKIP(std::string("this CPU has no ") + version().name);
    Edges edges(version().function);
    for (int channels : {3, 4}) {
        for (int code : kCodes)
            ASSERT_NO_FATAL_FAILURE(edges.check(channels, code));
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_InterleavedBytes, testing::Range(0, 3));

#endif

}}  // namespace opencv_test
