// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "band_pipeline.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <numeric>
#include <thread>

#include "../common/gpu.hpp"
#include "row_hash.hpp"

using namespace cv::cudastripe;

namespace {

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

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

class BandPipeline
{
public:
    BandPipeline(const std::vector<Band>& bands, Source& source, BandConverter& converter, const OutputLayout& layout)
        : bands_(bands), source_(source), converter_(converter), layout_(layout)
    {
    }

    void addSlot(Slot& slot) { free_.push(&slot); }

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

    void readAll()
    {
        const Picture& picture = source_.picture();
        for (const Band& band : bands_) {
            Slot* slot = free_.pop();
            if (!slot)
                return;
            const double start = now();
            cv::Mat rows(band.rows, picture.size.width, picture.type, slot->source.as<uchar>());
            source_.read(band.row, rows);
            slot->done.band = band;
            seconds_.read += now() - start;
            read_.push(slot);
        }
        read_.close();
    }

    void convertAll()
    {
        const Picture& picture = source_.picture();
        while (Slot* slot = read_.pop()) {
            const double start = now();
            const Band band = slot->done.band;
            const cv::Mat rows(band.rows, picture.size.width, picture.type, slot->source.as<uchar>());
            std::vector<cv::Mat> planes = layout_.images(band.rows, slot->result.as<uchar>());
            converter_.convert(rows, planes);
            slot->done.hash = 0;
            for (std::size_t i = 0; i < planes.size(); ++i) {
                const OutputLayout::Plane& plane = layout_.planes()[i];
                const std::int64_t first = std::int64_t(band.row / layout_.blockRows()) * plane.rowsOfBlock;
                for (std::int64_t y = 0; y < planes[i].rows; ++y)
                    slot->done.hash += rowHash(planes[i].ptr(int(y)), plane.rowBytes, i, std::uint64_t(first + y));
            }
            seconds_.convert += now() - start;
            converted_.push(slot);
        }
        converted_.close();
    }

    void writeAll(SharedFile& file, double syncSeconds,
                  const std::function<void(const std::vector<DoneBand>&)>& finished)
    {
        std::vector<DoneBand> written;
        double synced = now();
        const auto sync = [&] {
            const double start = now();
            file.sync();
            synced = now();
            seconds_.sync += synced - start;
            finished(written);
            written.clear();
        };
        while (Slot* slot = converted_.pop()) {
            const double start = now();
            const uchar* bytes = slot->result.as<uchar>();
            for (const OutputLayout::Plane& plane : layout_.planes()) {
                const std::size_t size = layout_.bytesOf(plane, slot->done.band.rows);
                file.write(layout_.offset(plane, slot->done.band.row), bytes, size);
                bytes += size;
            }
            written.push_back(slot->done);
            seconds_.write += now() - start;
            free_.push(slot);
            if (now() - synced >= syncSeconds)
                sync();
            else
                finished({});
        }
        if (!written.empty() && !failed())
            sync();
    }

    bool failed()
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        return error_ != nullptr;
    }

    const std::vector<Band>& bands_;
    Source& source_;
    BandConverter& converter_;
    const OutputLayout& layout_;
    SlotQueue free_, read_, converted_;
    StageSeconds seconds_;  // each part belongs to one thread
    std::mutex mutex_;
    std::exception_ptr error_;
};

StriperParams striperParams(int device, int threads)
{
    StriperParams params = paramsFor(device);
    params.threads = threads;
    return params;
}

}  // namespace

BandConverter::BandConverter(const Picture& picture, const OutputLayout& layout, int device, int threads)
    : picture_(picture), format_(layout.format()), striper_(striperParams(device, threads))
{
}

std::size_t BandConverter::scratchRowBytes(const Picture& picture, const YuvFormat& format)
{
    const int depth = format.imageDepth();
    return CV_MAT_DEPTH(picture.type) == depth
               ? 0
               : std::size_t(picture.size.width) * CV_ELEM_SIZE(CV_MAKETYPE(depth, CV_MAT_CN(picture.type)));
}

void BandConverter::convert(const cv::Mat& rows, std::vector<cv::Mat>& planes)
{
    const int depth = format_.imageDepth();
    if (rows.depth() != depth)
        rows.convertTo(scratch_, depth, depth == CV_16U ? 257. : 1. / 257.);
    cvtToYuv(rows.depth() == depth ? rows : scratch_, planes, format_, picture_.order, StreamRef(), striper_);
}

MemoryPlan::MemoryPlan(const Picture& picture, const OutputLayout& layout, std::int64_t memory, int ranks)
    : alignment(std::lcm(picture.rowsTogether, layout.blockRows()))
{
    // Larger bands would only make the first read and the last write longer.
    const std::int64_t enough = std::int64_t(32) << 20, height = picture.size.height;
    const std::int64_t scratchRow = std::int64_t(BandConverter::scratchRowBytes(picture, layout.format()));
    const std::int64_t row = slots * std::int64_t(picture.rowBytes() + layout.rowBytes()) + scratchRow;
    const std::int64_t fixed = program + std::int64_t(picture.scratchBytes),
                       aligned = std::min<std::int64_t>(alignment, height);
    const std::int64_t fit = (memory - fixed) / row, fair = (height + 4 * ranks - 1) / (4 * ranks);
    if (fit < aligned) {
        const std::int64_t least = ((fixed + aligned * row) >> 20) + 1;
        throw UserError("--memory=" + std::to_string(memory >> 20) + "M: at least " + std::to_string(least) +
                        "M are needed, as " + std::to_string(aligned) + " " + picture.rowsName + " stay together");
    }
    const std::int64_t wanted = std::min(enough / std::int64_t(picture.rowBytes()), fair);
    const std::int64_t rows = std::max(aligned, std::min(fit, wanted) / alignment * alignment);
    bandRows = int(rows);
}

StageSeconds runBands(const std::vector<Band>& bands, Source& source, BandConverter& converter,
                      const OutputLayout& layout, int device, SharedFile& file, double syncSeconds,
                      const std::function<void(const std::vector<DoneBand>&)>& finished)
{
    int most = 0;
    for (const Band& band : bands)
        most = std::max(most, band.rows);
    std::deque<Slot> slots;
    BandPipeline pipeline(bands, source, converter, layout);
    std::size_t resultBytes = 0;
    for (const OutputLayout::Plane& plane : layout.planes())
        resultBytes += layout.bytesOf(plane, most);
    for (int i = 0; i < std::min(MemoryPlan::slots, int(bands.size())); ++i)
        pipeline.addSlot(slots.emplace_back(source.picture().rowBytes() * std::size_t(most), resultBytes, device));
    return pipeline.run(file, syncSeconds, finished);
}
