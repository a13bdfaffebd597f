// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "report_writer.hpp"

#include "opencv2/core.hpp"

namespace bench {

ReportWriter::ReportWriter(const std::string& path) : file_(path)
{
    if (!file_)
        CV_Error_(cv::Error::StsError, ("cannot write %s", path.c_str()));
    SetOutputStream(&file_);
}

ReportWriter::~ReportWriter()
{
    if (begun_)
        JSONReporter::Finalize();
}

bool ReportWriter::ReportContext(const Context& context)
{
    if (!begun_)
        JSONReporter::ReportContext(context);
    begun_ = true;
    return true;
}

void ReportWriter::ReportRuns(const std::vector<Run>& runs)
{
    std::vector<Run> kept;
    for (const Run& run : runs) {
        const bool wanted =
            run.aggregate_name == "median" || run.aggregate_name == "p10" || run.aggregate_name == "p90";
        if (wanted || run.error_occurred)
            kept.push_back(run);
        if (run.aggregate_name == "median")
            medians_[run.run_name.function_name] = run.GetAdjustedRealTime();
    }
    JSONReporter::ReportRuns(kept);
    file_.flush();
}

double ReportWriter::medianMs(const std::string& name) const
{
    const auto found = medians_.find(name);
    return found == medians_.end() ? 0 : found->second;
}

}  // namespace bench
