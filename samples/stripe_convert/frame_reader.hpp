// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_FRAME_READER_HPP
#define STRIPE_CONVERT_FRAME_READER_HPP

#include <opencv2/videoio.hpp>

#include "jobs.hpp"

//! Frame rate or pixel shape as .y4m writes them.
struct Ratio
{
    int numerator;
    int denominator;
};

//! The frames of a video, or the one of a picture; B, G, R.
class FrameReader
{
public:
    //! @param depth CV_16U keeps 16 bits a sample if the input has them; else all is read as 8 bits.
    //! @throws InputError if OpenCV can read nothing from it.
    FrameReader(const Input& input, int depth);

    //! Returns false after the last frame.
    bool read(cv::Mat& frame);

    //! What the container promises; 0: unknown.
    int announcedFrames() const;
    Ratio frameRate() const;
    Ratio pixelShape() const;

    //! What the picture's decoder had to say, empty if nothing.
    const std::string& warning() const { return warning_; }

private:
    void readPicture(int depth);

    std::string name_;
    bool video_;
    cv::VideoCapture capture_;
    cv::Mat next_;
    cv::Size size_;
    std::string warning_;
};

#endif
