// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <benchmark/benchmark.h>

#include <fstream>
#include <iostream>
#include <map>
#include <set>

#include "../common/benchmarks.hpp"
#include "cases.hpp"
#include "opencv2/core/utility.hpp"

namespace bench {
namespace {

using cv::cudastripe::StreamRef;

// OpenCV's result of a frame, or if it has no such code that of our CPU route.
cv::Mat expectedResult(const ReportWorkload& workload, const HostFrame& frame)
{
    cv::Mat expected(frame.out.size(), frame.out.type());
    if (workload.openCvIsExact())
        workload.openCv({frame.in, expected});
    else
        workload.ours(frame.in, expected, StreamRef(), striperFor(cv::cudastripe::Route::Host));
    return expected;
}

/** @brief Writes the runs of several groups into one JSON file of Google Benchmark's form, and remembers the medians.

Of the repetitions only median, p10 and p90 are kept: files would have some ten megabytes. */
class ReportWriter : public benchmark::JSONReporter
{
public:
    explicit ReportWriter(const std::string& path) : file_(path)
    {
        if (!file_)
            CV_Error_(cv::Error::StsError, ("cannot write %s", path.c_str()));
        SetOutputStream(&file_);
    }
    ~ReportWriter() override
    {
        if (begun_)
            JSONReporter::Finalize();
    }

    bool ReportContext(const Context& context) override
    {
        if (!begun_)
            JSONReporter::ReportContext(context);
        begun_ = true;
        return true;
    }
    void ReportRuns(const std::vector<Run>& runs) override
    {
        std::vector<Run> kept;
        for (const Run& run : runs) {
            const std::string& name = run.aggregate_name;
            if (name == "median" || name == "p10" || name == "p90" || run.error_occurred)
                kept.push_back(run);
            if (name == "median")
                medians_[run.run_name.function_name] = run.GetAdjustedRealTime();
        }
        JSONReporter::ReportRuns(kept);
        if (!file_.flush())
            CV_Error(cv::Error::StsError, "cannot write the results");
    }
    void Finalize() override {}  // more groups follow

    //! Of a case; 0 if it was not measured.
    double medianMs(const std::string& name) const
    {
        const auto found = medians_.find(name);
        return found == medians_.end() ? 0 : found->second;
    }

private:
    std::ofstream file_;
    bool begun_ = false;
    std::map<std::string, double> medians_;
};

class Reporting
{
public:
    explicit Reporting(const ReportOptions& options) : options_(options)
    {
        FrameMemory memory;
        for (const ReportWorkload& workload : reportWorkloads()) {
            for (const ReportSize& size : reportSizes()) {
                if (covers(workload, size))
                    memory.include(workload, size);
            }
        }
        if (memory.inBytes == 0)
            CV_Error(cv::Error::StsBadArg, "no such workload and size");
        pageable_ = pinned_ = device_ = memory;
        pageable_.allocate(pageableMemory);
#ifdef HAVE_CUDASTRIPE_CUDA
        if (options.gpu) {
            pinned_.allocate(pageLockedMemory);
            device_.allocate(deviceMemory);
        }
#endif
    }

    void run()
    {
        for (const ReportWorkload& workload : reportWorkloads()) {
            if (!wanted(workload))
                continue;
            ReportWriter writer(options_.out + "/" + workload.name + ".json");
            writer_ = &writer;
            pageable_.fill(CV_MAT_DEPTH(workload.inType()));
            if (options_.gpu)
                pinned_.fill(CV_MAT_DEPTH(workload.inType()));
            for (const ReportSize& size : reportSizes()) {
                if (covers(workload, size))
                    runSize(workload, size);
            }
        }
    }

private:
    using AddCases = void (*)(ReportGroup&);

    bool wanted(const ReportWorkload& workload) const
    {
        return options_.workloads.empty() || listed(options_.workloads, workload.name);
    }

    bool covers(const ReportWorkload& workload, const ReportSize& size) const
    {
        return wanted(workload) && listed(options_.sizes, size.name) && listed(workload.sizes, size.name);
    }

    static std::set<int> threadCounts(const ReportGroup& group)
    {
        const bool decodes = group.workload.decodes;
        std::set<int> counts = {allThreads()};
        if (group.size.name == "16K" || (decodes && group.memory != "pageable"))
            return counts;
        for (int threads : decodes ? std::set<int>{1, 4} : std::set<int>{1, 2, 4, 8}) {
            if (threads < allThreads())
                counts.insert(threads);
        }
        return counts;
    }

    void runSize(const ReportWorkload& workload, const ReportSize& size)
    {
        const auto framesOf = [&](const FrameMemory& memory) {
            return std::make_shared<HostFrames>(framesIn<cv::Mat>(memory, workload, size));
        };
        ReportGroup group = {workload, size, "pageable", allThreads(), true, framesOf(pageable_), nullptr,
                             nullptr,  {},   {}};
        group.expected = expectedResult(workload, group.frames->first());
        std::vector<std::string> memories = {"pageable"};
#ifdef HAVE_CUDASTRIPE_CUDA
        if (options_.gpu) {
            group.pinned = framesOf(pinned_);
            group.device = std::make_shared<ReportDevice>(framesIn<cv::cuda::GpuMat>(device_, workload, size));
            memories = {"pinned", "pageable"};
            if (workload.decodes)
                memories.push_back("device");
            else if (workload.halvedChroma() && workload.hasPeers())
                memories.push_back("to_device");
        }
#endif
        const auto pageable = group.frames;
        for (const std::string& memory : memories) {
            group.memory = memory;
            group.frames = memory == "pageable" ? pageable : group.pinned;
            for (int threads : threadCounts(group)) {
                group.threads = threads;
                group.allThreads = threads == allThreads();
                cv::setNumThreads(threads);
                runThreads(group);
            }
            cv::setNumThreads(allThreads());
        }
    }

    void runThreads(const ReportGroup& group)
    {
#ifdef HAVE_CUDASTRIPE_CUDA
        if (group.memory == "to_device")
            return runAndRepeat(group, {addToDeviceCases});
        if (group.memory == "device")
            return runCases(withCases(group, {addDeviceCases}));
        if (options_.gpu)
            runAndRepeat(group, {addOurCases, addCpuCases, addGpuCases});
        else
#endif
            runAndRepeat(group, {addOurCases, addCpuCases});
        if (group.workload.name != "bgr2yuv" || !group.is8K())
            return;
        if (group.allThreads)
            runCases(withCases(group, {addWarmCases}));
#ifdef HAVE_CUDASTRIPE_CUDA
        if (group.allThreads && group.isPinned())
            runCases(withCases(group, {addStreamCases}));
#endif
    }

    static ReportGroup withCases(ReportGroup group, const std::vector<AddCases>& parts)
    {
        for (const AddCases add : parts)
            add(group);
        return group;
    }

    // The second time counts if the choice was not the best.
    void runAndRepeat(const ReportGroup& group, const std::vector<AddCases>& parts)
    {
        const ReportGroup whole = withCases(group, parts);
        runCases(whole);
        if (!wellChosen(whole))
            runCases(whole, "ours/", "/again");
    }

    void runCases(const ReportGroup& group, const std::string& prefix = "", const std::string& suffix = "")
    {
        const double seconds = double(cv::getTickCount() - start_) / cv::getTickFrequency();
        std::cerr << cv::format("%6.1f s  %s%s\n", seconds, group.name().c_str(), suffix.c_str());
        if (seconds > options_.limitSeconds) {
            std::cerr << "          left out: too late\n";
            return;
        }
        registerGroup(group, prefix, suffix);
        benchmark::RunSpecifiedBenchmarks(writer_);
        benchmark::ClearRegisteredBenchmarks();
    }

    bool wellChosen(const ReportGroup& group) const
    {
        double best = 0;
        for (const ReportCase& reportCase : group.cases) {
            const double ms = writer_->medianMs(group.name() + "/" + reportCase.mechanism);
            const bool forced = reportCase.mechanism.rfind("ours/", 0) == 0 && reportCase.mechanism != "ours/auto";
            if (forced && ms > 0 && (best == 0 || ms < best))
                best = ms;
        }
        return best == 0 || writer_->medianMs(group.name() + "/ours/auto") <= group.workload.wellChosen * best;
    }

    const ReportOptions options_;
    ReportWriter* writer_ = nullptr;  // of the workload that is measured
    const int64 start_ = cv::getTickCount();
    FrameMemory pageable_, pinned_, device_;
};

}  // namespace

void runReport(const ReportOptions& options)
{
    if (options.gpu)
        cv::cudastripe::Striper::getDefault().calibrate();  // while nothing else runs
    Reporting(options).run();
}

}  // namespace bench
