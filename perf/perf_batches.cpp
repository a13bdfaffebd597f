// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "perf_precomp.hpp"

namespace opencv_test { namespace {

using cudastripe::Chain;

//! Images in one allocation.
template <class Image>
std::vector<Image> imagesOf(const Image& all, int count)
{
    std::vector<Image> images;
    const int rows = all.rows / count;
    for (int i = 0; i < count; ++i)
        images.push_back(all.rowRange(i * rows, (i + 1) * rows));
    return images;
}

DEF_PARAM_TEST(Count_Size, int, Size);

PERF_TEST_P(Count_Size, BatchOnDevice,
            testing::Values(std::make_tuple(1024, Size(64, 64)), std::make_tuple(256, Size(224, 224))))
{
    requireDevice();
    const int count = GET_PARAM(0);
    const Size size = GET_PARAM(1);
    const cuda::GpuMat src(size.height * count, size.width, CV_8UC4, Scalar(1, 2, 3, 4));
    const cuda::GpuMat dst(size.height * count, size.width, CV_8UC3, Scalar());
    const std::vector<cuda::GpuMat> images = imagesOf(src, count);
    std::vector<cuda::GpuMat> results = imagesOf(dst, count);

    TEST_CYCLE() cudastripe::cvtColor(images, results, COLOR_BGR2YUV);

    SANITY_CHECK_NOTHING();
}

DEF_PARAM_TEST(Count_Memory, int, std::string);

// Page-locked pictures become a tensor in device memory, others one in host memory.
PERF_TEST_P(Count_Memory, Tensor, testing::Combine(testing::Values(64, 256), testing::Values("locked", "pageable")))
{
    const int count = GET_PARAM(0);
    const bool locked = GET_PARAM(1) == "locked";
    if (locked)
        requireDevice();
    PlacedImage src(locked ? Memory::PageLocked : Memory::Pageable, Size(224, 224 * count), CV_8UC3);
    declare.in(src.mat(), WARMUP_RNG);
    const std::vector<Mat> pictures = imagesOf(src.mat(), count);
    const Chain chain = Chain()
                            .convertTo(CV_32F)
                            .subtract(Scalar(123.675, 116.28, 103.53))
                            .multiply(1 / 255.f)
                            .toTensor(cudastripe::TensorLayout::CHW, locked ? CV_16F : CV_32F);
    Mat blob;
    cuda::GpuMat tensor;
    const _OutputArray dst = locked ? _OutputArray(tensor) : _OutputArray(blob);

    TEST_CYCLE() cudastripe::transform(pictures, dst, chain);

    SANITY_CHECK_NOTHING();
}

}}  // namespace opencv_test
