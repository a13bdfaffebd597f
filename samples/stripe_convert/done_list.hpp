// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_DONE_LIST_HPP
#define STRIPE_CONVERT_DONE_LIST_HPP

#include <cstdio>
#include <map>

#include "frames.hpp"

//! What runs with --resume have finished in a folder, noted in its folder .stripe_convert: a line for each output, with
//! its size, its time and what it was made of and by which options. Outputs are on the disk before their lines are.
//! Each process writes a file of its own, so that no lock is needed.
class DoneList
{
public:
    //! Reads what others have noted.
    explicit DoneList(const std::filesystem::path& folder);
    ~DoneList();
    DoneList(const DoneList&) = delete;
    DoneList& operator=(const DoneList&) = delete;

    //! What an earlier run wrote for the job: if options and input are the same, and if the output still has its noted
    //! size and time. @param options all that changes a byte of the output.
    std::optional<Written> find(const Job& job, const std::string& options) const;

    //! @param stamp of the input, from before it was read.
    void add(const Job& job, const std::string& options, const std::string& stamp, const Written& written);

    //! Adds the time of an output. After 200 files or 0.1 s of work it calls flush(), which waits once for all.
    void spent(double seconds);
    //! Notes what was added. @throws UserError if it cannot.
    void flush();

    //! Size and time.
    static std::string stampOf(const std::filesystem::path& path);

private:
    void startWriting(const std::filesystem::path& path);

    const std::filesystem::path folder_;
    std::multimap<std::string, Written> done_;  // by what they were made of
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> notes_{nullptr, std::fclose};
    std::string lines_;       // that are not noted
    std::vector<int> files_;  // of these lines, open
    double seconds_ = 0;
};

#endif
