// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "frames.hpp"

#include "planes.hpp"

FrameWriter::FrameWriter(const std::filesystem::path& path, const Conversion& conversion, const FrameReader& reader)
    : file_(path),
      extension_(path.extension().string()),
      conversion_(conversion),
      frameRate_(reader.frameRate()),
      pixelShape_(reader.pixelShape())
{
}

void FrameWriter::write(const cv::Mat& result, cv::Size source)
{
    if (extension_ != ".yuv" && extension_ != ".y4m") {
        file_.writePicture(result, extension_);
        return;
    }
    if (extension_ == ".y4m" && !begun_) {
        const bool limited = conversion_.format && conversion_.format->range() == cv::cudastripe::YuvRange::Limited;
        file_.write(cv::format("YUV4MPEG2 W%d H%d F%d:%d Ip A%d:%d C%s XCOLORRANGE=%s\n", source.width, source.height,
                               frameRate_.numerator, frameRate_.denominator, pixelShape_.numerator,
                               pixelShape_.denominator, y4mColourSpace(conversion_).c_str(),
                               limited ? "LIMITED" : "FULL"));
    }
    begun_ = true;
    if (extension_ == ".y4m")
        file_.write("FRAME\n");
    const Planes samples = conversion_.planesInFiles ? separatePlanes(result, source, conversion_) : Planes{result};
    for (const cv::Mat& part : samples) {
        CV_Assert(part.isContinuous());
        file_.write(part.data, part.total() * part.elemSize());
    }
}
