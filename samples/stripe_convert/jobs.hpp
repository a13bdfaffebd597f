// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_JOBS_HPP
#define STRIPE_CONVERT_JOBS_HPP

#include <filesystem>

#include "conversion.hpp"
#include "shard.hpp"

struct Input
{
    std::filesystem::path path;
    bool video;          //!< of frames; else a picture
    cv::Size yuvSize{};  //!< of the frames of YUV, which --to=bgr reads; empty: OpenCV reads the input
    std::string name{};  //!< relative to the folder that was walked, so that it is the same on every node
};

//! What becomes of one input; an empty path is not written.
struct Job
{
    Input input;
    Conversion conversion;
    std::filesystem::path output;
    std::filesystem::path planes;
    std::string error{};  //!< why it cannot be done; empty: it can
};

struct Plan
{
    Shard shard;
    size_t inputs;          //!< of all shards together
    std::vector<Job> jobs;  //!< of this shard
};

//! Names every file before the first is written, and makes the folders. A folder stands for the pictures in it, sorted
//! by name. @throws UserError if something does not fit. Of several inputs, a bad one only gets a Job::error.
Plan planJobs(const Arguments& arguments);

//! The files that operands stand for. @param yuv they are YUV: refuses folders. @param videos takes videos of folders.
std::vector<Input> listInputs(const std::vector<std::string>& names, bool yuv, bool videos);

//! @throws InputError if there is no such file.
void requireExists(const Input& input);

//! Whether OpenCV writes pictures of that name.
bool isPictureName(const std::filesystem::path& path);

//! What --to=bgr does with an input, by its header and the options; sets the size of its frames.
Conversion decodingOf(Input& input, const Arguments& arguments);

bool isY4m(const std::filesystem::path& path);
//! Whether an output of that name holds frames one after the other; else it is a picture.
bool isStream(const std::filesystem::path& path, const Conversion& conversion);

#endif
