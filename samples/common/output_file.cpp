// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "output_file.hpp"

#include <cerrno>
#include <opencv2/imgcodecs.hpp>
#include <system_error>
#include <vector>

#include "sample_main.hpp"

namespace fs = std::filesystem;

namespace {

std::string messageOf(int error)
{
    return std::generic_category().message(error);
}

// The target of a symbolic link, whether it exists or not.
fs::path followed(fs::path path)
{
    std::error_code error;
    for (int links = 0; links < 40 && fs::is_symlink(path, error); ++links)
        path = path.parent_path() / fs::read_symlink(path, error);
    return path;
}

}  // namespace

OutputFile::OutputFile(const fs::path& target) : target_(target), place_(followed(target))
{
    std::error_code error;
    const fs::file_status status = fs::status(place_, error);
    if (!fs::status_known(status))
        fail(error.message());
    if (fs::exists(status) && !fs::is_regular_file(status))
        fail("it is not a file");
    // The target's name with a suffix could be too long. The mode "x" refuses a file that exists.
    for (int attempt = 0; !file_ && attempt < 100; ++attempt) {
        temporary_ = place_.parent_path() / ("cudastripe." + std::to_string(cv::getTickCount()) + ".part");
        file_ = std::fopen(temporary_.string().c_str(), "wbx");
        if (!file_ && errno != EEXIST)
            break;
    }
    if (!file_)
        fail(messageOf(errno));
}

OutputFile::~OutputFile()
{
    if (file_)
        std::fclose(file_);
    std::error_code ignored;
    if (!temporary_.empty())
        fs::remove(temporary_, ignored);
}

void OutputFile::write(const void* bytes, std::size_t sizeBytes)
{
    if (std::fwrite(bytes, 1, sizeBytes, file_) != sizeBytes)
        fail(messageOf(errno));
}

void OutputFile::writePicture(const cv::Mat& picture, const std::string& extension)
{
    std::vector<uchar> encoded;
    try {
        if (!cv::imencode(extension, picture, encoded))
            fail("OpenCV cannot encode it");
    } catch (const cv::Exception& error) {
        fail(oneLine(error.err));
    }
    write(encoded.data(), encoded.size());
}

void OutputFile::writeByName(const std::function<void(const std::string&)>& fill)
{
    errno = 0;
    try {
        fill(temporary_.string());
    } catch (const cv::Exception& error) {
        fail(errno != 0 ? messageOf(errno) : oneLine(error.err));
    }
}

void OutputFile::commit()
{
    // A full disk may be noticed only when the buffer is written.
    const bool closed = std::fclose(file_) == 0;
    file_ = nullptr;
    if (!closed)
        fail(messageOf(errno));
    std::error_code error;
    const fs::file_status before = fs::status(place_, error);
    if (fs::exists(before))
        fs::permissions(temporary_, before.permissions(), error);
    fs::rename(temporary_, place_, error);
    if (error)
        fail(error.message());
    temporary_.clear();
}

void OutputFile::fail(const std::string& reason) const
{
    throw UserError(target_.string() + ": cannot be written: " + reason);
}
