// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <sstream>

#include "../common/measure.hpp"
#include "report.hpp"

namespace fs = std::filesystem;

namespace {

constexpr size_t most = 200;  // outputs that wait for the disk together

// The first part of a line: all that must be the same. Empty: a name that a line cannot hold.
std::string keyOf(const Job& job, const std::string& options, const std::string& stamp)
{
    const std::string input = job.input.path.filename().string(), output = job.output.filename().string();
    if ((input + output + options).find_first_of("\t\n") != std::string::npos)
        return "";
    return output + "\t" + options + "\t" + input + "\t" + stamp;
}

bool isThere(const Written& written, const fs::path& output)
{
    std::int64_t bytes = 0;
    std::error_code error;
    for (int i = 1; i <= std::max(1, written.files); ++i) {
        const fs::path path = written.files > 0 ? numberedPath(output, i) : output;
        bytes += std::int64_t(fs::file_size(path, error));
        if (error || (i >= written.files && timeOf(path) != written.time))
            return false;
    }
    return bytes == written.bytes;
}

// Size and time.
std::string stampOf(const fs::path& path)
{
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(path, error);
    return error ? "" : std::to_string(bytes) + "@" + std::to_string(timeOf(path));
}

// What runs with --resume have finished in a folder, noted in its folder .stripe_convert: a line for each output, with
// its size, its time and what it was made of and by which options. Outputs are on the disk before their lines are.
// Each process writes a file of its own, so that no lock is needed.
class DoneList
{
public:
    // Reads what others have noted.
    explicit DoneList(const fs::path& folder) : folder_(folder / ".stripe_convert")
    {
        std::error_code error;
        for (fs::directory_iterator entry(folder_, error), end; !error && entry != end; entry.increment(error)) {
            if (!entry->is_regular_file(error))
                continue;
            std::ifstream file(entry->path());
            // A line that its writer did not finish has no end.
            for (std::string line; std::getline(file, line) && !file.eof();) {
                const size_t tab = line.rfind('\t');
                Written written;
                std::istringstream values(tab == std::string::npos ? "" : line.substr(tab + 1));
                if (values >> written.hash >> written.bytes >> written.time >> written.files)
                    done_.emplace(line.substr(0, tab), written);
            }
        }
    }
    ~DoneList()
    {
        try {
            flush();
        } catch (const UserError&) {
            return;  // the next run makes these outputs again
        }
    }
    DoneList(const DoneList&) = delete;
    DoneList& operator=(const DoneList&) = delete;

    // What an earlier run wrote for the job: if options, all that change a byte of the output, and input are the same,
    // and if the output still has its noted size and time.
    std::optional<Written> find(const Job& job, const std::string& options) const
    {
        const std::string key = keyOf(job, options, stampOf(job.input.path));
        if (key.empty())
            return {};
        const auto [first, end] = done_.equal_range(key);
        for (auto done = first; done != end; ++done) {
            if (isThere(done->second, job.output) && (job.planes.empty() || fs::exists(job.planes)))
                return done->second;
        }
        return {};
    }

    // The stamp is that of the input, from before it was read.
    void add(const Job& job, const std::string& options, const std::string& stamp, const Written& written)
    {
        const std::string key = keyOf(job, options, stamp);
        if (key.empty() || stamp.empty())
            return;
        std::ostringstream line;
        line << key << '\t' << written.hash << ' ' << written.bytes << ' ' << written.time << ' ' << written.files
             << '\n';
        for (int i = 1; i <= std::max(1, written.files); ++i)
            startWriting(written.files > 0 ? numberedPath(job.output, i) : job.output);
        lines_ += line.str();  // after the loop, which may flush earlier lines
    }

    // Adds the time of an output. After 200 files or 0.1 s of work it calls flush(), which waits once for all.
    void spent(double seconds)
    {
        seconds_ += seconds;
        if (files_.size() >= most || seconds_ > 0.1)
            flush();
    }

    // Notes what was added.
    void flush()
    {
        seconds_ = 0;
        bool written = true;
        for (int file : files_) {
            written = fdatasync(file) == 0 && written;
            close(file);
        }
        files_.clear();
        if (lines_.empty())
            return;
        if (!notes_) {
            std::error_code ignored;
            fs::create_directories(folder_, ignored);
            const fs::path path = folder_ / (writerName() + "." + std::to_string(cv::getTickCount()));
            notes_.reset(std::fopen(path.c_str(), "wbx"));  // follows no link
        }
        if (!written || !notes_ || std::fputs(lines_.c_str(), notes_.get()) < 0 || std::fflush(notes_.get()) != 0)
            throw UserError(folder_.string() + ": cannot be written, so that --resume would not know what is done");
        lines_.clear();
    }

private:
    // The disk may begin, so that flush() waits less.
    void startWriting(const fs::path& path)
    {
        if (files_.size() >= most)
            flush();
        const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (file < 0)
            return;  // somebody has removed it, so find() will not find it
#ifdef __linux__
        sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE);
#endif
        files_.push_back(file);
    }

    const fs::path folder_;
    std::multimap<std::string, Written> done_;  // by what they were made of
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> notes_{nullptr, std::fclose};
    std::string lines_;       // that are not noted
    std::vector<int> files_;  // of these lines, open
    double seconds_ = 0;
};

class Batch
{
public:
    Batch(const Plan& plan, Converter& converter, const RunOptions& options) : converter_(converter), options_(options)
    {
        if (!options.resume || plan.jobs.empty())
            return;
        const fs::path& output = plan.jobs.front().output;
        const fs::path folder = output.has_parent_path() ? output.parent_path() : ".";
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
        const std::uintmax_t bytes = fs::file_size(job.input.path, error);
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
        const std::string stamp = stampOf(job.input.path);
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
