// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Each input, from reading to the finished output.

#include <unistd.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "../common/measure.hpp"
#include "convert.hpp"

namespace fs = std::filesystem;

namespace {

// Progress is one line at the bottom of a terminal; nothing at all where there is none.
void clearProgress()
{
    if (isatty(STDERR_FILENO))
        std::fputs("\r\033[K", stderr);
}

void showProgress(const Job& job, size_t done, size_t total)
{
    const std::string name = oneLine(job.input.path.filename().string());
    if (isatty(STDERR_FILENO))
        std::fprintf(stderr, "\r%.50s %zu/%s\033[K", name.c_str(), done, total ? std::to_string(total).c_str() : "?");
}

// Beside an output that is finished: what it was made of, by which options, and its size and time.
fs::path noteOf(const Job& job)
{
    return job.output.parent_path() / ".stripe_convert" / job.output.filename();
}

// Options, and the input's place, size and time; empty: unknown.
std::string madeOf(const Job& job, const std::string& options)
{
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(job.input.path, error);
    return error ? ""
                 : options + "\n" + job.input.place + "\n" + std::to_string(bytes) + "@" +
                       std::to_string(timeOf(job.input.path)) + "\n";
}

void note(const Job& job, const std::string& made, const Written& written)
{
    std::ostringstream text;
    text << made << written.hash << ' ' << written.bytes << ' ' << written.time << ' ' << written.files << ' '
         << writerName() << '\n';
    OutputFile file(noteOf(job));
    file.write(text.str());
    file.commit();
}

// What an earlier run wrote, if it was made of the same and still has its noted size and time. A crash of the machine
// may leave an output that was renamed before it was on the disk: then it has another size.
std::optional<Written> noted(const Job& job, const std::string& made)
{
    std::ifstream file(noteOf(job));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    Written written;
    if (made.empty() || text.compare(0, made.size(), made) != 0)
        return {};
    std::istringstream(text.substr(made.size())) >> written.hash >> written.bytes >> written.time >> written.files;
    std::int64_t bytes = 0, time = 0;
    for (int i = std::min(1, written.files); i <= written.files; ++i) {
        const fs::path path = numberedPath(job.output, i);
        std::error_code error;
        bytes += error ? 0 : std::int64_t(fs::file_size(path, error));
        time = timeOf(path);
    }
    return bytes == written.bytes && time == written.time ? std::optional(written) : std::nullopt;
}

void convert(const Job& job, const Plan& plan, Converter& converter, bool verify, FrameSink* sink, Outcome& outcome)
{
    const std::unique_ptr<FrameReader> reader = openFrames(job.input, plan.reading);
    const auto output = job.output.empty() ? nullptr : openOutput(job.output, plan.target, *reader);
    sink = output ? output.get() : sink;
    Difference sum = {true, 0};
    Planes frame, result;
    while (reader->read(frame)) {
        if (!job.input.picture)
            showProgress(job, size_t(outcome.frames), size_t(reader->announced));
        converter.convert(frame, reader->format, result);
        const Difference one = verify ? compareWithReference(frame, reader->format, result, converter) : sum;
        sum = {one.exact, sum.off + (verify ? one.off : 0)};
        if (sink)
            sink->write(result);
        ++outcome.frames;
    }
    if (outcome.frames == 0)
        throw InputError("no frame" + (reader->missing.empty() ? "" : ": " + reader->missing));
    std::string text = job.input.path.filename().string() + " " + sizeText(result[0].size());
    if (reader->format)
        text += " " + reader->format->name();
    if (!job.input.picture)
        text += ", " + std::to_string(outcome.frames) + (outcome.frames == 1 ? " frame" : " frames");
    std::string facts = reader->about.empty() ? "" : ", " + reader->about;
    if (verify)
        facts += ", " + std::to_string(sum.off) + (sum.exact ? " differing bytes" : " samples more than one code off");
    if (output) {
        facts += ", written to " + output->finish();
        outcome.written = output->written;
    }
    clearProgress();
    std::printf("%s\n", oneLine(text + ":" + (facts.empty() ? " converted" : facts.substr(1))).c_str());
    std::fflush(stdout);
    const std::string& warning = reader->missing.empty() ? reader->warning : reader->missing;
    if (!warning.empty())
        printError("stripe_convert", "warning: " + job.input.path.string() + ": " + warning);
    outcome.error = sum.off > 0 ? "differs from the reference" : reader->missing;
}

// The same, with errors as a text, printed once.
void attempt(const Job& job, const Plan& plan, Converter& converter, bool verify, FrameSink* sink, Outcome& outcome)
{
    try {
        convert(job, plan, converter, verify, sink, outcome);
        return;
    } catch (const cv::Exception& error) {
        outcome.error = error.err;
    } catch (const std::exception& error) {
        outcome.error = error.what();
    }
    clearProgress();
    printError("stripe_convert", job.input.path.string() + ": " + outcome.error);
}

}  // namespace

std::vector<Outcome> convertAll(const Plan& plan, Converter& converter, bool verify, const std::string& resume,
                                FrameSink* tensor)
{
    if (!resume.empty() && !plan.jobs.empty()) {
        const fs::path notes = noteOf(plan.jobs.front()).parent_path();
        std::error_code ignored;
        fs::create_directories(notes, ignored);
        removeStaleParts(notes);
        removeStaleParts(notes / "..");
    }
    std::vector<Outcome> outcomes;
    int skipped = 0, failed = 0;
    for (const Job& job : plan.jobs) {
        if (plan.jobs.size() > 1)
            showProgress(job, outcomes.size(), plan.jobs.size());
        Outcome outcome;
        const std::string made = resume.empty() ? "" : madeOf(job, resume);  // before the input is read
        const std::optional<Written> before = noted(job, made);
        outcome.skipped = before.has_value();
        if (before)
            outcome.written = *before;
        else
            outcome.seconds = timeMs([&] { attempt(job, plan, converter, verify, tensor, outcome); }) / 1000;
        if (!before && !made.empty() && outcome.error.empty())
            note(job, made, outcome.written);
        skipped += outcome.skipped;
        failed += !outcome.error.empty();
        outcomes.push_back(outcome);
        if (tensor && failed > 0)
            return outcomes;
    }
    if (!resume.empty() || plan.shards > 1) {
        std::printf("Part %d of %d: %zu of %zu inputs, %d of them done before, %d failed\n", plan.shard, plan.shards,
                    plan.jobs.size(), plan.inputs, skipped, failed);
    }
    return outcomes;
}
