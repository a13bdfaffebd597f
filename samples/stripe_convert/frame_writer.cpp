// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "frames.hpp"

#include "planes.hpp"
#include "y4m.hpp"

FrameWriter::FrameWriter(const std::filesystem::path& path, const Conversion& conversion, const FrameReader& reader)
    : path_(path),
      extension_(path.extension().string()),
      conversion_(conversion),
      frameRate_(reader.frameRate()),
      pixelShape_(reader.pixelShape()),
      numbered_(!isStream(path, conversion) && reader.announcedFrames() != 1)
{
    if (!numbered_)
        file_.emplace(path, &digest_);
}

void FrameWriter::write(const cv::Mat& result, cv::Size picture)
{
    ++frames_;
    if (numbered_) {
        OutputFile file(numberedPath(path_, frames_), &digest_);
        file.writePicture(result, extension_);
        written_.time = file.commit();
        return;
    }
    if (!isStream(path_, conversion_)) {
        file_->writePicture(result, extension_);
        return;
    }
    if (isY4m(path_)) {
        if (frames_ == 1)
            writeY4mHeader(picture);
        file_->write("FRAME\n");
    }
    const Planes samples = conversion_.planesInFiles ? separatePlanes(result, picture, conversion_) : Planes{result};
    for (const cv::Mat& part : samples) {
        CV_Assert(part.isContinuous());
        file_->write(part.data, part.total() * part.elemSize());
    }
}

void FrameWriter::writeY4mHeader(cv::Size picture)
{
    const bool limited = conversion_.format && conversion_.format->range() == cv::cudastripe::YuvRange::Limited;
    file_->write(cv::format("YUV4MPEG2 W%d H%d F%d:%d Ip A%d:%d C%s XCOLORRANGE=%s\n", picture.width, picture.height,
                            frameRate_.numerator, frameRate_.denominator, pixelShape_.numerator,
                            pixelShape_.denominator, y4mColourSpace(conversion_).c_str(),
                            limited ? "LIMITED" : "FULL"));
}

void FrameWriter::finish()
{
    if (file_)
        written_.time = file_->commit();
    written_.hash = digest_.text();
    written_.bytes = digest_.bytes();
    written_.files = numbered_ ? frames_ : 0;
}

std::string FrameWriter::names() const
{
    if (!numbered_)
        return path_.string();
    return numberedPath(path_, 1).string() +
           (frames_ > 1 ? " to " + numberedPath(path_, frames_).filename().string() : "");
}

std::filesystem::path numberedPath(const std::filesystem::path& path, int number)
{
    return path.parent_path() / (path.stem().string() + cv::format("_%04d", number) + path.extension().string());
}
