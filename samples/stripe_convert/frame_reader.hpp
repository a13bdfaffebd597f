// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_FRAME_READER_HPP
#define STRIPE_CONVERT_FRAME_READER_HPP

#include <opencv2/core.hpp>
#include <opencv2/videoio.hpp>
#include <string>

#include "inputs.hpp"

//! Frame rate or pixel shape as .y4m writes them.
struct Ratio
{
    int numerator;
    int denominator;
};

//! The frames of a video, or the one of a picture; 8 bits a channel, B, G, R.
class FrameReader
{
public:
    //! @throws InputError if OpenCV can read nothing from it.
    explicit FrameReader(const Input& input);

    //! Returns false after the last frame.
    bool read(cv::Mat& frame);

    //! What the container promises; 0: unknown.
    int announcedFrames() const;
    Ratio frameRate() const;
    Ratio pixelShape() const;

    //! What the picture's decoder had to say, empty if nothing.
    const std::string& warning() const { return warning_; }

private:
    void readPicture(const std::string& path);

    std::string name_;
    InputKind kind_;
    cv::VideoCapture video_;
    cv::Mat next_;
    cv::Size size_;
    std::string warning_;
};

#endif
