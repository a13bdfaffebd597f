// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>
#include <cerrno>
#include <climits>
#include <fstream>
#include <system_error>

#include "frames.hpp"
#include "y4m.hpp"

namespace fs = std::filesystem;

namespace {

class RawReader : public FrameReader
{
public:
    RawReader(const fs::path& path, cv::Size size, int type, const std::string& what)
        : name_(path.string()),
          y4m_(isY4m(path)),
          size_(size),
          type_(type),
          frameBytes_(std::int64_t(size.width) * size.height * CV_ELEM_SIZE(type)),
          file_(path, std::ios::binary)
    {
        if (!file_)
            throw InputError(name_ + ": cannot be read");
        if (y4m_)
            readY4mHeader(file_, name_);
        std::error_code error;
        if (!fs::is_regular_file(path, error))
            return;  // a pipe has no size
        const std::int64_t bytes = std::int64_t(fs::file_size(path)) - file_.tellg();
        if (bytes < frameBytes_ || (!y4m_ && bytes % frameBytes_ != 0)) {
            throw InputError(name_ + ": " + std::to_string(bytes) + " bytes, but a frame of " + what + " has " +
                             std::to_string(frameBytes_));
        }
        const std::int64_t line = y4m_ ? std::int64_t(std::string("FRAME\n").size()) : 0;
        announced_ = int(std::min<std::int64_t>(INT_MAX, bytes / (line + frameBytes_)));
    }

    bool read(cv::Mat& image) override
    {
        const bool got = readFrame(image);
        if (file_.bad())
            throw InputError(name_ + ": cannot be read: " + std::generic_category().message(errno));
        return got;
    }

    int announcedFrames() const override { return announced_; }
    std::string missing(int frames) const override
    {
        if (!missing_.empty())
            return "cut off after " + std::to_string(frames) + " frames: it has " + missing_;
        // Of a .y4m this is a guess, as lines between frames may be longer.
        const bool shrunk = !y4m_ && frames < announced_;
        return shrunk ? "had " + std::to_string(announced_) + " frames, but ends after " + std::to_string(frames) : "";
    }

private:
    bool readFrame(cv::Mat& image)
    {
        if (y4m_ && !readY4mFrameLine(file_, name_))
            return false;
        image.create(size_, type_);
        file_.read(image.ptr<char>(), frameBytes_);
        const std::int64_t got = file_.gcount();
        if (got < frameBytes_ && (y4m_ || got > 0))
            missing_ = std::to_string(got) + " of " + std::to_string(frameBytes_) + " bytes of the next";
        return got == frameBytes_;
    }

    const std::string name_;
    const bool y4m_;
    const cv::Size size_;
    const int type_;
    const std::int64_t frameBytes_;
    std::ifstream file_;
    int announced_ = 0;
    std::string missing_;
};

}  // namespace

std::unique_ptr<FrameReader> openRaw(const fs::path& path, cv::Size size, int type, const std::string& what)
{
    return std::make_unique<RawReader>(path, size, type, what);
}
