// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "job_runner.hpp"

#include <csignal>
#include <opencv2/imgproc.hpp>

#include "../common/measure.hpp"
#include "frames.hpp"
#include "planes.hpp"

namespace {

volatile std::sig_atomic_t receivedSignal = 0;

void remember(int signal)
{
    receivedSignal = signal;
    // A second signal ends the program at once.
    std::signal(signal, SIG_DFL);
}

std::string sizeText(cv::Size size)
{
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}

// Repeats the last column and row where the format needs a larger size.
void fitSize(cv::Mat& bgr, const Job& job, const Conversion& conversion, bool pad)
{
    const cv::Size block = conversion.blockSize();
    const int right = (block.width - bgr.cols % block.width) % block.width;
    const int below = (block.height - bgr.rows % block.height) % block.height;
    if (right == 0 && below == 0)
        return;
    if (!pad) {
        throw InputError(job.input.path.string() + ": " + conversion.option + " needs a size in multiples of " +
                         sizeText(block) + ", and this is " + sizeText(bgr.size()) +
                         "; --pad repeats the last column and row");
    }
    cv::copyMakeBorder(bgr, bgr, 0, below, 0, right, cv::BORDER_REPLICATE);
}

cv::Mat sourceOf(const cv::Mat& bgr, const Conversion& conversion)
{
    const bool keepsOrder = conversion.order == cv::cudastripe::ChannelOrder::BGR;
    cv::Mat source;
    cv::cvtColor(bgr, source, keepsOrder ? cv::COLOR_BGR2BGRA : cv::COLOR_BGR2RGBA);
    if (source.depth() != conversion.sourceDepth())
        source.convertTo(source, CV_16U, 257);  // white stays white: 255 * 257 = 65535
    return source;
}

std::string measure(Converter& converter, const cv::Mat& source, int repeat)
{
    cv::Mat result;
    const auto times = timesInTurn(1, repeat, [&](size_t) {
        throwIfInterrupted();
        converter.convert(source, result);
    });
    const double ms = quantile(times[0]);
    const double movedBytes = double(source.total()) * source.elemSize() + double(result.total()) * result.elemSize();
    return cv::format(", %.3f ms (median of %d), %.2f GB/s", ms, repeat, movedBytes / ms / 1e6);
}

}  // namespace

void catchSignals()
{
    for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
        if (std::signal(signal, remember) == SIG_IGN)
            std::signal(signal, SIG_IGN);  // nohup ignores SIGHUP, and so does the program then
    }
}

void throwIfInterrupted()
{
    if (receivedSignal != 0)
        throw Interruption{receivedSignal};
}

JobReport runJob(const Job& job, Converter& converter, const RunOptions& options, ProgressBar& bar)
{
    const Conversion& conversion = converter.conversion;
    const std::string path = job.input.path.string(), name = job.input.path.filename().string();
    FrameReader reader(job.input, conversion.sourceDepth());
    const int announced = reader.announcedFrames();
    std::optional<FrameWriter> writer;
    if (!job.output.empty())
        writer.emplace(job.output, conversion, reader);
    std::optional<OutputFile> planes;
    if (!job.planes.empty())
        planes.emplace(job.planes);

    Difference difference;
    cv::Mat bgr, source;
    int frames = 0;
    FramePipeline pipeline(converter, [&](const cv::Mat& from, const cv::Mat& result) {
        if (options.verify)
            difference.add(compareWithReference(from, result, conversion));
        if (writer)
            writer->write(result, from.size());
        if (frames++ == 0 && planes)
            planes->writePicture(drawPlanes(bgr, result, conversion));
    });
    while (reader.read(bgr)) {
        throwIfInterrupted();
        if (job.input.video)
            bar.show(name, frames, announced);
        fitSize(bgr, job, conversion, options.pad);
        source = sourceOf(bgr, conversion);
        pipeline.add(source);
    }
    pipeline.finish();

    JobReport report;
    report.right = difference.off == 0;
    // Some containers give only a duration, so that the count may be a little off.
    const bool cutOff = announced - frames > std::max(1, announced / 100);
    if (cutOff) {
        report.right = false;
        report.warning = path + ": only " + std::to_string(frames) + " of " + std::to_string(announced) +
                         " frames could be read; the file seems to be cut off";
    } else if (!reader.warning().empty()) {
        report.warning = path + ": " + reader.warning();
    }
    report.text = name + " " + sizeText(source.size());
    if (job.input.video)
        report.text += ", " + std::to_string(frames) + (cutOff ? " of " + std::to_string(announced) : "") + " frames";
    std::string facts;
    if (options.verify)
        facts += ", " + difference.text();
    if (options.repeat > 0)
        facts += measure(converter, source, options.repeat);
    if (writer) {
        writer->finish();
        facts += ", written to " + job.output.string();
    }
    if (planes) {
        planes->commit();
        facts += ", planes in " + job.planes.string();
    }
    report.text += ":" + (facts.empty() ? " converted" : facts.substr(1));
    return report;
}
