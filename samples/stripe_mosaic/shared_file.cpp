// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "shared_file.hpp"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "../common/sample_main.hpp"

#ifdef STRIPE_MOSAIC_MPI
#include <mpi.h>
#endif

namespace {

class PosixFile : public SharedFile
{
public:
    explicit PosixFile(const std::string& path) : SharedFile(path) {}

    void sync() override
    {
        if (fdatasync(descriptor_) != 0)
            failToWrite(path_, errno);
    }

protected:
    void writePiece(std::int64_t offset, const char* bytes, std::size_t sizeBytes) override
    {
        while (sizeBytes > 0) {
            const ssize_t written = pwrite(descriptor_, bytes, sizeBytes, offset);
            if (written < 0 && errno == EINTR)
                continue;
            if (written <= 0)
                failToWrite(path_, written < 0 ? errno : ENOSPC);
            offset += written;
            bytes += written;
            sizeBytes -= size_t(written);
        }
    }
};

#ifdef STRIPE_MOSAIC_MPI

// Independent, not collective: a rank's part of a plane is one piece of megabytes, so there is nothing to gather from
// other ranks, and none has to wait until the slowest one comes to the same call. Each rank opens the file for itself,
// because MPI_File_sync is collective over those that opened it together.
class MpiFile : public SharedFile
{
public:
    explicit MpiFile(const std::string& path) : SharedFile(path)
    {
        check(MPI_File_open(MPI_COMM_SELF, path.c_str(), MPI_MODE_WRONLY, MPI_INFO_NULL, &file_), 0);
    }
    ~MpiFile() override { MPI_File_close(&file_); }

    void sync() override
    {
        check(MPI_File_sync(file_), 0);
        // An error of the kernel's own writing is told once to each that has opened the file.
        if (fdatasync(descriptor_) != 0)
            failToWrite(path_, errno);
    }

protected:
    void writePiece(std::int64_t offset, const char* bytes, std::size_t sizeBytes) override
    {
        MPI_Status status;
        int written = 0;
        check(MPI_File_write_at(file_, offset, bytes, int(sizeBytes), MPI_BYTE, &status), sizeBytes);
        MPI_Get_count(&status, MPI_BYTE, &written);
        if (written != int(sizeBytes))
            failToWrite(path_, ENOSPC);
    }

private:
    // MPI says only that something failed.
    void check(int result, std::size_t wanted)
    {
        if (result == MPI_SUCCESS)
            return;
        struct statvfs space = {};
        if (wanted > 0 && statvfs(path_.c_str(), &space) == 0 && space.f_bavail * space.f_frsize < wanted)
            failToWrite(path_, ENOSPC);
        char text[MPI_MAX_ERROR_STRING] = "";
        int length = 0;
        MPI_Error_string(result, text, &length);
        throw UserError(path_ + ": cannot be written: " + text);
    }

    MPI_File file_ = MPI_FILE_NULL;
};

#endif

}  // namespace

void failToWrite(const std::string& path, int error)
{
    throw UserError(path + ": cannot be written: " + std::generic_category().message(error));
}

std::unique_ptr<SharedFile> SharedFile::open(const std::string& path, [[maybe_unused]] bool byMpi)
{
#ifdef STRIPE_MOSAIC_MPI
    if (byMpi)
        return std::make_unique<MpiFile>(path);
#endif
    return std::make_unique<PosixFile>(path);
}

SharedFile::SharedFile(const std::string& path) : path_(path), descriptor_(::open(path.c_str(), O_WRONLY | O_CLOEXEC))
{
    if (descriptor_ < 0)
        failToWrite(path, errno);
}

SharedFile::~SharedFile()
{
    close(descriptor_);
}

void SharedFile::write(std::int64_t offset, const void* bytes, std::size_t sizeBytes)
{
    const char* from = static_cast<const char*>(bytes);
    const std::size_t most = std::size_t(1) << 30;
    for (std::size_t done = 0; done < sizeBytes; done += most)
        writePiece(offset + std::int64_t(done), from + done, std::min(most, sizeBytes - done));
#ifdef __linux__
    sync_file_range(descriptor_, offset, std::int64_t(sizeBytes), SYNC_FILE_RANGE_WRITE);
#endif
}
