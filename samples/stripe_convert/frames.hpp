// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_FRAMES_HPP
#define STRIPE_CONVERT_FRAMES_HPP

#include <filesystem>
#include <memory>
#include <opencv2/cudastripe.hpp>
#include <optional>
#include <string>
#include <vector>

#include "../common/gpu.hpp"

//! Concerns one input only: the others are still converted.
struct InputError : UserError
{
    using UserError::UserError;
};

//! An image for each plane of a format, or one of colours in the order B, G, R. The first has the size of the picture.
using Planes = std::vector<cv::Mat>;

//! Of frames; none: colours.
using Format = std::optional<cv::cudastripe::YuvFormat>;

struct Input
{
    std::filesystem::path path;
    std::string name;   //!< relative to the folder that was walked, so that it is the same on every node
    std::string place;  //!< the same text for all paths of a file
    bool picture;       //!< which imgcodecs reads; else a video, or raw YUV
};

//! How inputs are read, as the options say.
struct Reading
{
    std::string from;  //!< the format of YUV: its parts win over what a file says; empty: what the file says
    cv::Size size;     //!< of frames of raw YUV; empty: there are none
    int stride;        //!< bytes of a row of luma in raw YUV; 0: no gaps
    bool progressive;  //!< whatever a file says
    bool deep;         //!< pictures of 16 bits keep them
};

//! Frame rate or pixel shape as .y4m writes them.
struct Ratio
{
    int numerator, denominator;
};

//! The frames of an input, one after the other.
struct FrameReader
{
    virtual ~FrameReader() = default;
    //! The next frame, whose memory stays until the next call; false after the last. @throws InputError
    virtual bool read(Planes& frame) = 0;

    Format format{};
    std::string about;  //!< what the format assumes, or what is not done, for the user; empty: nothing
    int announced = 0;  //!< frames; 0: unknown
    Ratio rate = {25, 1}, pixelShape = {1, 1};
    char fields = 'p';    //!< as .y4m writes it: p, t (top field first) or b
    std::string missing;  //!< once read() gave false: why that was not the end of the input; empty: it was
    std::string warning;  //!< of a picture's decoder; empty: none
};

//! Reads a picture by imgcodecs, raw YUV, or a video by FFmpeg's libraries. @throws InputError
std::unique_ptr<FrameReader> openFrames(const Input& input, const Reading& reading);

//! Reads a video. @throws InputError also if this program was built without FFmpeg's libraries.
std::unique_ptr<FrameReader> openVideo(const std::string& path, const Reading& reading);

//! What a video's tags say, but for the parts that --from names. @throws InputError, cv::Exception
cv::cudastripe::YuvFormat formatOf(cv::cudastripe::VideoTags tags, const std::string& from, cv::String& assumed);

#endif
