// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_FRAMES_HPP
#define STRIPE_CONVERT_FRAMES_HPP

#include <memory>

#include "../common/output_file.hpp"
#include "jobs.hpp"

//! Frame rate or pixel shape as .y4m writes them.
struct Ratio
{
    int numerator;
    int denominator;
};

//! The frames of an input, one after the other.
class FrameReader
{
public:
    virtual ~FrameReader() = default;

    //! Gives a frame as the conversion takes it. Returns false after the last. @throws InputError if it is broken.
    virtual bool read(cv::Mat& source) = 0;

    //! What the container promises; 0: unknown.
    virtual int announcedFrames() const { return 1; }
    virtual Ratio frameRate() const { return {25, 1}; }
    virtual Ratio pixelShape() const { return {1, 1}; }

    //! What is missing of an input that ends after so many frames; empty: nothing.
    virtual std::string missing(int /*frames*/) const { return ""; }
    //! Of the picture's decoder; empty if there is none.
    virtual std::string warning() const { return ""; }
};

//! Reads an input of a job: a picture or a video by OpenCV, or YUV. @param pad repeats the last column and row where
//! the format needs a larger size. @throws InputError if nothing can be read from it.
std::unique_ptr<FrameReader> openFrames(const Input& input, const Conversion& conversion, bool pad);

//! Reads images without gaps, one after the other, as raw video and .y4m have them.
//! @param what says what one of them is, for errors.
std::unique_ptr<FrameReader> openRaw(const std::filesystem::path& path, cv::Size size, int type,
                                     const std::string& what);

//! What was written for one input.
struct Written
{
    std::string hash;        //!< of the bytes, one file after the other, as Digest gives it
    std::int64_t bytes = 0;  //!< of all files
    std::int64_t time = 0;   //!< of the last file
    int files = 0;           //!< with numbers in their names; 0: one without
};

//! The name of one of several pictures: NAME_0001.png for NAME.png.
std::filesystem::path numberedPath(const std::filesystem::path& path, int number);

//! Where results go: pictures, .yuv, .y4m or .bgr, by the extension. A file appears when finish() returns; several
//! pictures appear one by one, and have numbers in their names.
class FrameWriter
{
public:
    FrameWriter(const std::filesystem::path& path, const Conversion& conversion, const FrameReader& reader);
    //! @param picture size of the picture that the frame shows.
    void write(const cv::Mat& result, cv::Size picture);
    void finish();
    //! The names of what was written.
    std::string names() const;
    const Written& written() const { return written_; }

private:
    void writeY4mHeader(cv::Size picture);

    const std::filesystem::path path_;
    const std::string extension_;
    const Conversion& conversion_;
    const Ratio frameRate_, pixelShape_;
    const bool numbered_;
    Digest digest_;
    Written written_;
    std::optional<OutputFile> file_;  // none: a file for each frame
    int frames_ = 0;
};

#endif
