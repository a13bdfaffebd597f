// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>

#include "../../src/api/striper/striper_impl.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

//! Memory that ends where a page begins that nobody may touch.
class GuardedMemory
{
public:
    explicit GuardedMemory(size_t sizeBytes)
    {
        const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
        const size_t usable = (sizeBytes + page - 1) / page * page;
        mapped_ = usable + page;
        memory_ =
            static_cast<uchar*>(mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        CV_Assert(memory_ != MAP_FAILED);
        CV_Assert(mprotect(memory_ + usable, page, PROT_NONE) == 0);
        first_ = memory_ + usable - sizeBytes;
    }
    ~GuardedMemory() { munmap(memory_, mapped_); }
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;

    uchar* first() const { return first_; }

private:
    uchar* memory_;
    uchar* first_;
    size_t mapped_;
};

//! Calls with a source and a destination of these types behind which nothing may be touched.
template <class Convert>
void callAtTheEnd(Size srcSize, int srcType, Size dstSize, int dstType, const Convert& convert)
{
    const GuardedMemory from(srcSize.area() * CV_ELEM_SIZE(srcType)), to(dstSize.area() * CV_ELEM_SIZE(dstType));
    const Mat src(srcSize, srcType, from.first());
    Mat dst(dstSize, dstType, to.first());
    RNG rng(71);
    const_cast<Mat&>(src).setTo(Scalar::all(rng.uniform(0, 255)));
    convert(src, dst);
    EXPECT_EQ(to.first(), dst.data);
}

std::vector<int> widths()
{
    std::vector<int> list;
    for (int around : {2, 64, 128, 165, 192, 512, 640, 1024}) {
        for (int width = std::max(1, around - 8); width <= around + 20; ++width)
            list.push_back(width);
    }
    return list;
}

TEST(CUDASTRIPE_RowEnds, nothingIsTouchedBehindAnImage)
{
    const auto striper = makeStriper({});
    for (int channels : {3, 4}) {
        for (int width : widths()) {
            for (const YuvFormat& format : YuvFormat::all()) {
                const Size size(width, 2);
                if (format != YuvFormat(format.layout()).withDepth(format.depth()) ||
                    width % format.blockSize().width != 0)
                    continue;
                const int type = CV_MAKETYPE(format.depth() == 8 ? CV_8U : CV_16U, channels);
                callAtTheEnd(size, type, format.imageSize(size), format.imageType(), [&](const Mat& src, Mat& dst) {
                    cudastripe::cvtToYuv(src, dst, format, ChannelOrder::BGR, StreamRef(), *striper);
                });
            }
            for (int depth : {CV_8U, CV_16U, CV_32F}) {
                const Size size(width, 3);
                callAtTheEnd(size, CV_MAKETYPE(depth, channels), size, CV_MAKETYPE(depth, 3),
                             [&](const Mat& src, Mat& dst) {
                                 cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), *striper);
                             });
            }
        }
    }
}

}}  // namespace opencv_test

#endif
