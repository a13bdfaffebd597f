// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Applies a function of your own to each pixel. nvcc makes a kernel of it, another compiler a function for the CPU.

#include <opencv2/cudastripe.hpp>
#include <opencv2/cudastripe/functor.hpp>
#include <vector>

namespace stripe = cv::cudastripe;

struct Grey
{
    CV_CUDASTRIPE_HD uchar operator()(stripe::Pixel<uchar, 4> p) const
    {
        return static_cast<uchar>((29 * p[0] + 150 * p[1] + 77 * p[2]) >> 8);
    }
};

struct Scale
{
    float factor;

    CV_CUDASTRIPE_HD float operator()(float x) const { return factor * x; }
};

int main()
{
    const cv::Mat bgra(480, 640, CV_8UC4, cv::Scalar(10, 20, 30, 255));
    cv::Mat grey;  // becomes CV_8UC1, which is what Grey gives
    // SameBits::Yes says that CPU and GPU give the same bits, so that both may work on one image.
    stripe::transform(bgra, grey, Grey(), stripe::SameBits::Yes);

    std::vector<float> values(1000, 1.5f);  // arrays of any trivially copyable type go the same way
    stripe::transform(values.data(), int64(values.size()), values.data(), Scale{2});

    const bool greyIsRight = cv::countNonZero(grey != (29 * 10 + 150 * 20 + 77 * 30) / 256) == 0;
    return greyIsRight && values == std::vector<float>(1000, 3.f) ? 0 : 1;
}
