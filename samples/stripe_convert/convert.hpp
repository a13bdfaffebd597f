// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_CONVERT_HPP
#define STRIPE_CONVERT_CONVERT_HPP

#include "../common/output_file.hpp"
#include "frames.hpp"

//! The library at work: all conversions on one Striper.
struct Converter
{
    void convert(const Planes& frame, const Format& from, Planes& result);

    Format target;  //!< what --format or --to asks for
    cv::cudastripe::Striper striper;
    cv::Mat colours{};  //!< that the last result was made of, unless it was made of YUV
};

//! Of a result from what it should be.
struct Difference
{
    bool exact;  //!< whether every bit was to be the same; else one code is allowed
    size_t off;  //!< samples that differ by more
};

/** @brief Compares the last result with one that was made without the library, but for colours between two formats.

Exact for the formulas of OpenCV, by cv::cvtColor, for those of tutorials, and for samples that are only moved; else
with the reference of the library's tests in real arithmetic. */
Difference compareWithReference(const Planes& frame, const Format& from, const Planes& result, Converter& converter);

//! What was written for one input.
struct Written
{
    std::string hash;        //!< of the bytes, one file after the other, as Digest gives it
    std::int64_t bytes = 0;  //!< of all files
    std::int64_t time = 0;   //!< of the last file
    int files = 0;           //!< with numbers in their names; 0: one without
};

//! Where results go.
struct FrameSink
{
    virtual ~FrameSink() = default;
    virtual void write(const Planes& result) = 0;
    //! @return the names of what was written, for the user.
    virtual std::string finish() = 0;

    Written written{};  //!< after finish()
};

//! Pictures, .yuv, .y4m or .bgr, by the extension. A file appears when finish() returns; several pictures appear one by
//! one, and have numbers in their names.
std::unique_ptr<FrameSink> openOutput(const std::filesystem::path& path, const Format& target,
                                      const FrameReader& reader);
//! One .npy of all results, as --tensor and the options that go with it ask for. @throws UserError
std::unique_ptr<FrameSink> openTensor(const Arguments& arguments, cv::cudastripe::Striper& striper);

//! The name of one of several pictures: NAME_0001.png for NAME.png; 0: NAME.png.
std::filesystem::path numberedPath(const std::filesystem::path& path, int number);
bool isY4m(const std::filesystem::path& path);
//! Whether an output of that name holds frames one after the other; else it is a picture.
bool isStream(const std::filesystem::path& path, const Format& target);
//! What .y4m calls the samples of a format, such as "420jpeg". @throws UserError that says what to use instead.
std::string y4mColourSpace(const cv::cudastripe::YuvFormat& format);

//! What becomes of one input; an empty path is not written.
struct Job
{
    Input input;
    std::filesystem::path output;
};

struct Plan
{
    int shard, shards;  //!< which part of the inputs of how many, of the same inputs on every node
    size_t inputs;      //!< of all shards together
    Format target;
    Reading reading;
    std::vector<Job> jobs;  //!< of this shard
};

//! Names every file before the first is written, and makes the folder. A folder stands for the pictures in it, sorted
//! by name. Opens no input. @throws UserError if something does not fit.
Plan planJobs(const Arguments& arguments);

//! What became of an input.
struct Outcome
{
    int frames = 0;        //!< that were converted now
    double seconds = 0;    //!< from reading to the finished output
    bool skipped = false;  //!< an earlier run has done it
    Written written{};
    std::string error{};  //!< empty: done
};

//! Runs all jobs; one that fails does not stop the others, unless there is a tensor of all results. @param verify
//! compares all results with a reference. @param resume all options that change a byte of an output: skips what a run
//! with the same ones has done; empty: does not. @return what became of each.
std::vector<Outcome> convertAll(const Plan& plan, Converter& converter, bool verify, const std::string& resume,
                                FrameSink* tensor);

//! Makes sure that a report can be written there, and removes that of an earlier run, which may no longer be true.
void prepareReport(const std::string& path);
//! Writes what became of each input of a shard, in JSON.
void writeReport(const std::string& path, const Plan& plan, const std::vector<Outcome>& outcomes,
                 const std::string& options);
//! Reads reports of shards, and says what is missing, failed or doubled in them, and one hash of all outputs, which
//! does not depend on the number of shards. @return whether everything is there, once.
bool mergeReports(const std::vector<std::string>& paths);

#endif
