// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <benchmark/benchmark.h>

#include <fstream>
#include <map>
#include <string>

namespace bench {

/** @brief Writes the runs of several groups into one JSON file of Google Benchmark's form, and remembers the medians.

Of the repetitions only median, p10 and p90 are kept: files would have some ten megabytes. */
class ReportWriter : public benchmark::JSONReporter
{
public:
    explicit ReportWriter(const std::string& path);
    ~ReportWriter() override;

    bool ReportContext(const Context& context) override;
    void ReportRuns(const std::vector<Run>& runs) override;
    void Finalize() override {}  // more groups follow

    //! Of a case; 0 if it was not measured.
    double medianMs(const std::string& name) const;

private:
    std::ofstream file_;
    bool begun_ = false;
    std::map<std::string, double> medians_;
};

}  // namespace bench
