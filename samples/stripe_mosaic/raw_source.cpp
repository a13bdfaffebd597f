// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <system_error>

#include "picture.hpp"

using cv::cudastripe::ChannelOrder;

namespace {

const int mostRows = 1 << 30;

[[noreturn]] void failToRead(const std::string& path, const std::string& reason)
{
    throw UserError(path + ": cannot be read: " + reason);
}

// Rows without gaps behind a header: raw colours, and PNM.
class PlainSource : public Source
{
public:
    PlainSource(const std::string& path, const std::string& size)
        : path_(path), file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC))
    {
        if (file_ < 0)
            failToRead(path, std::generic_category().message(errno));
        const std::string extension = extensionOf(path);
        if (extension == ".bgr" || extension == ".bgra") {
            if (size.empty())
                throw UserError(path + ": raw colours need --size=WIDTHxHEIGHT");
            picture_.size = sizeOf(size);
            picture_.type = extension == ".bgr" ? CV_8UC3 : CV_8UC4;
            picture_.order = ChannelOrder::BGR;
        } else {
            if (!size.empty())
                throw UserError(path + ": --size goes with .bgr and .bgra only");
            readHeader();
        }
        checkLength(extension[1] == 'b');
    }
    ~PlainSource() override { close(file_); }

    void read(int row, cv::Mat& rows) override
    {
        const std::int64_t at = begin_ + std::int64_t(row) * std::int64_t(picture_.rowBytes());
        const std::size_t bytes = std::size_t(rows.rows) * picture_.rowBytes();
        if (readAt(at, rows.data, bytes) != bytes)
            failToRead(path_, "it ends within rows " + std::to_string(row) + " to " +
                                  std::to_string(row + rows.rows - 1) + ": it was truncated meanwhile");
        if (CV_MAT_DEPTH(picture_.type) == CV_16U) {  // big-endian
            ushort* value = reinterpret_cast<ushort*>(rows.data);
            for (std::size_t i = 0; i < bytes / 2; ++i)
                value[i] = ushort(value[i] << 8 | value[i] >> 8);
        }
    }

private:
    std::size_t readAt(std::int64_t offset, uchar* bytes, std::size_t wanted)
    {
        std::size_t done = 0;
        while (done < wanted) {
            const ssize_t got = pread(file_, bytes + done, wanted - done, offset + std::int64_t(done));
            if (got < 0 && errno == EINTR)
                continue;
            if (got < 0)
                failToRead(path_, std::generic_category().message(errno));
            if (got == 0)
                break;
            done += std::size_t(got);
        }
        dropFromCache(file_, offset, std::int64_t(done));
        return done;
    }

    // P6, then width, height and the greatest value, apart by white space and comments, then one white space.
    void readHeader()
    {
        char text[1024] = "";
        const std::size_t length = readAt(0, reinterpret_cast<uchar*>(text), sizeof(text) - 1);
        if (length < 2 || text[0] != 'P' || text[1] != '6')
            failToRead(path_, "not TIFF, not a PNM of kind P6, and its name does not end in .bgr or .bgra");
        int numbers[3] = {};
        const char *at = text + 2, *end = text + length;
        for (int& number : numbers) {
            while (at < end && (std::isspace(uchar(*at)) || *at == '#'))
                at = *at == '#' ? std::find(at, end, '\n') : at + 1;
            const auto [stop, error] = std::from_chars(at, end, number);
            if (error != std::errc() || number < 1 || number > mostRows || stop == end)
                failToRead(path_, "its header is not that of a PNM");
            at = stop;
        }
        if (numbers[2] != 255 && numbers[2] != 65535)
            failToRead(path_, "its greatest value is " + std::to_string(numbers[2]) + ", not 255 or 65535");
        picture_.size = {numbers[0], numbers[1]};
        picture_.type = numbers[2] == 255 ? CV_8UC3 : CV_16UC3;
        begin_ = at + 1 - text;
    }

    void checkLength(bool exact)
    {
        struct stat status = {};
        fstat(file_, &status);
        const std::int64_t needed = begin_ + std::int64_t(picture_.rowBytes()) * picture_.size.height;
        if (status.st_size < needed || (exact && status.st_size != needed))
            failToRead(path_, sizeText(picture_.size) + " pixels are " + std::to_string(needed) + " bytes, it has " +
                                  std::to_string(status.st_size) +
                                  (status.st_size < needed ? ": it is truncated" : ""));
    }

    const std::string path_;
    const int file_;
    std::int64_t begin_ = 0;
};

}  // namespace

std::unique_ptr<Source> Source::open(const std::string& path, const std::string& size)
{
    const std::string extension = extensionOf(path);
    if (extension != ".tif" && extension != ".tiff")
        return std::make_unique<PlainSource>(path, size);
    if (!size.empty())
        throw UserError(path + ": --size goes with .bgr and .bgra only");
    return openTiff(path);
}

void dropFromCache([[maybe_unused]] int file, [[maybe_unused]] std::int64_t offset, [[maybe_unused]] std::int64_t bytes)
{
#ifdef __linux__
    posix_fadvise(file, offset, bytes, POSIX_FADV_DONTNEED);
#endif
}

std::string extensionOf(const std::string& path)
{
    return lowered(std::filesystem::path(path).extension().string());
}

cv::Size sizeOf(const std::string& text)
{
    const std::size_t x = text.find('x');
    const int width = parseNumber(text.substr(0, x), mostRows);
    const int height = x == std::string::npos ? -1 : parseNumber(text.substr(x + 1), mostRows);
    if (width < 1 || height < 1)
        throw UserError("--size=" + text + ": not WIDTHxHEIGHT, such as 60000x40000");
    return {width, height};
}

std::string stampOf(const std::string& path)
{
    struct stat status = {};
    if (stat(path.c_str(), &status) != 0)
        failToRead(path, std::generic_category().message(errno));
    return cv::format("%lld,%lld.%09ld", static_cast<long long>(status.st_size),
                      static_cast<long long>(status.st_mtim.tv_sec), status.st_mtim.tv_nsec);
}
