// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef DECIPHER_DECIPHER_JOB_HPP
#define DECIPHER_DECIPHER_JOB_HPP

#include <cstdint>
#include <memory>
#include <opencv2/cudastripe/striper.hpp>
#include <string>

#include "cipher.hpp"

//! The library at work: deciphers an array on the Striper that the command line asks for.
class DecipherJob
{
public:
    //! @param device auto, cpu or a CUDA device number.
    DecipherJob(const std::string& device, int stripes);

    //! Deciphers in place.
    void run(std::uint64_t* entries, std::int64_t count, const Decipher& decipher);

    //! The CUDA device that it runs on; -1 for the CPU.
    int device() const;

    //! Where it runs, for a person.
    std::string place() const;

private:
    std::unique_ptr<cv::cudastripe::Striper> striper_;
};

#endif
