// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Converts one picture that may be larger than memory to YUV, by one process or by many on several machines: a
// program that cuts a file itself.

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "../common/gpu.hpp"
#include "output.hpp"

using namespace cv::cudastripe;

namespace {

Ranks* ranks = nullptr;

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Of this process.
long peakMegabytes()
{
    struct rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss >> 10;
}

// How far all ranks are: on a terminal all the time, in a log every ten seconds.
class Progress
{
public:
    Progress(int rows, int rowsBefore, double bytesOfRow)
        : rows_(rows), rowsBefore_(rowsBefore), bytesOfRow_(bytesOfRow), terminal_(isatty(STDERR_FILENO) != 0)
    {
    }
    void clear()
    {
        if (terminal_ && last_ > start_)
            std::fputs("\r\033[K", stderr);
    }

    void show(int done)
    {
        const double time = now(), elapsed = time - start_;
        if (time - last_ < (terminal_ ? .2 : 10) || done == rowsBefore_)
            return;
        last_ = time;
        const double speed = (done - rowsBefore_) / elapsed;
        std::fprintf(terminal_ ? stderr : stdout, "%s%3d %% on the disk, %.0f MB/s, %.0f s left%s",
                     terminal_ ? "\r\033[K" : "", int(100. * done / rows_), speed * bytesOfRow_ / 1e6,
                     (rows_ - done) / speed, terminal_ ? "" : "\n");
        std::fflush(terminal_ ? stderr : stdout);
    }

private:
    const int rows_, rowsBefore_;
    const double bytesOfRow_;
    const bool terminal_;
    const double start_ = now();
    double last_ = start_;
};

// Each rank of a machine takes the next of its GPUs.
int deviceOfRank(const Arguments& arguments)
{
    if (arguments.text("device") != "auto")
        return deviceOf(arguments, "cpu");
    // Only this rank's GPU is tried, and the next one if it fails: a context takes half a gigabyte of each.
    const int count = gpuCount();
    for (int i = 0; i < count; ++i) {
        const int device = (ranks->localRank() + i) % count;
        if (!Striper(paramsFor(device)).devices().empty())
            return device;
    }
    return -1;
}

// A launcher may have given each rank its own cores, or all of them to all.
int threadsOfRank()
{
    const int here = int(std::thread::hardware_concurrency());
    return std::max(1, std::min(cv::getNumThreads(), (here + ranks->localCount() - 1) / ranks->localCount()));
}

struct Call
{
    explicit Call(const Arguments& arguments)
        : input(arguments.operands().front()),
          output(arguments.text("output")),
          stamp(stampOf(input)),
          syncSeconds(double(arguments.number("checkpoint", 0, 86400))),
          device(deviceOfRank(arguments)),
          source(Source::open(input, arguments.text("size"))),
          layout(output, formatNamed(arguments.text("format")), source->picture().size),
          memory(source->picture(), layout, arguments.text("memory"), ranks->count())
    {
    }

    StageSeconds convert(const std::function<void(const std::vector<DoneBand>&)>& finished) const
    {
        std::vector<Band> mine;
        for (std::size_t i = std::size_t(ranks->rank()); i < ranks->bands().size(); i += std::size_t(ranks->count()))
            mine.push_back(ranks->bands()[i]);
        const int threads = threadsOfRank();
        cv::setNumThreads(threads);
        SharedFile file(output + ".part", ranks->byMpi());
        return runBands(mine, *source, layout, device, threads, file, syncSeconds, finished);
    }

    const std::string input, output, stamp;
    const double syncSeconds;
    const int device;
    const std::unique_ptr<Source> source;
    const OutputLayout layout;
    const MemoryPlan memory;
};

int convertOnFirst(const Arguments& arguments, const Call& call)
{
    const double start = now();
    const Picture& picture = call.source->picture();
    const std::string format = call.layout.format().name() + (call.layout.tiff() ? " TIFF" : "");
    Checkpoint checkpoint(call.output, call.layout,
                          "stripe_mosaic 1: " + call.stamp + " " + sizeText(picture.size) + " " +
                              cv::typeToString(picture.type) + " to " + format,
                          arguments.has("restart"), !arguments.has("no-reserve"));
    const int height = picture.size.height, before = checkpoint.rowsDone();
    if (before > 0)
        std::printf("%d of %d rows are there already\n", before, height);
    const double rowBytes = double(picture.rowBytes()) + double(call.layout.bytesOf(height)) / height;
    Progress progress(height, before, rowBytes);
    const auto collect = [&](const std::vector<DoneBand>& own) {
        ranks->report(own);
        const std::vector<DoneBand> done = ranks->reported();
        if (!done.empty())
            checkpoint.add(done);
        progress.show(checkpoint.rowsDone());
    };
    ranks->shareBands(checkpoint.missing(call.memory.bandRows));
    const StageSeconds own = call.convert(collect);
    for (; checkpoint.rowsDone() < height; std::this_thread::sleep_for(std::chrono::milliseconds(2)))
        collect({});
    const StageSeconds mean = ranks->mean(own);
    progress.clear();
    if (stampOf(call.input) != call.stamp)
        throw UserError(call.input + ": was changed while it was read; --restart begins anew");
    if (arguments.has("verify"))
        std::printf("%s\n",
                    verifyBands(*call.source, call.layout, call.output + ".part", call.memory.alignment).c_str());
    checkpoint.commit();
    const double elapsed = now() - start;
    std::printf(
        "%s: %s of %s, %zu bands of %d rows, ranks: %d, %.2f s, %.0f MB/s\n"
        "seconds of a rank: read %.2f, convert %.2f, write %.2f, sync %.2f; rank 0 took %ld MB\n",
        oneLine(call.output).c_str(), format.c_str(), sizeText(picture.size).c_str(), ranks->bands().size(),
        call.memory.bandRows, ranks->count(), elapsed, rowBytes * (height - before) / elapsed / 1e6, mean.read,
        mean.convert, mean.write, mean.sync, peakMegabytes());
    if (arguments.has("hash"))
        std::printf("hash %016llx\n", static_cast<unsigned long long>(checkpoint.hash()));
    return EXIT_SUCCESS;
}

int run(const Arguments& arguments)
{
    if (arguments.operands().size() != 1)
        throw UserError(arguments.operands().empty() ? "no input; --help says how to call this"
                                                     : "more than one input");
    if (arguments.has("make")) {
        makePicture(arguments.operands().front(), sizeOf(arguments.text("size")),
                    int(arguments.number("tile", 0, 1 << 16)), int(arguments.number("rows", 1, INT_MAX)),
                    arguments.has("packed"));
        return EXIT_SUCCESS;
    }
    arguments.refuse({"tile", "rows", "packed"}, "goes with --make only");
    if (!arguments.has("output"))
        throw UserError("--output=FILE is missing");
    const std::string &input = arguments.operands().front(), &output = arguments.text("output");
    for (const char* ending : {"", ".part", ".bands"}) {
        std::error_code ignored;
        if (std::filesystem::equivalent(input, output + ending, ignored))
            throw UserError(output + ending + ": would replace the input; name another --output");
    }
    const Call call(arguments);
    if (ranks->rank() == 0)
        return convertOnFirst(arguments, call);
    ranks->mean(call.convert([](const std::vector<DoneBand>& done) { ranks->report(done); }));
    return EXIT_SUCCESS;
}

}  // namespace

const Sample thisSample = {
    "stripe_mosaic",
    "Converts one picture, also one larger than memory, to YUV with cudastripe: alone, or by ranks of MPI.",
    "INPUT",
    "  stripe_mosaic --format=nv12:bt709:limited --output=map.yuv map.tif\n"
    "  mpirun -n 4 --bind-to none stripe_mosaic --format=packed444:bt601:full --output=map_yuv.tif map.tif\n"
    "  srun --mpi=pmix -N 16 --ntasks-per-node=2 stripe_mosaic --hash --memory=2G --output=map.yuv map.tif\n"
    "  stripe_mosaic --make --size=60000x40000 --tile=256 test.tif\n",
    {
        {"output", "FILE", "",
         "where to: .yuv (planes one after the other), or .tif or .tiff (BigTIFF, not compressed, of\n"
         "i444 as separate planes, packed444 or y). It has its name when it is whole; before, it is\n"
         "FILE.part, and FILE.bands lists what is done. The same call goes on after a crash, with any\n"
         "number of ranks"},
        {"format", "NAME", "nv12", "layout, matrix, range, siting and bits, as in stripe_convert --list-formats"},
        {"size", "SIZE", "", "WIDTHxHEIGHT of raw colours (.bgr, .bgra). TIFF and PNM (P6) know theirs"},
        {"memory", "SIZE", "512M", "of a rank, such as 512M (default) or 2G"},
        {"checkpoint", "SECONDS", "10",
         "how often what was written is brought to the disk and listed (default: 10; 0: each band)"},
        {"restart", nullptr, "", "begins anew instead of going on with what is in FILE.part"},
        {"no-reserve", nullptr, "", "does not allocate the space on the disk first"},
        {"hash", nullptr, "",
         "prints a hash of all rows of all planes, the same for any number of ranks and kind of file"},
        {"verify", nullptr, "",
         "compares some bands of the file with cv::cvtColor (opencv420), or with one call on the CPU;\n"
         "exits with 1 if a byte differs"},
        {"device", "DEVICE", "auto",
         "auto (default: the ranks of a machine take its GPUs in turn), cpu, or the number of a CUDA device"},
        {"make", nullptr, "", "writes a picture to test with into INPUT: .bgr, .bgra, .ppm, .tif or .tiff"},
        {"tile", "SIDE", "", "of the tiles of a TIFF that is made; a multiple of 16"},
        {"rows", "ROWS", "16", "of the strips of a TIFF that is made (default: 16)"},
        {"packed", nullptr, "", "compresses a TIFF that --make writes, by PackBits"},
    },
    run,
};

int main(int argc, char** argv)
{
    Ranks all;
    ranks = &all;
    // Rank 0 checks everything first, so that an error is told once.
    if (all.rank() > 0 && !all.shareBands())
        return EXIT_SUCCESS;
    const int status = sampleMain(thisSample, argc, argv);
    if (status != EXIT_SUCCESS)
        all.abort(status);
    return status;
}
