// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../images/image_operation.hpp"

namespace opencv_test {

//! For tests of batches on a simulated device.
class BatchFixture : public testing::Test
{
protected:
    static std::vector<Mat> randomImages(int count, Size size, int type, std::uint64_t seed)
    {
        RNG rng(seed);
        std::vector<Mat> images;
        for (int i = 0; i < count; ++i)
            images.push_back(randomImage(size, type, rng));
        return images;
    }
    void convert(InputArray src, OutputArray dst, const StreamRef& stream = StreamRef()) const
    {
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, stream, *striper_);
    }
    static Mat converted(const Mat& image)
    {
        Mat result;
        cv::cvtColor(image, result, COLOR_BGR2YUV);
        return result;
    }
    void expectConverted(const std::vector<Mat>& src, const std::vector<Mat>& dst) const
    {
        ASSERT_EQ(src.size(), dst.size());
        for (size_t i = 0; i < src.size(); ++i)
            EXPECT_TRUE(sameBytes(converted(src[i]), dst[i])) << i;
    }

    static std::vector<Mat> copiesOf(const std::vector<Mat>& images)
    {
        std::vector<Mat> copies;
        for (const Mat& image : images)
            copies.push_back(image.clone());
        return copies;
    }
    std::vector<Mat> pageLocked(const std::vector<Mat>& images)
    {
        std::vector<Mat> copies;
        for (const Mat& image : images) {
            const size_t bytes = image.total() * image.elemSize();
            memory_.push_back(std::make_unique<OwnedMemory>(*backend_.device(), OwnedMemory::PageLocked, bytes));
            copies.emplace_back(image.size(), image.type(), memory_.back()->get());
            image.copyTo(copies.back());
        }
        return copies;
    }

    Backend backend_{BackendKind::Simulated};
    std::vector<std::unique_ptr<OwnedMemory>> memory_;
    std::unique_ptr<Striper> striper_ = backend_.striper();
};

}  // namespace opencv_test
