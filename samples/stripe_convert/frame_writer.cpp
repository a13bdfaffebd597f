// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "frame_writer.hpp"

#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

#include "planes.hpp"
#include "user_error.hpp"
#include "y4m_header.hpp"

namespace fs = std::filesystem;

namespace {

class PictureWriter : public FrameWriter
{
public:
    explicit PictureWriter(const fs::path& path) : file_(path) {}
    void write(const cv::Mat& result, cv::Size) override { writePicture(file_, result); }
    void finish() override { file_.commit(); }

private:
    OutputFile file_;
};

class RawWriter : public FrameWriter
{
public:
    RawWriter(const fs::path& path, const Conversion& conversion) : file_(path), conversion_(conversion) {}

    void write(const cv::Mat& result, cv::Size source) override
    {
        if (!conversion_.planesInFiles) {
            writeSamples(result);
            return;
        }
        for (const cv::Mat& plane : separatePlanes(result, source, conversion_))
            writeSamples(plane);
    }
    void finish() override { file_.commit(); }

protected:
    void writeText(const std::string& text) { file_.write(text.data(), text.size()); }
    const Conversion& conversion() const { return conversion_; }

private:
    void writeSamples(const cv::Mat& samples)
    {
        CV_Assert(samples.isContinuous());
        file_.write(samples.data, samples.total() * samples.elemSize());
    }

    OutputFile file_;
    const Conversion& conversion_;
};

class Y4mWriter : public RawWriter
{
public:
    Y4mWriter(const fs::path& path, const Conversion& conversion, Ratio frameRate, Ratio pixelShape)
        : RawWriter(path, conversion), frameRate_(frameRate), pixelShape_(pixelShape)
    {
    }

    void write(const cv::Mat& result, cv::Size source) override
    {
        if (!headerWritten_)
            writeText(y4mHeader(conversion(), source, frameRate_, pixelShape_));
        headerWritten_ = true;
        writeText("FRAME\n");
        RawWriter::write(result, source);
    }

private:
    Ratio frameRate_;
    Ratio pixelShape_;
    bool headerWritten_ = false;
};

}  // namespace

OutputKind outputKind(const fs::path& path)
{
    const std::string extension = path.extension().string();
    if (extension == ".yuv")
        return OutputKind::Yuv;
    if (extension == ".y4m")
        return OutputKind::Y4m;
    if (!extension.empty() && cv::haveImageWriter(path.string()))
        return OutputKind::Picture;
    throw UserError(path.string() +
                    ": the name of an output ends in .yuv, .y4m, .png or another picture format that "
                    "OpenCV can write");
}

std::unique_ptr<FrameWriter> makeFrameWriter(const fs::path& path, const Conversion& conversion,
                                             const FrameReader& reader)
{
    switch (outputKind(path)) {
    case OutputKind::Picture:
        return std::make_unique<PictureWriter>(path);
    case OutputKind::Yuv:
        return std::make_unique<RawWriter>(path, conversion);
    case OutputKind::Y4m:
        break;
    }
    return std::make_unique<Y4mWriter>(path, conversion, reader.frameRate(), reader.pixelShape());
}

void writePicture(OutputFile& file, const cv::Mat& picture)
{
    std::vector<uchar> encoded;
    std::string reason;
    try {
        if (!cv::imencode(file.target().extension().string(), picture, encoded))
            reason = "OpenCV cannot encode it";
    } catch (const cv::Exception& error) {
        reason = oneLine(error.err);
    }
    if (!reason.empty())
        throw UserError(file.target().string() + ": cannot be written: " + reason);
    file.write(encoded.data(), encoded.size());
}
