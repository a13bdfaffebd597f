// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "convert.hpp"

#include <set>

using namespace cv::cudastripe;
namespace fs = std::filesystem;

namespace {

class FrameWriter : public FrameSink
{
public:
    FrameWriter(const fs::path& path, const Format& target, const FrameReader& reader)
        : path_(path), target_(target), reader_(reader)
    {
        if (isStream(path, target))
            stream_.emplace(path, &digest_);
    }

    void write(const Planes& result) override
    {
        ++frames_;
        if (stream_) {
            writeStream(result);
        } else if (frames_ == 1) {
            first_ = result[0].clone();
        } else {
            if (frames_ == 2)
                writePicture(numberedPath(path_, 1), first_);
            writePicture(numberedPath(path_, frames_), result[0]);
        }
    }

    std::string finish() override
    {
        if (stream_)
            written.time = stream_->commit();
        else if (frames_ == 1)
            writePicture(path_, first_);
        written.hash = digest_.text();
        written.bytes = digest_.bytes();
        written.files = stream_ || frames_ == 1 ? 0 : frames_;
        return numberedPath(path_, written.files ? 1 : 0).string() +
               (written.files ? " to " + numberedPath(path_, frames_).filename().string() : "");
    }

private:
    void writePicture(const fs::path& path, const cv::Mat& picture)
    {
        const std::set<std::string> deep = {".png", ".tif", ".tiff", ".ppm"};
        cv::Mat kept = picture;
        if (picture.depth() != CV_8U && !deep.count(path.extension().string())) {  // imencode would saturate silently
            if (target_)
                throw UserError(path.string() + ": pictures of 16 bits are .png, .tif, .tiff or .ppm");
            picture.convertTo(kept, CV_8U, 1 / 257.);
        }
        OutputFile file(path, &digest_);
        file.writePicture(kept, path.extension().string());
        written.time = file.commit();
    }

    void writeStream(const Planes& result)
    {
        if (isY4m(path_)) {
            if (frames_ == 1) {
                const YuvFormat& format = *target_;
                stream_->write(cv::format("YUV4MPEG2 W%d H%d F%d:%d I%c A%d:%d C%s XCOLORRANGE=%s\n", result[0].cols,
                                          result[0].rows, reader_.rate.numerator, reader_.rate.denominator,
                                          reader_.fields, reader_.pixelShape.numerator, reader_.pixelShape.denominator,
                                          y4mColourSpace(format).c_str(),
                                          format.range() == YuvRange::Limited ? "LIMITED" : "FULL"));
            }
            stream_->write("FRAME\n");
        }
        for (const cv::Mat& plane : result) {
            for (int row = 0; row < plane.rows; ++row)
                stream_->write(plane.ptr(row), size_t(plane.cols) * plane.elemSize());
        }
    }

    const fs::path path_;
    const Format& target_;
    const FrameReader& reader_;
    Digest digest_;
    std::optional<OutputFile> stream_;  // none: a file for each frame
    cv::Mat first_;                     // picture: it has a number if there is a second one
    int frames_ = 0;
};

}  // namespace

std::unique_ptr<FrameSink> openOutput(const fs::path& path, const Format& target, const FrameReader& reader)
{
    return std::make_unique<FrameWriter>(path, target, reader);
}

fs::path numberedPath(const fs::path& path, int number)
{
    return number == 0
               ? path
               : path.parent_path() / (path.stem().string() + cv::format("_%04d", number) + path.extension().string());
}

bool isY4m(const fs::path& path)
{
    return path.extension() == ".y4m";
}

bool isStream(const fs::path& path, const Format& target)
{
    return target ? path.extension() == ".yuv" || isY4m(path) : path.extension() == ".bgr";
}

// FFmpeg has names for sitings of 8-bit 4:2:0 only, and assumes left for everything else.
std::string y4mColourSpace(const YuvFormat& format)
{
    const cv::Size block = format.blockSize();
    const int known = block.height == 2 ? 0 : block.width == 2 ? 1 : 2;
    const YuvLayout layouts[] = {YuvLayout::I420, YuvLayout::I422, YuvLayout::I444};
    const char* const names[] = {"420", "422", "444"};
    const char* const sitings[] = {"paldv", "mpeg2", "jpeg"};  // top left, left, center
    const bool grey = format.layout() == YuvLayout::Y, small = format.depth() == 8;
    const std::string depth = small ? "" : std::to_string(format.depth());
    if (grey)
        return "mono" + depth;
    YuvFormat held = YuvFormat(layouts[known], format.matrix(), format.range()).withDepth(format.depth());
    const YuvFormat left = held.withSiting(ChromaSiting::Left);
    held = held.withSiting(format.siting());
    const bool saysSiting = (known == 0 && small) || held == left;
    if (held != format || block.width > 2 || !saysSiting) {
        throw UserError("--format=" + format.name() +
                        ": .y4m holds planes Y, U, V only, and says where chroma lies in "
                        "4:2:0 of 8 bits only, else it is left; use --format=" +
                        (saysSiting ? held : left).name() + ", or an output in .yuv");
    }
    return names[known] + (known == 0 && small ? sitings[int(format.siting())] : small ? "" : "p" + depth);
}
