// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "output.hpp"

namespace fs = std::filesystem;

namespace {

const int lineBytes = 39;

// What a rename or a new name needs to survive a power failure.
void syncFolderOf(const std::string& path)
{
    const fs::path folder = fs::path(path).parent_path();
    const int descriptor = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0) {
        fsync(descriptor);
        close(descriptor);
    }
}

// A file of this call or an earlier one, not what a link of somebody else leads to.
int openOwn(const std::string& path, int flags)
{
    const int file = open(path.c_str(), flags | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    if (file < 0 && errno != ELOOP)
        failToWrite(path, errno);
    struct stat status = {};
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode))
        return file;
    close(file);
    throw UserError(path + ": cannot be written: it is not a file");
}

void writeAll(int file, const std::string& path, const void* bytes, size_t size)
{
    const char* from = static_cast<const char*>(bytes);
    while (size > 0) {
        const ssize_t written = write(file, from, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            failToWrite(path, errno);
        from += written;
        size -= size_t(written);
    }
}

void syncOrFail(int file, const std::string& path)
{
    if (fsync(file) != 0)
        failToWrite(path, errno);
}

}  // namespace

Checkpoint::Checkpoint(const std::string& output, const OutputLayout& layout, const std::string& key, bool restart,
                       bool reserve)
    : output_(output),
      part_(output + ".part"),
      bands_(output + ".bands"),
      rows_(layout.size().height),
      bytes_(layout.bytes())
{
    std::error_code error;
    if (fs::exists(output_, error) && !fs::is_regular_file(output_, error))
        throw UserError(output_ + ": cannot be written: it is not a file");
    const bool listed = fs::exists(bands_, error);
    file_ = openOwn(bands_, O_RDWR);
    if (flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        throw UserError(output_ + ": another process is writing it (" + bands_ + " is locked)");
    try {
        if (!restart && !listed && fs::is_regular_file(fs::symlink_status(part_, error)))
            throw UserError(part_ + ": is there, and no " + bands_ + " lists what is in it; --restart replaces it");
        if (!restart && load(key + "\n"))
            return;
    } catch (...) {
        close(file_);
        if (!listed)
            unlink(bands_.c_str());
        throw;
    }
    begin(layout, key + "\n", reserve);
}

Checkpoint::~Checkpoint()
{
    close(file_);
}

// False if there is nothing to go on with.
bool Checkpoint::load(const std::string& key)
{
    std::string text;
    char piece[1 << 16];
    for (ssize_t got; (got = read(file_, piece, sizeof(piece))) > 0;)
        text.append(piece, size_t(got));
    if (key.compare(0, text.size(), text) == 0 && text.size() < key.size())
        return false;  // empty, or a crash has cut the first line
    if (text.compare(0, key.size(), key) != 0) {
        throw UserError(bands_ + ": is of another input or of other options (" + text.substr(0, text.find('\n')) +
                        ", now " + key.substr(0, key.size() - 1) + "); --restart begins anew");
    }
    std::error_code error;
    const auto partBytes = fs::file_size(part_, error);
    if (error)
        return false;  // its rows are gone
    if (std::int64_t(partBytes) != bytes_) {
        throw UserError(part_ + ": has " + std::to_string(partBytes) + " bytes, not " + std::to_string(bytes_) +
                        ", so it is not what " + bands_ + " lists; --restart begins anew");
    }
    size_t at = key.size();
    for (; at + lineBytes <= text.size(); at += lineBytes) {  // what follows was cut short by a crash
        DoneBand done;
        unsigned long long hash = 0;
        if (std::sscanf(text.c_str() + at, "%d %d %llx", &done.band.row, &done.band.rows, &hash) != 3)
            break;
        done.hash = hash;
        insert(done);
    }
    if (ftruncate(file_, off_t(at)) != 0 || lseek(file_, 0, SEEK_END) < 0)
        failToWrite(bands_, errno);
    return true;
}

// The header and the names are on the disk before the first band is.
void Checkpoint::begin(const OutputLayout& layout, const std::string& key, bool reserve)
{
    int part = -1;
    try {
        part = openOwn(part_, O_WRONLY | O_TRUNC);
#ifdef __linux__
        if (reserve && fallocate(part, 0, 0, bytes_) != 0 && errno != EOPNOTSUPP && errno != ENOSYS)
            failToWrite(part_, errno);
#endif
        if (ftruncate(part, bytes_) != 0)
            failToWrite(part_, errno);
        writeAll(part, part_, layout.header().data(), layout.header().size());
        syncOrFail(part, part_);
        if (ftruncate(file_, 0) != 0 || lseek(file_, 0, SEEK_SET) < 0)
            failToWrite(bands_, errno);
        writeAll(file_, bands_, key.data(), key.size());
        syncOrFail(file_, bands_);
    } catch (...) {  // nothing is lost
        if (part >= 0) {
            close(part);
            unlink(part_.c_str());
        }
        unlink(bands_.c_str());
        throw;
    }
    close(part);
    syncFolderOf(output_);
}

void Checkpoint::insert(const DoneBand& done)
{
    const std::int64_t end = std::int64_t(done.band.row) + done.band.rows;
    const auto next = done_.lower_bound(done.band.row);
    const bool clear =
        done.band.row >= 0 && done.band.rows > 0 && end <= rows_ && (next == done_.end() || next->first >= end) &&
        (next == done_.begin() || std::prev(next)->first + std::prev(next)->second.band.rows <= done.band.row);
    if (!clear)
        throw UserError(bands_ + ": has rows that no band can have; --restart begins anew");
    done_[done.band.row] = done;
    rowsDone_ += done.band.rows;
}

std::vector<Band> Checkpoint::missing(int bandRows) const
{
    std::vector<Band> bands;
    const auto cut = [&](int from, int to) {
        for (int row = from; row < to; row += bandRows)
            bands.push_back({row, std::min(bandRows, to - row)});
    };
    int row = 0;
    for (const auto& [begin, done] : done_) {
        cut(row, begin);
        row = begin + done.band.rows;
    }
    cut(row, rows_);
    return bands;
}

void Checkpoint::add(const std::vector<DoneBand>& done)
{
    std::string lines;
    for (const DoneBand& one : done) {
        insert(one);
        lines +=
            cv::format("%010d %010d %016llx\n", one.band.row, one.band.rows, static_cast<unsigned long long>(one.hash));
    }
    writeAll(file_, bands_, lines.data(), lines.size());
    syncOrFail(file_, bands_);
}

std::uint64_t Checkpoint::hash() const
{
    std::uint64_t sum = 0;
    for (const auto& [row, done] : done_)
        sum += done.hash;
    return sum;
}

void Checkpoint::commit()
{
    if (std::rename(part_.c_str(), output_.c_str()) != 0)
        failToWrite(output_, errno);
    syncFolderOf(output_);
    unlink(bands_.c_str());
}
