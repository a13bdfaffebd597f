// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include "../../support/images/placed_planes.hpp"
#include "../../support/operations/from_yuv_operations.hpp"
#include "../../support/process/refusal.hpp"
#include "../../support/resize/resized_chains.hpp"

// Chains that crop and resize: planes, what is read, and what is refused.

namespace opencv_test { namespace {

using cudastripe::Resampling;

//! Those of layouts with several planes.
std::vector<YuvFormat> formatsOfPlanes()
{
    std::vector<YuvFormat> formats;
    for (const YuvFormat& format : formatsOfLayouts()) {
        if (format.planes() > 1)
            formats.push_back(format);
    }
    return formats;
}

class CUDASTRIPE_ResizedPlanes : public testing::TestWithParam<std::tuple<BackendKind, int>>
{
protected:
    void check(Placement placement, int number)
    {
        const Size size(rng_.uniform(1, 50), rng_.uniform(1, 30));
        const auto shape = [&](int) { return randomShape(placement, rng_); };
        PlacedPlanes planes(backend_, format_, size, shape);
        planes.set(randomSamples(format_, size, rng_));
        const ChromaUpsampling upsampling = number % 2 ? ChromaUpsampling::Linear : ChromaUpsampling::Nearest;
        Chain chain = Chain::fromYuv(format_, ChannelOrder::RGB, 3, upsampling);
        const int x = rng_.uniform(0, size.width), y = rng_.uniform(0, size.height);
        if (number % 4 > 0)
            chain.crop(Rect(x, y, rng_.uniform(1, size.width - x + 1), rng_.uniform(1, size.height - y + 1)));
        if (number % 3 > 0)
            chain.resize(Size(rng_.uniform(1, 40), rng_.uniform(1, 40)), Resampling::opencv(INTER_LINEAR));
        if (number % 5 > 2)
            chain.place(Size(rng_.uniform(1, 50), rng_.uniform(1, 50)), Point(), Scalar(200, 100, 7));
        chain.add(Scalar(1, 2, 3));
        Mat pixels;
        std::vector<Mat> host;
        for (int p = 0; p < format_.planes(); ++p)
            host.push_back(planes.plane(p).get());
        FromYuvParams params;
        params.order = ChannelOrder::RGB;
        params.upsampling = upsampling;
        cudastripe::cvtFromYuv(host, pixels, format_, params, StreamRef(), *host_);
        const Mat expected = resizedChainReference(chain, pixels);
        PlacedImage dst(backend_, randomShape(placement, rng_).inValues(expected.type()), expected.size(),
                        expected.type());
        const auto striper = backend_.striper(cuttingOfCall(number));
        if (placement == Placement::OnDevice)
            cudastripe::transform(planes.gpuMats(), dst.output(), chain, noArray(), StreamRef(), *striper);
        else
            cudastripe::transform(planes.mats(), dst.output(), chain, noArray(), StreamRef(), *striper);
        ASSERT_EQ(std::string(), differences(expected, dst.get(), 0)) << chain.toString() << size;
        EXPECT_TRUE(dst.guardsIntact() && planes.guardsIntact()) << chain.toString() << size;
    }

    Backend backend_{std::get<0>(GetParam()), 31};
    const YuvFormat format_ = formatsOfPlanes()[static_cast<size_t>(std::get<1>(GetParam()))];
    std::unique_ptr<Striper> host_ = Backend(BackendKind::Host).striper();
    RNG rng_{37 + static_cast<std::uint64_t>(std::get<1>(GetParam()))};
};

TEST_P(CUDASTRIPE_ResizedPlanes, ofAnySizeAndPartEqualTheReference)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    std::vector<Placement> placements = {Placement::Pageable};
    if (backend_.device())
        placements.push_back(Placement::PageLocked);
    if (backend_.devices().size() == 1)
        placements.push_back(Placement::OnDevice);
    for (const Placement placement : placements) {
        for (int number = 0; number < 24; ++number)
            ASSERT_NO_FATAL_FAILURE(check(placement, number));
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ResizedPlanes,
                       testing::Combine(testing::ValuesIn(kAllBackends),
                                        testing::Range(0, static_cast<int>(formatsOfPlanes().size()))));

//! An image of a page a row, of which some rows cannot be read.
class RowsOfPages
{
public:
    RowsOfPages(int rows, const std::vector<bool>& readable)
        : bytes_(size_t(rows) * size_t(kPage)),
          memory_(
              static_cast<uchar*>(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)))
    {
        CV_Assert(memory_ != MAP_FAILED);
        Mat all(rows, kPage, CV_8UC1, memory_);
        RNG(47).fill(all, RNG::UNIFORM, 0, 256);
        copy_ = all.clone();
        for (int row = 0; row < rows; ++row) {
            if (!readable[size_t(row)])
                CV_Assert(mprotect(memory_ + size_t(row) * size_t(kPage), size_t(kPage), PROT_NONE) == 0);
        }
    }
    ~RowsOfPages() { munmap(memory_, bytes_); }
    RowsOfPages(const RowsOfPages&) = delete;
    RowsOfPages& operator=(const RowsOfPages&) = delete;

    Mat image() const { return Mat(copy_.rows, kPage, CV_8UC1, memory_); }
    const Mat& copy() const { return copy_; }

    static constexpr int kPage = 4096;

private:
    size_t bytes_;
    uchar* memory_;
    Mat copy_;
};

// Shrinking by 3 reads one row in three: that between two pixels has no weight.
TEST(CUDASTRIPE_ResizedRows, withoutWeightAreNotRead)
{
    if (sysconf(_SC_PAGESIZE) > RowsOfPages::kPage)
        CUDASTRIPE_SKIP("pages of this system are too large");
    const int rows = 240;
    std::vector<bool> readable;
    for (int row = 0; row < rows; ++row)
        readable.push_back(row % 3 == 1);
    const RowsOfPages image(rows, readable);
    for (const int interpolation : {INTER_LINEAR, INTER_LINEAR_EXACT}) {
        const Chain chain = Chain().resize(Size(320, rows / 3), Resampling::opencv(interpolation)).multiply(0.5);
        const Mat expected = resizedChainReference(chain, image.copy());
        for (const BackendKind kind : {BackendKind::Host, BackendKind::Simulated}) {
            Mat dst;
            cudastripe::transform(image.image(), dst, chain, noArray(), StreamRef(), *Backend(kind, 59).striper());
            EXPECT_EQ(std::string(), differences(expected, dst, 0));
        }
    }
}

// Shrinking NV12 by 12 reads two rows of luma in twelve, and one of chroma in six.
TEST(CUDASTRIPE_ResizedRows, thatAreNotNeededAreNotRead)
{
    if (sysconf(_SC_PAGESIZE) > RowsOfPages::kPage)
        CUDASTRIPE_SKIP("pages of this system are too large");
    const int rows = 240;
    std::vector<bool> readable;
    for (int row = 0; row < rows * 3 / 2; ++row)
        readable.push_back(row < rows ? row % 12 / 2 == 2 || row % 12 / 2 == 3 : (row - rows) % 6 / 2 == 1);
    const RowsOfPages frame(rows * 3 / 2, readable);
    const Chain resized = Chain::fromYuv(YuvFormat::hd()).resize(Size(320, rows / 12));
    Mat pixels;
    const auto host = Backend(BackendKind::Host).striper();
    cudastripe::cvtFromYuv(frame.copy(), pixels, YuvFormat::hd(), ChannelOrder::BGR, 3, StreamRef(), *host);
    for (const Chain& chain : {resized, Chain(resized).multiply(0.5), Chain(resized).toTensor()}) {
        const Mat expected = resizedChainReference(chain, pixels);
        const auto check = [&](const Backend& backend, Route route, Mat dst) {
            StriperParams params;
            params.route = route;
            cudastripe::transform(frame.image(), dst, chain, noArray(), StreamRef(), *backend.striper(params));
            EXPECT_EQ(std::string(), differences(expected, dst, 0)) << chain.toString() << toString(route);
        };
        for (const BackendKind kind : {BackendKind::Host, BackendKind::Simulated}) {
            const Backend backend(kind, 53);
            for (const Route route : {Route::Auto, Route::Striped})
                check(backend, route, Mat(expected.size(), expected.type()));
        }
        // A kernel across the bus.
        const Backend backend(BackendKind::Simulated, 53);
        const OwnedMemory result(*backend.device(), OwnedMemory::PageLocked, expected.total() * expected.elemSize());
        const Mat image = frame.image();
        backend.simulated()->pin(image.data, image.total());
        check(backend, Route::Direct, Mat(expected.size(), expected.type(), result.get()));
        backend.device()->free(MemoryKind::PageLocked, image.data);
    }
}

TEST(CUDASTRIPE_ResizedChainBadInput, isNamed)
{
    const auto striper = Backend(BackendKind::Simulated).striper();
    const Mat src(10, 12, CV_8UC3, Scalar::all(1)), shorts(10, 12, CV_16SC1, Scalar(1));
    Mat dst(4, 4, CV_8UC3, Scalar::all(9));
    const auto call = [&](const Mat& from, const Chain& chain, InputArray mask = noArray()) {
        cudastripe::transform(from, dst, chain, mask, StreamRef(), *striper);
    };
    expectRefusal([] { Chain().crop(Rect(0, 0, 0, 4)); }, {"Chain::crop", "0 x 4"});
    expectRefusal([] { Chain().crop(Rect(-1, 0, 3, 4)); }, {"Chain::crop", "(-1, 0)"});
    expectRefusal([] { Chain().crop(Rect(0, 0, 1, 1)).crop(Rect(0, 0, 1, 1)); }, {"crop cannot follow crop"});
    expectRefusal([] { Chain().resize(Size(4, 4)).crop(Rect(0, 0, 1, 1)); }, {"crop cannot follow resize"});
    expectRefusal([] { Chain().add(1).resize(Size(4, 4)); }, {"resize cannot follow add"});
    expectRefusal([] { Chain().resize(Size(4, 4)).resize(Size(4, 4)); }, {"resize cannot follow resize"});
    expectRefusal([] { Chain().toTensor().resize(Size(4, 4)); }, {"resize cannot follow toTensor"});
    expectRefusal([] { Chain().resize(Size(4, 0)); }, {"Chain::resize", "dsize", "4 x 0"});
    expectRefusal([] { Chain().rescale(0.5, 0); }, {"Chain::rescale", "0.5 and 0"});
    expectRefusal([] { Chain().rescale(0.5, 0.5, kBicubic); }, {"Chain::rescale", "pillow Bicubic", "use resize"});
    expectRefusal([&] { call(src, Chain().rescale(0.5, 0.01)); }, {"transform", "6 x 0", "12 x 10"});
    expectRefusal([] { Chain().place(Size(4, 0), Point()); }, {"Chain::place", "size", "4 x 0"});
    expectRefusal([] { Chain().place(Size(4, 4), Point()).resize(Size(4, 4)); }, {"resize cannot follow place"});
    expectRefusal([] { Chain().place(Size(4, 4), Point()).place(Size(4, 4), Point()); }, {"place cannot follow place"});
    expectRefusal([&] { call(src, Chain().place(Size(4, 4), Point(-12, 0))); },
                  {"transform", "12 x 10 pixels at (-12, 0)", "4 x 4"});
    expectRefusal([&] { call(src, Chain().crop(Rect(8, 0, 5, 4))); },
                  {"transform", "5 x 4 at (8, 0)", "src has 12 x 10"});
    expectRefusal([&] { call(shorts, Chain().resize(Size(4, 4))); }, {"transform", "src", "CV_16SC1", "INTER_LINEAR"});
    expectRefusal([&] { call(src, Chain().resize(Size(4, 4), kBicubic.inBox(Rect2d(0, 0, 13, 2)))); },
                  {"transform", "box", "13"});
    expectRefusal(
        [&] { call(Mat(6, 4, CV_16UC1, Scalar(1)), Chain::fromYuv(YuvFormat::uhd()).resize(Size(4, 4), kBicubic)); },
        {"transform", "what fromYuv makes", "CV_16UC3", "pillow Bicubic"});
    expectRefusal([&] { call(src, Chain().resize(Size(4, 4)), Mat(10, 12, CV_8UC1, Scalar(1))); },
                  {"mask", "12 x 10", "4 x 4", "the result"});
    expectRefusal(
        [&] {
            cudastripe::transform(src, src, dst, Chain().resize(Size(4, 4)).add(secondImage), noArray(), StreamRef(),
                                  *striper);
        },
        {"src2", "12 x 10", "4 x 4", "the result"});
    Mat overlapping = src.clone();
    Mat part = overlapping(Rect(2, 2, 4, 4));
    expectRefusal(
        [&] {
            cudastripe::transform(overlapping, part, Chain().resize(Size(4, 4)).add(1), noArray(), StreamRef(),
                                  *striper);
        },
        {"transform", "overlap"});
    EXPECT_EQ(0, cv::norm(dst, Mat(4, 4, CV_8UC3, Scalar::all(9)), NORM_INF));
}

TEST(CUDASTRIPE_ResizedChain, saysWhatItDoes)
{
    EXPECT_EQ("rescale(0.5, 0.25, INTER_AREA) > place(20 x 10, at -1, 2, border 114 114 114 0)",
              Chain()
                  .rescale(0.5, 0.25, Resampling::opencv(INTER_AREA))
                  .place(Size(20, 10), Point(-1, 2), Scalar::all(114) - Scalar(0, 0, 0, 114))
                  .toString());
    EXPECT_EQ(Size(20, 10), Chain().place(Size(20, 10), Point(3, 3)).resultSize(Size(7, 5)));
    const Chain chain =
        Chain::fromYuv(YuvFormat::hd()).crop(Rect(2, 4, 300, 200)).resize(Size(224, 224), kBicubic).add(1);
    EXPECT_EQ("fromYuv(" + YuvFormat::hd().name() +
                  ") > crop(300 x 200 at 2, 4) > resize(224 x 224, pillow Bicubic) > "
                  "add(1, 1, 1, 1)",
              chain.toString());
    EXPECT_EQ(Size(224, 224), chain.resultSize(Size(1920, 1080)));
    EXPECT_EQ(Size(300, 200), Chain().crop(Rect(2, 4, 300, 200)).resultSize(Size(1920, 1080)));
    EXPECT_EQ(Size(7, 5), Chain().resultSize(Size(7, 5)));
}

}}  // namespace opencv_test
