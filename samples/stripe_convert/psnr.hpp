// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_PSNR_HPP
#define STRIPE_CONVERT_PSNR_HPP

#include "frames.hpp"

//! How near the colours of a conversion come to those of another file.
class Psnr
{
public:
    //! @param path a picture, or frames in .bgr of as many bits as the colours have.
    Psnr(const std::filesystem::path& path, const Conversion& conversion);
    //! Compares the next frame. @throws InputError if the file has none, or one of another size.
    void add(const cv::Mat& colours);
    //! Such as "PSNR 41.52 dB", of the frame that has the lowest.
    std::string text() const;

private:
    cv::Mat nextFrame(const cv::Mat& colours);

    const std::filesystem::path path_;
    Conversion toYuv_;  // whose source the picture is
    std::unique_ptr<FrameReader> reader_;
    double lowest_;
};

#endif
