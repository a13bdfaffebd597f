// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "job_runner.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "frame_pipeline.hpp"
#include "frame_reader.hpp"
#include "frame_writer.hpp"
#include "interruption.hpp"
#include "planes_picture.hpp"
#include "reference.hpp"
#include "user_error.hpp"

using cv::cudastripe::ChannelOrder;

namespace {

void makeSource(const cv::Mat& bgr, cv::Mat& source, const Conversion& conversion)
{
    const bool keepsOrder = conversion.order == ChannelOrder::BGR;
    const int code = keepsOrder ? cv::COLOR_BGR2BGRA : cv::COLOR_BGR2RGBA;
    if (conversion.sourceDepth() == CV_8U) {
        cv::cvtColor(bgr, source, code);
        return;
    }
    cv::Mat shallow;
    cv::cvtColor(bgr, shallow, code);
    shallow.convertTo(source, CV_16U, 257);  // white stays white: 255 * 257 = 65535
}

// The first run warms up and does not count.
std::string measure(const Converter& converter, const cv::Mat& source, int repeat)
{
    cv::Mat result;
    converter.convert(source, result);
    std::vector<double> timesMs;
    for (int i = 0; i < repeat; ++i) {
        throwIfInterrupted();
        cv::TickMeter meter;
        meter.start();
        converter.convert(source, result);
        meter.stop();
        timesMs.push_back(meter.getTimeMilli());
    }
    std::nth_element(timesMs.begin(), timesMs.begin() + repeat / 2, timesMs.end());
    const double medianMs = timesMs[repeat / 2];
    const double movedBytes = double(source.total()) * source.elemSize() + double(result.total()) * result.elemSize();
    return cv::format(", %.3f ms (median of %d), %.2f GB/s", medianMs, repeat, movedBytes / medianMs / 1e6);
}

void writePlanes(const std::filesystem::path& path, const cv::Mat& bgr, const cv::Mat& result,
                 const Conversion& conversion)
{
    OutputFile file(path);
    writePicture(file, drawPlanes(bgr, result, conversion));
    file.commit();
}

std::string countFrames(int done, int announced)
{
    const bool fewer = done < announced;
    return ", " + std::to_string(done) + (fewer ? " of " + std::to_string(announced) : "") + " frames";
}

}  // namespace

JobRunner::JobRunner(const Options& options, const Conversion& conversion, const Converter& converter, ProgressBar& bar)
    : options_(options), conversion_(conversion), converter_(converter), bar_(bar)
{
}

JobReport JobRunner::run(const Job& job) const
{
    const std::string name = job.input.path.filename().string();
    const bool video = job.input.kind == InputKind::Video;
    FrameReader reader(job.input);
    std::unique_ptr<FrameWriter> writer;
    if (!job.output.empty())
        writer = makeFrameWriter(job.output, conversion_, reader);

    JobReport report;
    cv::Mat bgr, source;
    int frames = 0;
    FramePipeline pipeline(converter_, [&](const cv::Mat& from, const cv::Mat& result) {
        if (options_.verify)
            report.difference.add(compareWithReference(from, result, conversion_));
        if (writer)
            writer->write(result, from.size());
        if (frames++ == 0 && !job.planes.empty())
            writePlanes(job.planes, bgr, result, conversion_);
    });
    while (reader.read(bgr)) {
        throwIfInterrupted();
        if (video)
            bar_.show(name, frames, reader.announcedFrames());
        makeSource(bgr, source, conversion_);
        pipeline.add(source);
    }
    pipeline.finish();

    report.text = name + " " + std::to_string(source.cols) + "x" + std::to_string(source.rows);
    if (video)
        report.text += countFrames(frames, reader.announcedFrames());
    report.text += ":";
    std::string facts;
    if (options_.verify)
        facts += ", " + report.difference.text();
    if (options_.repeat > 0)
        facts += measure(converter_, source, options_.repeat);
    if (writer) {
        writer->finish();
        facts += ", written to " + job.output.string();
    }
    if (!job.planes.empty())
        facts += ", planes in " + job.planes.string();
    report.text += facts.empty() ? " converted" : facts.substr(1);
    if (!reader.warning().empty())
        report.warning = job.input.path.string() + ": " + reader.warning();
    return report;
}
