// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef SAMPLES_NEW_FILE_HPP
#define SAMPLES_NEW_FILE_HPP

#include <filesystem>
#include <functional>

//! A file that appears under its name whole, by commit(), or not at all.
class NewFile
{
public:
    //! Makes an empty file beside the target. @throws UserError if that cannot be written.
    explicit NewFile(const std::filesystem::path& target);
    //! Removes the file beside the target unless it was committed.
    ~NewFile();
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    //! @param fill writes the file that it is given the name of. @throws UserError if it throws a cv::Exception.
    void write(const std::function<void(const std::string&)>& fill);
    void commit();

private:
    std::filesystem::path target_, temporary_;
};

#endif
