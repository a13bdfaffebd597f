// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "output.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <numeric>
#include <thread>

#include "../common/gpu.hpp"
#include "../common/measure.hpp"

using namespace cv::cudastripe;

namespace {

// While one band is converted, the next is read and the last one is written.
const int slotCount = 3;

struct Slot
{
    Slot(std::size_t sourceBytes, std::size_t resultBytes, int device)
        : source(sourceBytes, device), result(resultBytes, device)
    {
    }

    HostMemory source, result;
    DoneBand done;
};

// Slots on their way from one thread to the next.
class SlotQueue
{
public:
    void push(Slot* slot)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        slots_.push_back(slot);
        changed_.notify_one();
    }
    // Null when the queue is closed and empty.
    Slot* pop()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        changed_.wait(lock, [&] { return closed_ || !slots_.empty(); });
        if (slots_.empty())
            return nullptr;
        Slot* slot = slots_.front();
        slots_.pop_front();
        return slot;
    }
    void close(bool drop = false)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        closed_ = true;
        if (drop)
            slots_.clear();
        changed_.notify_all();
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Slot*> slots_;
    bool closed_ = false;
};

// The hash of an output is the sum over the rows of all planes, which comes out the same however the rows were divided.
// It finds accidents, not forgeries.
std::uint64_t hashOfRow(const uchar* bytes, std::size_t size, std::uint64_t plane, std::uint64_t row)
{
    const std::uint64_t odd1 = 0x9E3779B185EBCA87u, odd2 = 0xC2B2AE3D27D4EB4Fu;
    std::uint64_t lanes[4] = {plane * odd1 + row * odd2, row ^ odd1, plane ^ odd2, size * odd1}, words[4], hash = 0;
    for (std::size_t at = 0; at < size; at += sizeof(words)) {
        if (size - at < sizeof(words))
            std::memset(words, 0, sizeof(words));
        std::memcpy(words, bytes + at, std::min(sizeof(words), size - at));
        for (int i = 0; i < 4; ++i) {
            const std::uint64_t sum = lanes[i] + words[i] * odd2;
            lanes[i] = (sum << 31 | sum >> 33) * odd1;
        }
    }
    for (std::uint64_t lane : lanes) {
        hash = (hash ^ lane) * odd1;
        hash ^= hash >> 29;
    }
    return hash;
}

class BandPipeline
{
public:
    BandPipeline(const std::vector<Band>& bands, Source& source, const OutputLayout& layout, int device, int threads)
        : bands_(bands), source_(source), picture_(source.picture()), layout_(layout), striper_([&] {
              StriperParams params = paramsFor(device);
              params.threads = threads;
              return params;
          }())
    {
        int most = 0;
        for (const Band& band : bands)
            most = std::max(most, band.rows);
        for (int i = 0; i < std::min(slotCount, int(bands.size())); ++i)
            free_.push(&slots_.emplace_back(picture_.rowBytes() * std::size_t(most), layout.bytesOf(most), device));
    }

    StageSeconds run(SharedFile& file, double syncSeconds,
                     const std::function<void(const std::vector<DoneBand>&)>& finished)
    {
        std::thread reader([&] { stopIfThrows([&] { readAll(); }); });
        std::thread worker([&] { stopIfThrows([&] { convertAll(); }); });
        stopIfThrows([&] { writeAll(file, syncSeconds, finished); });
        reader.join();
        worker.join();
        if (error_)
            std::rethrow_exception(error_);
        return seconds_;
    }

private:
    template <class Stage>
    void stopIfThrows(const Stage& stage)
    {
        try {
            stage();
            return;
        } catch (...) {
            const std::lock_guard<std::mutex> lock(mutex_);
            if (!error_)
                error_ = std::current_exception();
        }
        for (SlotQueue* queue : {&free_, &read_, &converted_})
            queue->close(true);
    }

    cv::Mat rowsOf(const Slot& slot) const
    {
        return {slot.done.band.rows, picture_.size.width, picture_.type, slot.source.as<uchar>()};
    }

    void readAll()
    {
        for (const Band& band : bands_) {
            Slot* slot = free_.pop();
            if (!slot)
                return;
            slot->done = {band, 0};
            cv::Mat rows = rowsOf(*slot);
            seconds_.read += timeMs([&] { source_.read(band.row, rows); }) / 1000;
            read_.push(slot);
        }
        read_.close();
    }

    void convertAll()
    {
        while (Slot* slot = read_.pop()) {
            seconds_.convert += timeMs([&] { convertBand(*slot); }) / 1000;
            converted_.push(slot);
        }
        converted_.close();
    }

    void convertBand(Slot& slot)
    {
        const Band band = slot.done.band;
        const uchar* bytes = slot.result.as<uchar>();
        std::vector<cv::Mat> planes = layout_.images(band.rows, slot.result.as<uchar>());
        convertRows(rowsOf(slot), planes, layout_, picture_.order, striper_, scratch_);
        for (std::size_t i = 0; i < planes.size(); ++i) {
            const OutputLayout::Plane& plane = layout_.planes()[i];
            const std::size_t rows = layout_.bytesOf(plane, band.rows) / plane.rowBytes;
            const std::size_t first = layout_.bytesOf(plane, band.row) / plane.rowBytes;
            for (std::size_t y = 0; y < rows; ++y, bytes += plane.rowBytes)
                slot.done.hash += hashOfRow(bytes, plane.rowBytes, i, first + y);
        }
    }

    void writeAll(SharedFile& file, double syncSeconds,
                  const std::function<void(const std::vector<DoneBand>&)>& finished)
    {
        std::vector<DoneBand> written;
        const auto sync = [&] {
            seconds_.sync += timeMs([&] { file.sync(); }) / 1000;
            finished(written);
            written.clear();
        };
        std::int64_t synced = cv::getTickCount();
        while (Slot* slot = converted_.pop()) {
            seconds_.write += timeMs([&] { writeBand(file, *slot); }) / 1000;
            written.push_back(slot->done);
            free_.push(slot);
            if (double(cv::getTickCount() - synced) < syncSeconds * cv::getTickFrequency()) {
                finished({});
                continue;
            }
            sync();
            synced = cv::getTickCount();
        }
        sync();
    }

    void writeBand(SharedFile& file, const Slot& slot)
    {
        const uchar* bytes = slot.result.as<uchar>();
        for (const OutputLayout::Plane& plane : layout_.planes()) {
            const std::size_t size = layout_.bytesOf(plane, slot.done.band.rows);
            file.write(layout_.offset(plane, slot.done.band.row), bytes, size);
            bytes += size;
        }
    }

    const std::vector<Band>& bands_;
    Source& source_;
    const Picture& picture_;
    const OutputLayout& layout_;
    Striper striper_;
    cv::Mat scratch_;
    std::deque<Slot> slots_;
    SlotQueue free_, read_, converted_;
    StageSeconds seconds_;  // each belongs to one thread
    std::mutex mutex_;
    std::exception_ptr error_;
};

std::int64_t bytesOfOption(const std::string& text)
{
    const std::string units = "MG";
    const std::size_t unit = text.empty() ? std::string::npos : units.find(char(std::toupper(uchar(text.back()))));
    const int number = unit == std::string::npos ? -1 : parseNumber(text.substr(0, text.size() - 1), 1 << 30);
    if (number < 1)
        throw UserError("--memory=" + text + ": not a number of bytes with its unit, such as 512M or 2G");
    return std::int64_t(number) << (20 + 10 * unit);
}

}  // namespace

void convertRows(const cv::Mat& rows, std::vector<cv::Mat>& planes, const OutputLayout& layout, ChannelOrder order,
                 Striper& striper, cv::Mat& scratch)
{
    const int depth = layout.format().imageDepth();
    if (rows.depth() != depth)
        rows.convertTo(scratch, depth, depth == CV_16U ? 257. : 1. / 257.);
    cvtToYuv(rows.depth() == depth ? rows : scratch, planes, layout.format(), order, StreamRef(), striper);
}

MemoryPlan::MemoryPlan(const Picture& picture, const OutputLayout& layout, const std::string& memory, int ranks)
    : alignment(std::lcm(picture.rowsAtOnce, layout.blockRows()))
{
    // For the program itself; and for a band: larger ones would only make the first read and the last write longer.
    const std::int64_t program = std::int64_t(64) << 20, enough = std::int64_t(32) << 20;
    const std::int64_t height = picture.size.height, source = std::int64_t(picture.rowBytes());
    const bool sameDepth = CV_MAT_DEPTH(picture.type) == layout.format().imageDepth();
    const std::int64_t scratch = sameDepth ? 0 : CV_MAT_DEPTH(picture.type) == CV_8U ? 2 * source : source / 2;
    const std::int64_t perRow =
        slotCount * (source + std::int64_t(layout.bytesOf(layout.blockRows())) / layout.blockRows()) + scratch;
    const std::int64_t fixed = program + std::int64_t(picture.scratchBytes);
    const std::int64_t least = std::min<std::int64_t>(alignment, height);
    const std::int64_t fit = (bytesOfOption(memory) - fixed) / perRow, fair = (height - 1) / (4 * ranks) + 1;
    if (fit < least) {
        throw UserError(
            cv::format("--memory=%s: at least %lldM are needed, as %lld rows of strips, tiles or chroma "
                       "stay together",
                       memory.c_str(), static_cast<long long>(((fixed + least * perRow) >> 20) + 1),
                       static_cast<long long>(least)));
    }
    bandRows = int(std::max(least, std::min({fit, enough / source, fair}) / alignment * alignment));
}

StageSeconds runBands(const std::vector<Band>& bands, Source& source, const OutputLayout& layout, int device,
                      int threads, SharedFile& file, double syncSeconds,
                      const std::function<void(const std::vector<DoneBand>&)>& finished)
{
    return BandPipeline(bands, source, layout, device, threads).run(file, syncSeconds, finished);
}
