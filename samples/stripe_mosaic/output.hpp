// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_MOSAIC_OUTPUT_HPP
#define STRIPE_MOSAIC_OUTPUT_HPP

#include <deque>
#include <functional>
#include <map>
#include <opencv2/cudastripe.hpp>
#include <string>
#include <vector>

#include "picture.hpp"
#include "ranks.hpp"

//! Throws "PATH: cannot be written: REASON".
[[noreturn]] void failToWrite(const std::string& path, int error);

//! Where each byte of an output lies, known before anything is written: so ranks need not talk about it.
class OutputLayout
{
public:
    struct Plane
    {
        std::int64_t offset;
        std::size_t rowBytes;
        int rowsOfBlock;  //!< rows of the plane for each blockRows() of the picture
    };

    //! Planes one after the other behind a header: none for .yuv, BigTIFF's for .tif and .tiff.
    //! @throws UserError if the file cannot hold the format, or the format not the size.
    OutputLayout(const std::string& path, const cv::cudastripe::YuvFormat& format, cv::Size size);

    bool tiff() const { return !header_.empty(); }
    cv::Size size() const { return size_; }
    const cv::cudastripe::YuvFormat& format() const { return format_; }
    int blockRows() const { return format_.blockSize().height; }
    const std::vector<uchar>& header() const { return header_; }
    const std::vector<Plane>& planes() const { return planes_; }
    std::int64_t bytes() const { return bytes_; }
    //! Of a plane for so many rows of the picture.
    std::size_t bytesOf(const Plane& plane, int rows) const;
    //! Of all planes.
    std::size_t bytesOf(int rows) const;
    //! Where a row of the picture begins in a plane.
    std::int64_t offset(const Plane& plane, int row) const { return plane.offset + std::int64_t(bytesOf(plane, row)); }
    //! An image for each plane, in one piece of memory.
    std::vector<cv::Mat> images(int rows, uchar* memory) const;

private:
    void makeHeader(const std::string& path);

    const cv::cudastripe::YuvFormat format_;
    const cv::Size size_;
    std::vector<uchar> header_;
    std::vector<Plane> planes_;
    std::int64_t bytes_ = 0;
};

//! A file that several processes write, each its own parts of it. @throws UserError that names the file.
class SharedFile
{
public:
    //! Opens a file that exists. @param byMpi by MPI-IO, else by POSIX calls.
    SharedFile(const std::string& path, bool byMpi);
    ~SharedFile();
    SharedFile(const SharedFile&) = delete;
    SharedFile& operator=(const SharedFile&) = delete;

    //! Writes, and starts the transfer to the disk. Waits for the transfer of what was written some calls ago.
    void write(std::int64_t offset, const void* bytes, std::size_t sizeBytes);
    //! What this process has written is on the disk.
    void sync();

private:
    const std::string path_;
    const int descriptor_;
    std::deque<std::pair<std::int64_t, std::int64_t>> inFlight_;  // offsets and bytes
    struct Mpi;
    std::unique_ptr<Mpi> mpi_;
};

//! An output that is not whole yet, OUTPUT.part, and beside it OUTPUT.bands: a line for each finished band. Rank 0 has
//! it. Bands of any size count, so that a run with other ranks or other memory goes on. @throws UserError
class Checkpoint
{
public:
    //! Goes on with what is there, or begins. @param key what makes the output: lines of another key are refused.
    //! @param reserve allocates the disk's space at the beginning.
    Checkpoint(const std::string& output, const OutputLayout& layout, const std::string& key, bool restart,
               bool reserve);
    ~Checkpoint();
    Checkpoint(const Checkpoint&) = delete;
    Checkpoint& operator=(const Checkpoint&) = delete;

    //! What is left, cut into bands of at most so many rows.
    std::vector<Band> missing(int bandRows) const;
    //! Adds bands whose data is on the disk; returns when the lines are there, too.
    void add(const std::vector<DoneBand>& done);
    int rowsDone() const { return rowsDone_; }
    //! Of all rows, whoever converted them.
    std::uint64_t hash() const;
    //! The output gets its name, and the checkpoint is removed.
    void commit();

private:
    bool load(const std::string& key);
    void begin(const OutputLayout& layout, const std::string& key, bool reserve);
    void insert(const DoneBand& done);

    const std::string output_, part_, bands_;
    const int rows_;
    const std::int64_t bytes_;
    int file_ = -1;
    int rowsDone_ = 0;
    std::map<int, DoneBand> done_;  // by their first rows
};

//! Reads some bands of an output back, first and last among them, and compares them with what cv::cvtColor makes of the
//! source's rows, or, for formats that OpenCV lacks, with one call of the library on the CPU. A TIFF is read by
//! libtiff, which also checks the header. @param alignment rows that stay together.
//! @return what was compared with what. @throws UserError if a byte differs.
std::string verifyBands(Source& source, const OutputLayout& layout, const std::string& path, int alignment);

//! Converts rows, 8 bits to 16 and back if the format needs it. @param scratch is used then.
void convertRows(const cv::Mat& rows, std::vector<cv::Mat>& planes, const OutputLayout& layout,
                 cv::cudastripe::ChannelOrder order, cv::cudastripe::Striper& striper, cv::Mat& scratch);

//! Where the memory of a rank goes.
struct MemoryPlan
{
    //! @param memory of a rank, such as "512M". @throws UserError that names the least if it is too small.
    MemoryPlan(const Picture& picture, const OutputLayout& layout, const std::string& memory, int ranks);

    int alignment;  //!< rows that stay together: of strips, tiles and chroma
    int bandRows;
};

//! Does some bands: three threads read, convert and write. The calling one writes.
//! @param device -1 for the CPU, with so many threads.
//! @param syncSeconds time between two calls of SharedFile::sync.
//! @param finished is called after each written band with the bands that are on the disk since the last call.
StageSeconds runBands(const std::vector<Band>& bands, Source& source, const OutputLayout& layout, int device,
                      int threads, SharedFile& file, double syncSeconds,
                      const std::function<void(const std::vector<DoneBand>&)>& finished);

#endif
