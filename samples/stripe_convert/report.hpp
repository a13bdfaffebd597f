// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_REPORT_HPP
#define STRIPE_CONVERT_REPORT_HPP

#include "job_runner.hpp"

//! What became of each input of a shard, in JSON.
class Report
{
public:
    struct Entry
    {
        std::string input;       //!< its name as shards know it
        std::string output;      //!< a path; empty: none
        std::int64_t bytes = 0;  //!< of the input
        int frames = 0;          //!< that were converted now
        double seconds = 0;      //!< from reading to the finished output
        bool skipped = false;    //!< an earlier run has done it
        Written written;         //!< to the output
        std::string error;       //!< empty: done
    };

    //! Removes the report of an earlier run, which may no longer be true. @param path may be
    //! empty.
    explicit Report(const std::filesystem::path& path);

    void add(Entry entry) { entries_.push_back(std::move(entry)); }
    //! @param inputs of all shards together.
    void write(const Shard& shard, size_t inputs, const std::string& options) const;

private:
    const std::filesystem::path path_;
    std::vector<Entry> entries_;
};

//! Runs all jobs; one that fails does not stop the others. Writes the report after the last. @return whether all are
//! done. @throws Interruption
bool convertAll(const Plan& plan, Converter& converter, const RunOptions& options, Report& report);

//! Reads reports of shards, and says what is missing, failed or doubled in them, and one hash of all outputs, which
//! does not depend on the number of shards. @return whether everything is there, once.
bool mergeReports(const std::vector<std::string>& paths);

#endif
