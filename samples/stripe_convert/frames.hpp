// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_FRAMES_HPP
#define STRIPE_CONVERT_FRAMES_HPP

#include <opencv2/videoio.hpp>

#include "../common/output_file.hpp"
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

    //! A warning of the picture's decoder; empty if there is none.
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

//! Where results go: a picture, .yuv or .y4m, by the extension. The file appears when finish() returns.
class FrameWriter
{
public:
    FrameWriter(const std::filesystem::path& path, const Conversion& conversion, const FrameReader& reader);
    //! @param source size of what the result was made of.
    void write(const cv::Mat& result, cv::Size source);
    void finish() { file_.commit(); }

private:
    OutputFile file_;
    const std::string extension_;
    const Conversion& conversion_;
    const Ratio frameRate_, pixelShape_;
    bool begun_ = false;
};

#endif
