// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef SAMPLES_OUTPUT_FILE_HPP
#define SAMPLES_OUTPUT_FILE_HPP

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <opencv2/core.hpp>
#include <string>

#include "digest.hpp"

//! A file that appears under its name whole, by commit(), or not at all: also a signal removes what is not whole.
class OutputFile
{
public:
    //! Opens a temporary file beside the target, or beside what the target links to. Its name has the job, the host and
    //! the process in it. @param digest is given all bytes that are written; may be null. @throws UserError if it
    //! cannot.
    explicit OutputFile(const std::filesystem::path& target, Digest* digest = nullptr);
    //! Removes the temporary file unless it was committed.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    //! The name that the file will have.
    std::string name() const { return target_.string(); }

    void write(const void* bytes, std::size_t sizeBytes);
    void write(const std::string& text) { write(text.data(), text.size()); }
    //! Replaces what was written first. The last thing to be written, and not for a digest.
    void overwriteStart(const std::string& text);
    //! Encodes in memory first, so that every failing write is noticed. @param extension names the kind of picture.
    //! A program that calls it needs OpenCV's imgcodecs.
    void writePicture(const cv::Mat& picture, const std::string& extension = ".png");
    //! For functions that open a file by its name: they are given /dev/fd/N of this file. Used instead of write().
    void writeByName(const std::function<void(const std::string&)>& fill);
    //! The file keeps the permissions of one that it replaces. @return the file's time, as timeOf gives it.
    std::int64_t commit();

private:
    [[noreturn]] void fail(const std::string& reason) const;
    //! Makes the temporary file known to endBySignal().
    void list();

    std::filesystem::path target_, place_, temporary_;
    Digest* const digest_;
    std::FILE* file_ = nullptr;
    std::atomic<bool>* listed_ = nullptr;
    int lock_ = -1;  // held until the file has its name, also while it is closed
};

//! The handler of SIGINT, SIGTERM and their like once there is an OutputFile, if they would have ended the program:
//! removes temporary files, and ends it by the signal.
void endBySignal(int signal);

//! "JOB.HOST.PROCESS", unlike those of all other living processes of a cluster.
std::string writerName();

//! When a file was last written, in nanoseconds; -1: unknown.
std::int64_t timeOf(const std::filesystem::path& path);

//! Removes temporary files of killed processes: those that nobody has locked, and nobody has written for ten seconds if
//! the process was on this host and is gone, else for an hour.
void removeStaleParts(const std::filesystem::path& folder);

#endif
