// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef SAMPLES_OUTPUT_FILE_HPP
#define SAMPLES_OUTPUT_FILE_HPP

#include <cstdio>
#include <filesystem>
#include <functional>
#include <opencv2/core.hpp>
#include <string>

//! A file that appears under its name whole, by commit(), or not at all.
class OutputFile
{
public:
    //! Opens a temporary file beside the target, or beside what the target links to. @throws UserError if it cannot.
    explicit OutputFile(const std::filesystem::path& target);
    //! Removes the temporary file unless it was committed.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    //! The name that the file will have.
    std::string name() const { return target_.string(); }

    void write(const void* bytes, std::size_t sizeBytes);
    void write(const std::string& text) { write(text.data(), text.size()); }
    //! Encodes in memory first, so that every failing write is noticed. @param extension names the kind of picture.
    void writePicture(const cv::Mat& picture, const std::string& extension = ".png");
    //! For functions that open a file by its name. Used instead of write().
    void writeByName(const std::function<void(const std::string&)>& fill);
    //! The file keeps the permissions of one that it replaces.
    void commit();

private:
    [[noreturn]] void fail(const std::string& reason) const;

    std::filesystem::path target_, place_, temporary_;
    std::FILE* file_ = nullptr;
};

#endif
