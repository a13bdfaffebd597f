// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/operations/batch_cases.hpp"
#include "../../support/operations/batch_fixture.hpp"
#include "../../support/process/refusal.hpp"

#include <numeric>

// Repeats of an image are described without a call of their own, and their kernels are copies of that image's. So
// addresses matter: their order, their distances, and other images between them.

namespace opencv_test { namespace {

//! Images of one size below each other in one large image, with rows between them that must stay.
class Column
{
public:
    Column(const Backend& backend, const ImageShape& shape, Size size, int type, int count, int gap)
        : size_(size),
          gap_(gap),
          onDevice_(shape.placement == Placement::OnDevice),
          whole_(backend, shape, Size(size.width, count * (size.height + gap)), type)
    {
    }

    Range rows(int i) const { return Range(i * (size_.height + gap_), i * (size_.height + gap_) + size_.height); }
    void set(const Mat& content) { whole_.set(content); }
    Mat get() const { return whole_.get(); }
    bool guardsIntact() const { return whole_.guardsIntact(); }
    bool onDevice() const { return onDevice_; }

    void addTo(std::vector<Mat>& mats, std::vector<cuda::GpuMat>& gpuMats, int i, int cutRows) const
    {
        const Range own(rows(i).start, rows(i).end - cutRows);
        if (onDevice_)
            gpuMats.push_back(static_cast<const cuda::GpuMat*>(whole_.input().getObj())->rowRange(own));
        else
            mats.push_back(whole_.input().getMat().rowRange(own));
    }

private:
    Size size_;
    int gap_;
    bool onDevice_;
    PlacedImage whole_;
};

class CUDASTRIPE_BatchRepeats : public testing::TestWithParam<std::tuple<BackendKind, BatchCase>>
{
protected:
    static constexpr int kImages = 23, kOther = 11;  // the latter has another size

    const BatchCase& each() const { return std::get<1>(GetParam()); }
    bool onHostOnly() const { return std::get<0>(GetParam()) == BackendKind::Host; }
    Size sourceSize(int width) const
    {
        return Size(width, 4 * each().sourceRows * each().block.height / each().ofRows);
    }

    enum class Order
    {
        Strided,       // all repeats, at equal distances
        OtherBetween,  // likewise, but number kOther has another size
        Shuffled       // likewise, at any distances
    };

    static std::vector<int> numbersIn(Order order)
    {
        std::vector<int> numbers(kImages);
        std::iota(numbers.begin(), numbers.end(), 0);
        RNG rng(3);
        for (int i = kImages - 1; order == Order::Shuffled && i > 0; --i)
            std::swap(numbers[static_cast<size_t>(i)], numbers[static_cast<size_t>(rng.uniform(0, i + 1))]);
        return numbers;
    }

    void expectSingleCalls(Striper& striper, Placement from, Placement to, int width, int gap, Order order)
    {
        SCOPED_TRACE(format("from %d to %d, %d wide, gap %d, order %d", int(from), int(to), width, gap, int(order)));
        const Size size = sourceSize(width);
        const int cut = each().sourceRows * each().block.height / each().ofRows;
        Mat one;
        each().run(Mat(size, each().type, Scalar::all(0)), one, StreamRef(), *host_);
        Mat oneCut;
        each().run(Mat(size.height - cut, size.width, each().type, Scalar::all(0)), oneCut, StreamRef(), *host_);
        const int padding = width % 4 ? static_cast<int>(one.elemSize1()) * 3 : 0;
        Column sources(backend_, {from, 0, 0}, size, each().type, kImages, gap);
        Column results(backend_, {to, 0, padding}, one.size(), one.type(), kImages, gap);
        RNG rng(7);
        const Mat content = randomImage(sources.get().size(), each().type, rng), old = results.get();
        sources.set(content);
        results.set(old);

        Mat expected = old.clone();
        std::vector<Mat> src, dst;
        std::vector<cuda::GpuMat> gpuSrc, gpuDst;
        const std::vector<int> numbers = numbersIn(order);
        for (size_t k = 0; k < numbers.size(); ++k) {
            const int i = numbers[k], target = numbers[numbers.size() - 1 - k];
            const bool other = k == kOther && order != Order::Strided;
            sources.addTo(src, gpuSrc, i, other ? cut : 0);
            results.addTo(dst, gpuDst, target, other ? one.rows - oneCut.rows : 0);
            const Range in(sources.rows(i).start, sources.rows(i).end - (other ? cut : 0));
            const Range out(results.rows(target).start,
                            results.rows(target).end - (other ? one.rows - oneCut.rows : 0));
            Mat result;
            each().run(content.rowRange(in).clone(), result, StreamRef(), *host_);
            result.copyTo(expected.rowRange(out));
        }
        const _InputArray in = sources.onDevice() ? _InputArray(gpuSrc) : _InputArray(src);
        const _OutputArray out = results.onDevice() ? _OutputArray(gpuDst) : _OutputArray(dst);
        each().run(in, out, StreamRef(), striper);
        EXPECT_EQ(std::string(), differences(expected, results.get(), 0));
        EXPECT_TRUE(results.guardsIntact());
    }

    Backend backend_{std::get<0>(GetParam())};
    std::unique_ptr<Striper> host_ = Backend(BackendKind::Host).striper();
};

TEST_P(CUDASTRIPE_BatchRepeats, equalsSingleCalls)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    using P = Placement;
    std::vector<std::pair<P, P>> places = {{P::Pageable, P::Pageable}};
    if (!onHostOnly())
        places.insert(places.end(),
                      {{P::PageLocked, P::PageLocked}, {P::OnDevice, P::OnDevice}, {P::Pageable, P::OnDevice}});
    const auto striper = backend_.striper();
    for (const auto& place : places) {
        for (int width : {64, 18}) {  // distances are multiples of the widest load, or not
            for (int gap : {0, 2}) {
                for (Order order : {Order::Strided, Order::OtherBetween, Order::Shuffled})
                    expectSingleCalls(*striper, place.first, place.second, width, gap, order);
            }
        }
    }
}

CUDASTRIPE_INSTANTIATE(Repeats, CUDASTRIPE_BatchRepeats,
                       testing::Combine(testing::Values(BackendKind::Host, BackendKind::Simulated, BackendKind::Cuda),
                                        testing::ValuesIn(batchCases())),
                       backendAndNumber<BatchCase>);

using CUDASTRIPE_BatchOfRepeats = BatchFixture;

TEST_F(CUDASTRIPE_BatchOfRepeats, namesTheImageThatOverlaps)
{
    const Mat memory(16 * 40, 16, CV_8UC3, Scalar::all(5)), sources(16 * 40, 16, CV_8UC3, Scalar::all(1));
    std::vector<Mat> src, dst;
    for (int i = 0; i < 40; ++i) {
        src.push_back(sources.rowRange(i * 16, i * 16 + 16));
        dst.push_back(memory.rowRange(i * 16, i * 16 + 16));
    }
    std::swap(dst[31], dst[5]);
    convert(src, dst);
    dst[31] = dst[30];
    expectRefusal([&] { convert(src, dst); }, {"dst of image 30", "dst of image 31", "overlap"});
    dst[31] = memory.rowRange(5 * 16 + 3, 6 * 16 + 3);
    expectRefusal([&] { convert(src, dst); }, {"dst of image 31", "dst of image 6", "overlap"});
    dst[31] = src[31].clone();
    src[31] = dst[20];
    expectRefusal([&] { convert(src, dst); }, {"src of image 31", "dst of image 20", "overlap"});
    dst[31] = src[31].rowRange(0, 16);
    src[31] = memory.rowRange(31 * 16, 32 * 16);
    EXPECT_THROW(convert(src, dst), cv::Exception);
}

TEST_F(CUDASTRIPE_BatchOfRepeats, namesTheImageThatLiesElsewhere)
{
    ImageShape shape;
    shape.placement = Placement::OnDevice;
    const Size size(16, 20);
    const PlacedImage device(backend_, shape, size, CV_8UC3);
    const Mat images(20 * 9, 16, CV_8UC3, Scalar::all(1));
    std::vector<Mat> src, dst;
    for (int i = 0; i < 9; ++i)
        src.push_back(Mat(size, CV_8UC3, images.data + size_t(i) * 20 * 16 * 3));
    src[7] = Mat(size, CV_8UC3, device.plane().base);
    expectRefusal([&] { convert(src, dst); }, {"image 7", "src", "on a device", "image 0"});
    EXPECT_TRUE(dst.empty());
}

// Some results fit, some are of another size, some are new.
TEST_F(CUDASTRIPE_BatchOfRepeats, makesTheResultsThatAreMissing)
{
    const std::vector<Mat> src = randomImages(12, Size(16, 8), CV_8UC3, 1);
    std::vector<Mat> dst(12);
    dst[2] = Mat(8, 16, CV_8UC3, Scalar::all(1));
    dst[3] = Mat(8, 17, CV_8UC3, Scalar::all(1)).colRange(1, 17);
    dst[7] = Mat(4, 4, CV_8UC1);
    const std::vector<Mat> before = dst;
    convert(src, dst);
    expectConverted(src, copiesOf(dst));
    EXPECT_EQ(before[2].data, dst[2].data);
    EXPECT_EQ(before[3].data, dst[3].data);
    EXPECT_EQ(before[3].step, dst[3].step);
}

}}  // namespace opencv_test
