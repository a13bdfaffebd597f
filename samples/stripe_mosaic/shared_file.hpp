// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_MOSAIC_SHARED_FILE_HPP
#define STRIPE_MOSAIC_SHARED_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

//! Throws "PATH: cannot be written: REASON".
[[noreturn]] void failToWrite(const std::string& path, int error);

//! A file that several processes write, each its own parts of it. @throws UserError that names the file.
class SharedFile
{
public:
    //! Opens a file that exists. @param byMpi by MPI-IO, else by POSIX calls.
    static std::unique_ptr<SharedFile> open(const std::string& path, bool byMpi);
    virtual ~SharedFile();
    SharedFile(const SharedFile&) = delete;
    SharedFile& operator=(const SharedFile&) = delete;

    //! Also asks the kernel to begin with bringing it to the disk, so that sync() finds little left to do.
    void write(std::int64_t offset, const void* bytes, std::size_t sizeBytes);
    //! What this process has written is on the disk.
    virtual void sync() = 0;

protected:
    explicit SharedFile(const std::string& path);
    //! @param sizeBytes at most 1 GB.
    virtual void writePiece(std::int64_t offset, const char* bytes, std::size_t sizeBytes) = 0;

    const std::string path_;
    int descriptor_ = -1;
};

#endif
