// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <benchmark/benchmark.h>

#include <fstream>
#include <map>
#include <string>

#include "opencv2/core.hpp"

namespace bench {

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
        file_.flush();
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

}  // namespace bench
