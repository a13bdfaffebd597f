// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "done_list.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

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

}  // namespace

DoneList::DoneList(const fs::path& folder) : folder_(folder / ".stripe_convert")
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

std::optional<Written> DoneList::find(const Job& job, const std::string& options) const
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

void DoneList::add(const Job& job, const std::string& options, const std::string& stamp, const Written& written)
{
    const std::string key = keyOf(job, options, stamp);
    if (key.empty() || stamp.empty())
        return;
    std::ostringstream line;
    line << key << '\t' << written.hash << ' ' << written.bytes << ' ' << written.time << ' ' << written.files << '\n';
    for (int i = 1; i <= std::max(1, written.files); ++i)
        startWriting(written.files > 0 ? numberedPath(job.output, i) : job.output);
    lines_ += line.str();  // after the loop, which may flush earlier lines
}

// The disk may begin, so that flush() waits less.
void DoneList::startWriting(const fs::path& path)
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

void DoneList::spent(double seconds)
{
    seconds_ += seconds;
    if (files_.size() >= most || seconds_ > 0.1)
        flush();
}

void DoneList::flush()
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

DoneList::~DoneList()
{
    try {
        flush();
    } catch (const UserError&) {
        return;  // the next run makes these outputs again
    }
}

std::string DoneList::stampOf(const fs::path& path)
{
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(path, error);
    return error ? "" : std::to_string(bytes) + "@" + std::to_string(timeOf(path));
}
