// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "report_run.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <set>

#include "opencv2/core/utility.hpp"
#include "report_cases.hpp"
#include "report_writer.hpp"
#ifdef HAVE_CUDASTRIPE_CUDA
#include "device_memory.hpp"
#include "page_locked_memory.hpp"
#include "report_device.hpp"
#endif

namespace bench {
namespace {

bool wanted(const std::vector<std::string>& names, const std::string& name)
{
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

// 16K teaches nothing that 8K does not but how the times of both relate.
bool worthwhile(const ReportWorkload& workload, const ReportSize& size)
{
    if (workload.small)
        return size.pixels.height <= 1080;
    return size.name != std::string("16K") || workload.name == "bgr2yuv";
}

class Reporting
{
public:
    explicit Reporting(const ReportOptions& options) : options_(options), allThreads_(cv::getNumThreads())
    {
        size_t in = 0, out = 0;
        for (const ReportWorkload& workload : reportWorkloads()) {
            for (const ReportSize& size : reportSizes()) {
                if (!covers(workload, size))
                    continue;
                in = std::max(in, FrameMemory::inBytesFor(workload, size));
                out = std::max(out, FrameMemory::outBytesFor(workload, size));
            }
        }
        if (in == 0)
            CV_Error(cv::Error::StsBadArg, "no such workload and size");
        pageable_ = std::make_unique<FrameMemory>(pageableMemory, in, out);
#ifdef HAVE_CUDASTRIPE_CUDA
        if (options.gpu) {
            pinned_ = std::make_unique<FrameMemory>(pageLockedMemory, in, out);
            device_ = std::make_unique<FrameMemory>(deviceMemory, in, out);
        }
#endif
    }

    void run()
    {
        for (const ReportWorkload& workload : reportWorkloads()) {
            if (!wanted(options_.workloads, workload.name))
                continue;
            ReportWriter writer(options_.out + "/" + workload.name + ".json");
            pageable_->fill(CV_MAT_DEPTH(workload.inType));
            if (pinned_)
                pinned_->fill(CV_MAT_DEPTH(workload.inType));
            for (const ReportSize& size : reportSizes()) {
                if (covers(workload, size))
                    runSize(writer, workload, size);
            }
        }
    }

private:
    bool covers(const ReportWorkload& workload, const ReportSize& size) const
    {
        return wanted(options_.workloads, workload.name) && wanted(options_.sizes, size.name) &&
               worthwhile(workload, size);
    }

    std::set<int> threadCounts(const ReportSize& size) const
    {
        std::set<int> counts = {allThreads_};
        for (int threads : {1, 2, 4, 8}) {
            if (threads < allThreads_ && size.name != std::string("16K"))
                counts.insert(threads);
        }
        return counts;
    }

    void runSize(ReportWriter& writer, const ReportWorkload& workload, const ReportSize& size)
    {
        ReportGroup group = {workload, size, "pageable", allThreads_, true, nullptr, nullptr, nullptr, nullptr, {}};
        const auto pageable = std::make_shared<FrameRing>(*pageable_, workload, size);
#ifdef HAVE_CUDASTRIPE_CUDA
        if (pinned_) {
            group.pinned = std::make_shared<FrameRing>(*pinned_, workload, size);
            group.device = std::make_shared<ReportDevice>(*device_, workload, size);
        }
#endif
        group.expected = expectedResult(workload, pageable->first());
        for (const char* memory : {"pinned", "pageable"}) {
            group.memory = memory;
            group.frames = group.isPinned() ? group.pinned : pageable;
            if (!group.frames)
                continue;
            for (int threads : threadCounts(size))
                runThreads(writer, group, threads);
            cv::setNumThreads(allThreads_);
        }
#ifdef HAVE_CUDASTRIPE_CUDA
        if (group.device && workload.halvedChroma && !workload.small)
            runToDevice(writer, group);
#endif
    }

#ifdef HAVE_CUDASTRIPE_CUDA
    void runToDevice(ReportWriter& writer, ReportGroup group)
    {
        group.memory = "to_device";
        group.frames = group.pinned;
        for (int threads : threadCounts(group.size)) {
            cv::setNumThreads(threads);
            group.threads = threads;
            group.cases.clear();
            addToDeviceCases(group);
            runCases(writer, group);
            if (!wellChosen(writer, group))
                runCases(writer, group, "ours/", "/again");
        }
        cv::setNumThreads(allThreads_);
    }
#endif

    // Of the first frame, which is the same in every memory.
    static std::shared_ptr<const cv::Mat> expectedResult(const ReportWorkload& workload, const HostFrame& frame)
    {
        const auto expected = std::make_shared<cv::Mat>();
        cv::cudastripe::Striper cpu{cv::cudastripe::StriperParams()};
        if (workload.openCvIsExact())
            workload.openCv(frame.in, *expected);
        else
            workload.ours(frame.in, *expected, cv::cudastripe::StreamRef(), cpu);
        return expected;
    }

    void runThreads(ReportWriter& writer, ReportGroup group, int threads)
    {
        cv::setNumThreads(threads);
        group.threads = threads;
        group.allThreads = threads == allThreads_;
        addOurCases(group);
        addCpuCases(group);
#ifdef HAVE_CUDASTRIPE_CUDA
        if (group.device)
            addGpuCases(group);
#endif
        runCases(writer, group);
        if (!wellChosen(writer, group))
            runCases(writer, group, "ours/", "/again");
        if (group.workload.name != "bgr2yuv" || group.size.name != std::string("8K"))
            return;
        if (group.allThreads)
            runSpecialCases(writer, group);
#ifdef HAVE_CUDASTRIPE_CUDA
        if (group.device && !group.isPinned())
            runRegistered(writer, group);
#endif
    }

#ifdef HAVE_CUDASTRIPE_CUDA
    void runRegistered(ReportWriter& writer, ReportGroup group)
    {
        group.cases.clear();
        addRegisteredCase(group);
        runCases(writer, group);
    }
#endif

    void runSpecialCases(ReportWriter& writer, ReportGroup group)
    {
        group.cases.clear();
        addWarmCases(group);
        runCases(writer, group);
#ifdef HAVE_CUDASTRIPE_CUDA
        if (!group.isPinned())
            return;
        group.cases.clear();
        addStreamCases(group);
        runCases(writer, group);
#endif
    }

    void runCases(ReportWriter& writer, const ReportGroup& group, const std::string& prefix = "",
                  const std::string& suffix = "")
    {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
        std::cerr << cv::format("%6.1f s  %s%s\n", passed.count(), group.name().c_str(), suffix.c_str());
        if (passed.count() > options_.limitSeconds) {
            std::cerr << "          left out: too late\n";
            return;
        }
        registerGroup(group, prefix, suffix);
        benchmark::RunSpecifiedBenchmarks(&writer);
        benchmark::ClearRegisteredBenchmarks();
    }

    static bool wellChosen(const ReportWriter& writer, const ReportGroup& group)
    {
        double best = 0;
        for (const ReportCase& reportCase : group.cases) {
            const double ms = writer.medianMs(group.name() + "/" + reportCase.mechanism);
            const bool forced = reportCase.mechanism.rfind("ours/", 0) == 0 && reportCase.mechanism != "ours/auto";
            if (forced && ms > 0 && (best == 0 || ms < best))
                best = ms;
        }
        return best == 0 || writer.medianMs(group.name() + "/ours/auto") <= group.workload.wellChosen * best;
    }

    const ReportOptions options_;
    const int allThreads_;
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::unique_ptr<FrameMemory> pageable_, pinned_, device_;
};

}  // namespace

void runReport(const ReportOptions& options)
{
    if (options.gpu)
        calibrateOurs();
    Reporting(options).run();
}

}  // namespace bench
