// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../../src/model/yuv/packing.hpp"
#include "../../src/op/yuv/op.hpp"
#include "../../src/op/yuv/planes.hpp"
#include "../../src/op/yuv/rows/decode_block.hpp"
#include "../reference/yuv_decode_reference.hpp"
#include "../reference/yuv_layout_text.hpp"

// The CPU's rows that make colours of YUV, against the formula pixel by pixel.

namespace opencv_test { namespace {

using namespace cv::cudastripe;

// Extreme and other samples, those included that have more bits than the format.
template <class Sample>
Sample drawSample(RNG& rng)
{
    const unsigned near = rng.next() % 3;
    const unsigned kinds[] = {near,          ~near,      0x80 + near, 0x3ff - near,
                              0x8000 + near, rng.next(), rng.next(),  rng.next()};
    return static_cast<Sample>(kinds[rng.next() % 8]);
}

template <class Formula>
std::vector<typename Formula::Value> expectedPixel(const Formula& formula, int y, int first, int second, int channels)
{
    typename Formula::Sum terms[3];
    formula.ofChroma(first, second, terms);
    std::vector<typename Formula::Value> pixel;
    for (int c = 0; c < 3; ++c)
        pixel.push_back(Formula::saturated(Formula::channel(formula.ofLuma(y), terms[c])));
    pixel.resize(size_t(channels), static_cast<typename Formula::Value>(Formula::kMax));
    return pixel;
}

// Each decode once, whatever the siting of its chroma.
std::vector<YuvFormat> formats()
{
    std::vector<YuvFormat> found;
    for (const YuvFormat& format : YuvFormat::all()) {
        const auto same = [&](const YuvFormat& other) { return other.withSiting(format.siting()) == format; };
        if (std::none_of(found.begin(), found.end(), same))
            found.push_back(format);
    }
    return found;
}

template <class Sample, class Value>
void checkRows(const YuvFormat& format, int width, int channels, RNG& rng)
{
    const ChannelOrder order = width / format.blockSize().width % 2 ? ChannelOrder::BGR : ChannelOrder::RGB;
    const auto formula = decodeFormulaOf<Sample, Value>(format, order);
    const Size size(width, 2 * format.blockSize().height);
    const int depth = cv::DataType<Value>::depth, rows = format.blockSize().height;
    const auto op = makeYuvDecodeOp(format, order, size, depth, channels, rows);
    std::vector<Mat> planes;
    Mat samples;
    StripePlanes places;
    for (size_t p = 0; p < op->inputs().size(); ++p) {
        const PlaneSpec& plane = op->inputs()[p];
        planes.emplace_back(int(op->rows(plane, op->units())), int(plane.rowBytes / int64(sizeof(Sample))),
                            cv::DataType<Sample>::type);
        std::generate_n(planes[p].ptr<Sample>(), planes[p].total(), [&] { return drawSample<Sample>(rng); });
        samples.push_back(planes[p].reshape(1, int(planes[p].total())));
        places.in[p] = {planes[p].data, int64(planes[p].step)};
    }
    Mat actual(size, CV_MAKETYPE(depth, channels), Scalar::all(77));
    places.out[0] = {actual.data, int64(actual.step)};
    op->hostRun(places, op->units());
    const YuvPicture picture = pictureOf(samples, size, format);
    const bool vFirst = packingOf(static_cast<int>(format.layout())).vFirst;
    for (Point at; at.y < size.height; ++at.y) {
        for (at.x = 0; at.x < size.width; ++at.x) {
            const Point block(at.x / format.blockSize().width, at.y / rows);
            int u = formula.neutral, v = formula.neutral;
            if (!picture.u.empty())
                u = picture.u.at<ushort>(block), v = picture.v.at<ushort>(block);
            const auto expected =
                expectedPixel(formula, picture.y.at<ushort>(at), vFirst ? v : u, vFirst ? u : v, channels);
            ASSERT_TRUE(std::equal(expected.begin(), expected.end(), actual.ptr<Value>(at.y) + at.x * channels))
                << format.name() << " to " << typeToString(actual.type()) << " at " << at << " of " << size;
        }
    }
}

TEST(CUDASTRIPE_DecodeRows, equalTheFormulaInAllWidths)
{
    RNG rng(127);
    for (const YuvFormat& format : formats()) {
        for (int width = format.blockSize().width; width <= 200; width += format.blockSize().width) {
            for (int channels : {3, 4}) {
                if (format.depth() == 8) {
                    checkRows<uchar, uchar>(format, width, channels, rng);
                } else {
                    checkRows<ushort, uchar>(format, width, channels, rng);
                    checkRows<ushort, ushort>(format, width, channels, rng);
                }
                if (HasFatalFailure())
                    return;
            }
        }
    }
}

#if defined(__x86_64__) && defined(__GNUC__)

//! The versions for one instruction set.
struct DecodeVersion
{
    const char* name;
    int feature;
    DecodeFunction<YuvDecodeFormula<uchar, uchar>> ofBytes;
    DecodeFunction<YuvDecodeFormula<ushort, ushort>> ofWords;
    DecodeFunction<YuvDecodeFormula<ushort, uchar>> toBytes;
};

#define CUDASTRIPE_VERSIONS(Set) &Set::decodeBlock, &Set::decodeBlock, &Set::decodeBlock
const DecodeVersion kDecodeVersions[] = {
    {"SSE4.1", CV_CPU_SSE4_1, CUDASTRIPE_VERSIONS(sse41)},
    {"AVX2", CV_CPU_AVX2, CUDASTRIPE_VERSIONS(avx2)},
    {"AVX-512", CV_CPU_AVX_512BW, CUDASTRIPE_VERSIONS(avx512)},
    {"AVX-512 VNNI", CV_CPU_AVX_512VNNI, &avx512vnni::decodeBlock, nullptr, nullptr}};
#undef CUDASTRIPE_VERSIONS

//! How samples lie in the memory of a block.
struct Places
{
    const char* name;
    int cols;
    int luma, lumaStep;  //!< the first sample, and from one to the next
    int first, second;   //!< likewise of chroma, behind kSecondMemory; -1: there is none
    int chromaStep;
    int rows;
};

constexpr int kMaxPixels = 192, kRow = 4 * kMaxPixels;

const Places kPlaces[] = {
    {"luma alone", 1, 0, 1, -1, -1, 1, 1},         {"full planes", 1, 0, 1, 2 * kRow, 3 * kRow, 1, 1},
    {"planes", 2, 0, 1, 2 * kRow, 3 * kRow, 1, 2}, {"pairs", 2, 0, 1, 2 * kRow, 2 * kRow + 1, 2, 2},
    {"luma first", 2, 0, 2, 1, 3, 4, 1},           {"chroma first", 2, 1, 2, 0, 2, 4, 1}};

class CUDASTRIPE_DecodeBlock : public testing::TestWithParam<int>
{
protected:
    const DecodeVersion& version() const { return kDecodeVersions[GetParam()]; }

    template <class Formula>
    void check(DecodeFunction<Formula> function, const YuvFormat& format, const Places& places, int pixels,
               int channels)
    {
        using Sample = typename Formula::Sample;
        using Value = typename Formula::Value;
        const Formula formula = decodeFormulaOf<Sample, Value>(format, ChannelOrder::BGR);
        std::vector<Sample> memory(4 * kRow);
        std::generate(memory.begin(), memory.end(), [&] { return drawSample<Sample>(rng_); });
        std::vector<Value> results(size_t(2 * kRow), Value(77));
        DecodeBlock<Formula> block = {};
        for (int r = 0; r < places.rows; ++r) {
            block.luma[r] = memory.data() + r * kRow + places.luma;
            block.to[r] = results.data() + r * kRow;
        }
        if (places.first >= 0) {
            block.chroma[0] = memory.data() + places.first;
            block.chroma[1] = memory.data() + places.second;
        }
        block.lumaStep = places.lumaStep;
        block.chromaStep = places.chromaStep;
        block.rows = places.rows;
        block.cols = places.cols;
        block.pixels = pixels;
        const int done = function(formula, block, channels);
        ASSERT_EQ(pixels / kDecodeVectorPixels * kDecodeVectorPixels, done);
        std::vector<Value> expected(results.size(), Value(77));
        for (int r = 0; r < places.rows; ++r) {
            for (int i = 0; i < done; ++i) {
                int chroma[2] = {formula.neutral, formula.neutral};
                for (int k = 0; k < 2 && block.chroma[0]; ++k)
                    chroma[k] = formula.code(block.chroma[k][i / places.cols * places.chromaStep]);
                const int y = formula.code(block.luma[r][i * places.lumaStep]);
                const auto pixel = expectedPixel(formula, y, chroma[0], chroma[1], channels);
                std::copy(pixel.begin(), pixel.end(), expected.begin() + r * kRow + i * channels);
            }
        }
        ASSERT_EQ(expected, results) << format.name() << ", " << places.name << ", " << channels << " channels";
    }

    RNG rng_{131};
};

TEST_P(CUDASTRIPE_DecodeBlock, equalsTheFormulaWhereverSamplesLie)
{
    if (!checkHardwareSupport(version().feature))
        CUDASTRIPE_SKIP(std::string("this CPU has no ") + version().name);
    for (const YuvFormat& format : formats()) {
        for (const Places& places : kPlaces) {
            for (int pixels : {62, 64, 190, kMaxPixels}) {
                for (int channels : {3, 4}) {
                    if (format.depth() == 8) {
                        check(version().ofBytes, format, places, pixels, channels);
                    } else if (places.lumaStep == 1 && version().ofWords) {
                        check(version().ofWords, format, places, pixels, channels);
                        check(version().toBytes, format, places, pixels, channels);
                    }
                    if (HasFatalFailure())
                        return;
                }
            }
        }
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_DecodeBlock, testing::Range(0, int(std::size(kDecodeVersions))));

#endif

}}  // namespace opencv_test
