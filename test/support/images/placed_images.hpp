// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "image_operation.hpp"
#include "placed_image.hpp"

namespace opencv_test {

//! Images of a batch, each in memory of its own.
class PlacedImages
{
public:
    PlacedImages(const Backend& backend, Placement placement, const std::vector<Mat>& contents)
        : onDevice_(placement == Placement::OnDevice)
    {
        for (const Mat& content : contents) {
            images_.push_back(
                std::make_unique<PlacedImage>(backend, ImageShape{placement}, content.size(), content.type()));
            images_.back()->set(content);
            if (onDevice_)
                gpuMats_.push_back(*static_cast<const cuda::GpuMat*>(images_.back()->input().getObj()));
            else
                mats_.push_back(images_.back()->input().getMat());
        }
    }
    _InputArray input() const { return onDevice_ ? _InputArray(gpuMats_) : _InputArray(mats_); }
    _OutputArray output() { return onDevice_ ? _OutputArray(gpuMats_) : _OutputArray(mats_); }

    void expect(const std::vector<Mat>& contents) const
    {
        for (size_t i = 0; i < contents.size(); ++i) {
            EXPECT_EQ(std::string(), differences(contents[i], images_[i]->get(), 0)) << "image " << i;
            EXPECT_TRUE(images_[i]->guardsIntact()) << "image " << i;
        }
    }

private:
    bool onDevice_;
    std::vector<std::unique_ptr<PlacedImage>> images_;
    std::vector<Mat> mats_;
    std::vector<cuda::GpuMat> gpuMats_;
};

}  // namespace opencv_test
