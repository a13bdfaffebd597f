// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "job_runner.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <limits>
#include <opencv2/imgproc.hpp>

#include "../common/measure.hpp"
#include "planes.hpp"

namespace {

volatile std::sig_atomic_t receivedSignal = 0;

void remember(int signal)
{
    receivedSignal = signal;
    // A second Ctrl-C ends the program at once. SIGTERM may come twice from a cluster, by its daemon and by srun.
    if (signal == SIGINT)
        std::signal(signal, endBySignal);
}

std::string measure(Converter& converter, const Conversion& conversion, const cv::Mat& source, int repeat)
{
    cv::Mat result;
    const auto times = timesInTurn(1, repeat, [&](size_t) {
        throwIfInterrupted();
        converter.convert(conversion, source, result);
    });
    const double ms = quantile(times[0]);
    const double movedBytes = double(source.total()) * source.elemSize() + double(result.total()) * result.elemSize();
    return cv::format(", %.3f ms (median of %d), %.2f GB/s", ms, repeat, movedBytes / ms / 1e6);
}

// How near the colours of a conversion come to those of another file: a picture, or frames in .bgr of as many bits as
// the colours have.
class Psnr
{
public:
    Psnr(const std::filesystem::path& path, const Conversion& conversion) : path_(path), toYuv_(conversion)
    {
        toYuv_.toColours = false;
    }

    // Compares the next frame.
    void add(const cv::Mat& colours)
    {
        const cv::Mat other = nextFrame(colours);
        if (other.size() != colours.size())
            throw InputError(path_.string() + ": " + sizeText(other.size()) + ", but the result is " +
                             sizeText(colours.size()));
        if (cv::norm(colours, other, cv::NORM_INF) != 0)
            lowest_ = std::min(lowest_, cv::PSNR(colours, other, colours.depth() == CV_8U ? 255 : 65535));
    }

    // Such as "PSNR 41.52 dB", of the frame that has the lowest.
    std::string text() const { return cv::format("PSNR %.2f dB", lowest_); }

private:
    // A picture is padded, as --pad padded it when the YUV was made of it.
    cv::Mat nextFrame(const cv::Mat& colours)
    {
        if (!reader_) {
            reader_ = path_.extension() == ".bgr" ? openRaw(path_, colours.size(), colours.type(), "the result")
                                                  : openFrames({path_, false}, toYuv_, true);
        }
        cv::Mat frame;
        if (!reader_->read(frame))
            throw InputError(path_.string() + ": has fewer frames than the input");
        if (frame.channels() == 4)
            cv::cvtColor(frame, frame, cv::COLOR_BGRA2BGR);
        return frame;
    }

    const std::filesystem::path path_;
    Conversion toYuv_;  // whose source the picture is
    std::unique_ptr<FrameReader> reader_;
    double lowest_ = std::numeric_limits<double>::infinity();
};

// What becomes of the frames of a job.
class Results
{
public:
    Results(const Job& job, const FrameReader& reader, const RunOptions& options) : job_(job), verify_(options.verify)
    {
        if (!job.output.empty())
            writer_.emplace(job.output, job.conversion, reader);
        if (!job.planes.empty())
            planes_.emplace(job.planes);
        if (!options.compare.empty())
            psnr_.emplace(options.compare, job.conversion);
    }

    void add(const cv::Mat& source, const cv::Mat& result)
    {
        const bool toColours = job_.conversion.toColours;
        const cv::Mat &colours = toColours ? result : source, &yuv = toColours ? source : result;
        size_ = colours.size();
        if (verify_)
            difference_.add(compareWithReference(source, result, job_.conversion));
        if (psnr_)
            psnr_->add(colours);
        if (writer_)
            writer_->write(result, size_);
        if (frames_++ == 0 && planes_)
            planes_->writePicture(drawPlanes(colours, yuv, job_.conversion));
    }

    int frames() const { return frames_; }
    bool right() const { return difference_.off == 0; }

    // Such as "clip.y4m 640x480 i420:bt709:limited, 3 frames".
    std::string title() const
    {
        std::string text = job_.input.path.filename().string() + " " + sizeText(size_);
        if (job_.conversion.toColours)
            text += " " + job_.conversion.format->name();
        if (job_.input.video)
            text += ", " + std::to_string(frames_) + (frames_ == 1 ? " frame" : " frames");
        return text;
    }

    Written written() const { return writer_ ? writer_->written() : Written(); }

    // What was found, each after a comma.
    std::string facts() const
    {
        return (verify_ ? ", " + difference_.text() : "") + (psnr_ ? ", " + psnr_->text() : "");
    }

    // Lets the files appear, and names them, each after a comma.
    std::string finish()
    {
        std::string text;
        if (writer_) {
            writer_->finish();
            text += ", written to " + writer_->names();
        }
        if (planes_) {
            planes_->commit();
            text += ", planes in " + job_.planes.string();
        }
        return text;
    }

private:
    const Job& job_;
    const bool verify_;
    std::optional<FrameWriter> writer_;
    std::optional<OutputFile> planes_;
    std::optional<Psnr> psnr_;
    Difference difference_;
    cv::Size size_;
    int frames_ = 0;
};

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

ProgressBar::ProgressBar() : terminal_(isatty(STDERR_FILENO) ? stderr : isatty(STDOUT_FILENO) ? stdout : nullptr) {}

void ProgressBar::show(const std::string& label, int done, int total)
{
    const std::int64_t now = cv::getTickCount(), interval = std::int64_t(cv::getTickFrequency() / 10);
    if (!terminal_ || (drawnAt_ > 0 && now - drawnAt_ < interval && done != total))
        return;
    drawnAt_ = now;
    // Narrow enough for 80 columns.
    const size_t labelWidth = 24, barWidth = 30;
    std::string line = oneLine(label);
    if (line.size() > labelWidth)
        line = line.substr(0, labelWidth - 3) + "...";
    line.resize(labelWidth, ' ');
    if (total > 0) {
        const size_t filled = std::min(barWidth, barWidth * size_t(done) / size_t(total));
        line += " [" + std::string(filled, '=') + std::string(barWidth - filled, ' ') + "]";
    }
    line += " " + std::to_string(done) + (total > 0 ? "/" + std::to_string(total) : "");
    std::fprintf(terminal_, "\r%s\033[K", line.c_str());
    std::fflush(terminal_);
}

void ProgressBar::clear()
{
    if (drawnAt_ == 0)
        return;
    std::fputs("\r\033[K", terminal_);
    std::fflush(terminal_);
    drawnAt_ = 0;
}

JobReport runJob(const Job& job, Converter& converter, const RunOptions& options, ProgressBar& bar)
{
    const std::string path = job.input.path.string(), name = job.input.path.filename().string();
    const std::unique_ptr<FrameReader> reader = openFrames(job.input, job.conversion, options.pad);
    Results results(job, *reader, options);
    FramePipeline pipeline(converter, job.conversion,
                           [&](const cv::Mat& source, const cv::Mat& result) { results.add(source, result); });
    cv::Mat source;
    while (reader->read(source)) {
        throwIfInterrupted();
        if (job.input.video)
            bar.show(name, results.frames(), reader->announcedFrames());
        pipeline.add(source);
    }
    pipeline.finish();

    const std::string missing = reader->missing(results.frames());
    const std::string warning = missing.empty() ? reader->warning() : missing;
    if (results.frames() == 0)
        throw InputError(path + ": " + (warning.empty() ? "no frame" : warning));
    JobReport report;
    report.right = results.right() && missing.empty();
    if (!warning.empty())
        report.warning = path + ": " + warning;
    std::string facts = results.facts();
    if (options.repeat > 0)
        facts += measure(converter, job.conversion, source, options.repeat);
    facts += results.finish();
    report.frames = results.frames();
    report.written = results.written();
    report.text = results.title() + ":" + (facts.empty() ? " converted" : facts.substr(1));
    return report;
}
