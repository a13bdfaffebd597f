// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "output_file.hpp"

#include <cerrno>
#include <opencv2/core.hpp>
#include <string>
#include <system_error>

#include "user_error.hpp"

namespace fs = std::filesystem;

OutputFile::OutputFile(const fs::path& target) : target_(target)
{
    std::error_code ignored;
    const fs::file_status status = fs::status(target, ignored);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        throw UserError(target.string() + ": cannot be written, it is not a file");
    }
    // "x" refuses a file that is there, another process's perhaps.
    for (int attempt = 0; !file_ && attempt < 100; ++attempt) {
        temporary_ = target;
        temporary_ += "." + std::to_string(cv::getTickCount()) + ".part";
        file_ = std::fopen(temporary_.string().c_str(), "wbx");
        if (!file_ && errno != EEXIST)
            break;
    }
    if (!file_)
        fail(errno);
}

OutputFile::~OutputFile()
{
    if (file_)
        std::fclose(file_);
    std::error_code ignored;
    if (!temporary_.empty())
        fs::remove(temporary_, ignored);
}

void OutputFile::write(const void* bytes, size_t sizeBytes)
{
    if (std::fwrite(bytes, 1, sizeBytes, file_) != sizeBytes)
        fail(errno);
}

void OutputFile::commit()
{
    // Buffered bytes meet a full disk only here.
    const int closed = std::fclose(file_);
    const int closeError = errno;
    file_ = nullptr;
    if (closed != 0)
        fail(closeError);
    std::error_code error;
    fs::rename(temporary_, target_, error);
    if (error)
        fail(error.value());
    temporary_.clear();
}

void OutputFile::fail(int error) const
{
    throw UserError(target_.string() + ": cannot be written: " + std::generic_category().message(error));
}
