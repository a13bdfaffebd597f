// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "output_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "sample_main.hpp"

namespace fs = std::filesystem;

namespace {

std::string messageOf(int error)
{
    return std::generic_category().message(error);
}

// The target of a symbolic link, whether it exists or not.
fs::path followed(fs::path path)
{
    std::error_code error;
    for (int links = 0; links < 40 && fs::is_symlink(path, error); ++links)
        path = path.parent_path() / fs::read_symlink(path, error);
    return path;
}

const std::string prefix = "cudastripe.", suffix = ".part";

std::string hostName()
{
    char name[256] = "";
    gethostname(name, sizeof name - 1);
    std::string host = std::string(name).substr(0, 64);
    std::replace(host.begin(), host.end(), '/', '_');
    return host.empty() ? "host" : host;
}

// In fixed memory, because a signal's handler can neither allocate nor lock.
struct ListedFile
{
    std::atomic<bool> there;
    char name[PATH_MAX];
};

ListedFile listedFiles[8];
std::atomic<bool> ending{false};
std::atomic<int> creating{0};  // files that are not listed yet

void catchSignalsOnce()
{
    static const bool once = [] {
        for (int signal : {SIGHUP, SIGINT, SIGPIPE, SIGTERM, SIGXCPU}) {
            const auto before = std::signal(signal, endBySignal);
            if (before != SIG_DFL)
                std::signal(signal, before);
        }
        return true;
    }();
    static_cast<void>(once);
}

bool isLocked(const fs::path& path)
{
    const int file = open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    const bool locked = file < 0 || flock(file, LOCK_EX | LOCK_NB) != 0;
    if (file >= 0)
        close(file);
    return locked;
}

// Whether the process that a temporary file is named after was on this host and is gone. After the restart of a
// container this process may have the number of the dead one.
bool isOfTheDead(const std::string& name)
{
    const std::string host = "." + hostName() + ".";
    const size_t found = name.find(host);
    const pid_t process = found == std::string::npos ? 0 : pid_t(std::atol(name.c_str() + found + host.size()));
    return process > 0 && (process == getpid() || (kill(process, 0) != 0 && errno == ESRCH));
}

bool isStale(const fs::path& path)
{
    const std::string name = path.filename().string();
    if (name.rfind(prefix, 0) != 0 || path.extension() != suffix)
        return false;
    std::error_code error;
    const auto age = fs::file_time_type::clock::now() - fs::last_write_time(path, error);
    const std::chrono::seconds most(isOfTheDead(name) ? 10 : 3600);
    return !error && age > most && !isLocked(path);
}

}  // namespace

OutputFile::OutputFile(const fs::path& target, Digest* digest)
    : target_(target), place_(followed(target)), digest_(digest)
{
    std::error_code error;
    const fs::file_status status = fs::status(place_, error);
    if (!fs::status_known(status))
        fail(error.message());
    if (fs::exists(status) && !fs::is_regular_file(status))
        fail("it is not a file");
    // A signal's handler, then in another thread, waits until the file is listed; after it no file is made.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (++creating; ending; pause())
        creating = 0;
    // The target's name with a suffix could be too long. The mode "x" refuses a file that exists.
    temporary_ = place_.parent_path() / (prefix + writerName() + "." + std::to_string(cv::getTickCount()) + suffix);
    file_ = std::fopen(temporary_.string().c_str(), "wbx");
    if (file_)
        list();
    --creating;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (!file_)
        fail(messageOf(errno));
    // Tells removeStaleParts() that the writer lives. Without locks in the file system both calls fail: the file stays.
    lock_ = fcntl(fileno(file_), F_DUPFD_CLOEXEC, 0);
    flock(lock_, LOCK_EX | LOCK_NB);
}

OutputFile::~OutputFile()
{
    if (file_)
        std::fclose(file_);
    std::error_code ignored;
    if (!temporary_.empty())
        fs::remove(temporary_, ignored);
    if (listed_)
        *listed_ = false;
    if (lock_ >= 0)
        close(lock_);
}

void OutputFile::list()
{
    catchSignalsOnce();
    const std::string name = temporary_.string();
    for (ListedFile& file : listedFiles) {
        if (file.there || name.size() >= sizeof file.name)
            continue;
        std::strcpy(file.name, name.c_str());
        listed_ = &file.there;
        file.there = true;
        return;
    }
}

void OutputFile::write(const void* bytes, std::size_t sizeBytes)
{
    if (std::fwrite(bytes, 1, sizeBytes, file_) != sizeBytes)
        fail(messageOf(errno));
    if (digest_)
        digest_->add(bytes, sizeBytes);
}

void OutputFile::overwriteStart(const std::string& text)
{
    CV_Assert(!digest_);
    if (std::fseek(file_, 0, SEEK_SET) != 0)
        fail(messageOf(errno));
    write(text);
}

void OutputFile::writeByName(const std::function<void(const std::string&)>& fill)
{
    errno = 0;
    try {
        fill("/dev/fd/" + std::to_string(fileno(file_)));  // another file might have its name by now
    } catch (const cv::Exception& error) {
        fail(errno != 0 ? messageOf(errno) : oneLine(error.err));
    }
}

std::int64_t OutputFile::commit()
{
    // A full disk may be noticed only when the buffer is written.
    const bool closed = std::fclose(file_) == 0;
    file_ = nullptr;
    if (!closed)
        fail(messageOf(errno));
    std::error_code error;
    const fs::file_status before = fs::status(place_, error);
    if (fs::exists(before))
        fs::permissions(temporary_, before.permissions(), error);
    const std::int64_t time = timeOf(temporary_);
    fs::rename(temporary_, place_, error);
    if (error)
        fail(error.message());
    temporary_.clear();
    return time;
}

void OutputFile::fail(const std::string& reason) const
{
    throw UserError(target_.string() + ": cannot be written: " + reason);
}

void endBySignal(int signal)
{
    ending = true;
    while (creating > 0)
        continue;
    for (const ListedFile& file : listedFiles) {
        if (file.there)
            unlink(file.name);
    }
    std::signal(signal, SIG_DFL);
    raise(signal);
}

std::string writerName()
{
    const char* const job = std::getenv("SLURM_JOB_ID");
    return (job ? std::to_string(std::atoll(job)) : "local") + "." + hostName() + "." + std::to_string(getpid());
}

std::int64_t timeOf(const fs::path& path)
{
    std::error_code error;
    const fs::file_time_type time = fs::last_write_time(path, error);
    return error ? -1 : std::chrono::nanoseconds(time.time_since_epoch()).count();
}

void removeStaleParts(const fs::path& folder)
{
    std::error_code error, ignored;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        if (isStale(entry->path()))
            fs::remove(entry->path(), ignored);
    }
}
