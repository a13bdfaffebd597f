// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_OUTPUT_FILE_HPP
#define STRIPE_CONVERT_OUTPUT_FILE_HPP

#include <cstddef>
#include <cstdio>
#include <filesystem>

//! A file that appears under its name whole, by commit(), or not at all.
class OutputFile
{
public:
    //! Opens a temporary file beside the target. @throws UserError if that cannot be written.
    explicit OutputFile(const std::filesystem::path& target);
    //! Removes the temporary file unless it was committed.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    const std::filesystem::path& target() const { return target_; }
    void write(const void* bytes, size_t sizeBytes);
    void commit();

private:
    [[noreturn]] void fail(int error) const;

    std::filesystem::path target_;
    std::filesystem::path temporary_;
    std::FILE* file_ = nullptr;
};

#endif
