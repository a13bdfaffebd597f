// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "batch.hpp"

#include "../common/measure.hpp"
#include "done_list.hpp"

namespace {

class Batch
{
public:
    Batch(const Plan& plan, Converter& converter, const RunOptions& options) : converter_(converter), options_(options)
    {
        if (!options.resume || plan.jobs.empty())
            return;
        const std::filesystem::path& output = plan.jobs.front().output;
        const std::filesystem::path folder = output.has_parent_path() ? output.parent_path() : ".";
        removeStaleParts(folder);
        done_.emplace(folder);
    }

    void show(const Job& job, size_t i, size_t count)
    {
        bar_.show(job.input.path.filename().string(), int(i), int(count));
    }

    Report::Entry run(const Job& job)
    {
        Report::Entry entry;
        entry.input = job.input.name;
        entry.output = job.output.string();
        std::error_code error;
        const std::uintmax_t bytes = std::filesystem::file_size(job.input.path, error);
        entry.bytes = error ? 0 : std::int64_t(bytes);
        entry.seconds = timeMs([&] { attempt(job, entry); }) / 1000;
        if (done_)
            done_->spent(entry.seconds);
        return entry;
    }

    void finish()
    {
        if (done_)
            done_->flush();
    }

private:
    void attempt(const Job& job, Report::Entry& entry)
    {
        const std::string name = job.input.path.string();
        const auto fail = [&](const std::string& text) {
            bar_.clear();
            printError("stripe_convert", text);
            entry.error = text;
        };
        try {
            if (!job.error.empty())
                throw InputError(job.error);
            convert(job, entry);
        } catch (const cv::Exception& error) {
            fail(name + ": " + error.err);
        } catch (const UserError& error) {
            fail(error.what());
        } catch (const std::exception& error) {
            fail(name + ": " + error.what());
        }
    }

    void convert(const Job& job, Report::Entry& entry)
    {
        const std::string stamp = DoneList::stampOf(job.input.path);
        const std::optional<Written> before = done_ ? done_->find(job, options_.text) : std::nullopt;
        if (before) {
            entry.skipped = true;
            entry.written = *before;
            return;
        }
        const JobReport report = runJob(job, converter_, options_, bar_);
        entry.frames = report.frames;
        entry.written = report.written;
        bar_.clear();
        std::printf("%s\n", oneLine(report.text).c_str());
        std::fflush(stdout);
        if (!report.warning.empty())
            printError("stripe_convert", "warning: " + report.warning);
        if (!report.right)
            entry.error =
                report.warning.empty() ? job.input.path.string() + ": differs from the reference" : report.warning;
        else if (done_)
            done_->add(job, options_.text, stamp, report.written);
    }

    Converter& converter_;
    const RunOptions& options_;
    ProgressBar bar_;
    std::optional<DoneList> done_;
};

}  // namespace

bool convertAll(const Plan& plan, Converter& converter, const RunOptions& options, Report& report)
{
    catchSignals();
    Batch batch(plan, converter, options);
    size_t skipped = 0, failed = 0;
    for (size_t i = 0; i < plan.jobs.size(); ++i) {
        if (plan.jobs.size() > 1)
            batch.show(plan.jobs[i], i, plan.jobs.size());
        Report::Entry entry = batch.run(plan.jobs[i]);
        skipped += entry.skipped;
        failed += !entry.error.empty();
        report.add(std::move(entry));
        throwIfInterrupted();
    }
    batch.finish();
    report.write(plan.shard, plan.inputs, options.text);
    if (options.resume || plan.shard.count > 1) {
        std::printf("Part %d of %d: %zu of %zu inputs, %zu of them done before, %zu failed\n", plan.shard.index,
                    plan.shard.count, plan.jobs.size(), plan.inputs, skipped, failed);
    }
    return failed == 0;
}
