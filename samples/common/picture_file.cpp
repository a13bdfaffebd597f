// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "picture_file.hpp"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <opencv2/imgcodecs.hpp>

#include "output_file.hpp"
#include "sample_main.hpp"

namespace {

// One file for all captures, because making one takes as long as reading a small picture.
std::FILE* keptFile()
{
    static std::FILE* const kept = std::tmpfile();
    return kept;
}

// Keeps what decoders print to stderr by themselves, until it goes out of scope.
class StderrCapture
{
public:
    StderrCapture() : stderr_(keptFile() && ftruncate(fileno(keptFile()), 0) == 0 ? dup(STDERR_FILENO) : -1)
    {
        if (stderr_ < 0)
            return;
        lseek(fileno(keptFile()), 0, SEEK_SET);
        dup2(fileno(keptFile()), STDERR_FILENO);
    }
    ~StderrCapture()
    {
        if (stderr_ >= 0) {
            dup2(stderr_, STDERR_FILENO);
            close(stderr_);
        }
    }
    StderrCapture(const StderrCapture&) = delete;
    StderrCapture& operator=(const StderrCapture&) = delete;

    static std::string text()
    {
        char buffer[300];
        const ssize_t size = keptFile() ? pread(fileno(keptFile()), buffer, sizeof buffer, 0) : 0;
        return oneLine(std::string(buffer, size > 0 ? size_t(size) : 0));
    }

private:
    const int stderr_;
};

// Pixels by the header of a JPEG; 0: it is none.
std::int64_t pixelsOfJpeg(const std::string& name)
{
    std::ifstream file(name, std::ios::binary);
    const auto number = [&] {
        const int high = file.get();
        return high << 8 | file.get();
    };
    if (number() != 0xFFD8)
        return 0;
    for (;;) {
        int marker = file.get() == 0xFF ? 0xFF : EOF;
        while (marker == 0xFF)
            marker = file.get();
        const int bytes = number();
        if (!file || marker == EOF)
            return 0;
        const bool isFrame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
        if (isFrame) {
            file.get();  // the depth
            const std::int64_t height = number(), width = number();
            return file ? width * height : 0;
        }
        file.seekg(bytes - 2, std::ios::cur);
    }
}

// libjpeg would fill all pixels although their data is missing: gigabytes for a file of some bytes.
bool announcesTooMuch(const std::string& name)
{
    const std::int64_t mostOfByte = 512;  // a block of 8x8 pixels has at least one bit
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(name, error);
    return !error && pixelsOfJpeg(name) / mostOfByte > std::int64_t(bytes);
}

}  // namespace

cv::Mat readPicture(const std::string& name, int flags, std::string& warning)
{
    if (announcesTooMuch(name)) {
        warning = "its header announces more pixels than the file can hold";
        return cv::Mat();
    }
    const StderrCapture capture;
    try {
        const cv::Mat picture = cv::imread(name, flags);
        warning = capture.text();
        // Decoders of other formats refuse a file that is cut off; libjpeg makes the rest grey.
        return warning.find("Premature end of JPEG") == std::string::npos ? picture : cv::Mat();
    } catch (const cv::Exception& error) {
        warning = oneLine(error.err);
        return cv::Mat();
    }
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
