// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "output.hpp"

#ifdef STRIPE_MOSAIC_MPI
#include <mpi.h>

// Independent, not collective: a rank's part of a plane is one piece of megabytes, so there is nothing to gather from
// other ranks, and none has to wait until the slowest one comes to the same call. Each rank opens the file for itself,
// because MPI_File_sync is collective over those that opened it together.
struct SharedFile::Mpi
{
    explicit Mpi(const std::string& name) : path(name)
    {
        check(MPI_File_open(MPI_COMM_SELF, path.c_str(), MPI_MODE_WRONLY, MPI_INFO_NULL, &file));
    }
    ~Mpi() { MPI_File_close(&file); }

    void write(std::int64_t offset, const char* bytes, int size)
    {
        MPI_Status status;
        int written = 0;
        check(MPI_File_write_at(file, offset, bytes, size, MPI_BYTE, &status), size);
        MPI_Get_count(&status, MPI_BYTE, &written);
        if (written != size)
            failToWrite(path, ENOSPC);
    }

    // MPI does not say what has failed.
    void check(int result, int size = 0)
    {
        struct statvfs space = {};
        if (result == MPI_SUCCESS)
            return;
        if (size > 0 && statvfs(path.c_str(), &space) == 0 && space.f_bavail * space.f_frsize < std::size_t(size))
            failToWrite(path, ENOSPC);
        char text[MPI_MAX_ERROR_STRING] = "";
        int length = 0;
        MPI_Error_string(result, text, &length);
        throw UserError(path + ": cannot be written: " + text);
    }

    const std::string path;
    MPI_File file = MPI_FILE_NULL;
};
#else
struct SharedFile::Mpi
{
};
#endif

void failToWrite(const std::string& path, int error)
{
    throw UserError(path + ": cannot be written: " + std::generic_category().message(error));
}

SharedFile::SharedFile(const std::string& path, [[maybe_unused]] bool byMpi)
    : path_(path), descriptor_(open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC))
{
    if (descriptor_ < 0)
        failToWrite(path, errno);
#ifdef STRIPE_MOSAIC_MPI
    if (byMpi)
        mpi_ = std::make_unique<Mpi>(path);
#endif
}

SharedFile::~SharedFile()
{
    close(descriptor_);
}

void SharedFile::write(std::int64_t offset, const void* bytes, std::size_t sizeBytes)
{
    const char* from = static_cast<const char*>(bytes);
    const std::size_t atOnce = std::size_t(1) << 30;
    for (std::size_t done = 0; done < sizeBytes;) {
        const std::size_t size = std::min(atOnce, sizeBytes - done);
#ifdef STRIPE_MOSAIC_MPI
        if (mpi_) {
            mpi_->write(offset + std::int64_t(done), from + done, int(size));
            done += size;
            continue;
        }
#endif
        const ssize_t written = pwrite(descriptor_, from + done, size, offset + std::int64_t(done));
        if (written == 0 || (written < 0 && errno != EINTR))
            failToWrite(path_, written < 0 ? errno : ENOSPC);
        done += std::size_t(std::max<ssize_t>(written, 0));
    }
#ifdef __linux__
    sync_file_range(descriptor_, offset, std::int64_t(sizeBytes), SYNC_FILE_RANGE_WRITE);
    inFlight_.emplace_back(offset, std::int64_t(sizeBytes));
    const std::size_t most = 6;  // pieces: two bands of three planes
    for (; inFlight_.size() > most; inFlight_.pop_front()) {
        const auto [start, size] = inFlight_.front();
        const unsigned int wait = SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
        if (sync_file_range(descriptor_, start, size, wait) != 0 && errno != ESPIPE && errno != ENOSYS)
            failToWrite(path_, errno);
        dropFromCache(descriptor_, start, size);
    }
#endif
}

void SharedFile::sync()
{
#ifdef STRIPE_MOSAIC_MPI
    if (mpi_)
        mpi_->check(MPI_File_sync(mpi_->file));
#endif
    // Also after MPI: an error of the kernel's own writing is told once to each descriptor.
    if (fdatasync(descriptor_) != 0)
        failToWrite(path_, errno);
}
