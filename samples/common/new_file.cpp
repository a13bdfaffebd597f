// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "new_file.hpp"

#include <cerrno>
#include <cstdio>
#include <opencv2/core.hpp>
#include <system_error>

#include "user_error.hpp"

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const fs::path& target, const std::string& why)
{
    throw UserError(target.string() + ": cannot be written: " + why);
}

}  // namespace

NewFile::NewFile(const fs::path& target) : target_(target)
{
    std::error_code ignored;
    const fs::file_status status = fs::status(target, ignored);
    if (fs::exists(status) && !fs::is_regular_file(status))
        fail(target, "it is not a file");
    temporary_ = target;
    temporary_ += "." + std::to_string(cv::getTickCount()) + ".part";
    std::FILE* const file = std::fopen(temporary_.string().c_str(), "wbx");
    if (!file)
        fail(target, std::generic_category().message(errno));
    std::fclose(file);
}

NewFile::~NewFile()
{
    std::error_code ignored;
    if (!temporary_.empty())
        fs::remove(temporary_, ignored);
}

void NewFile::write(const std::function<void(const std::string&)>& fill)
{
    errno = 0;
    try {
        fill(temporary_.string());
    } catch (const cv::Exception& error) {
        fail(target_, errno != 0 ? std::generic_category().message(errno) : error.err);
    }
}

void NewFile::commit()
{
    std::error_code error;
    fs::rename(temporary_, target_, error);
    if (error)
        fail(target_, error.message());
    temporary_.clear();
}
