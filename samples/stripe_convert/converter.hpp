// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_CONVERTER_HPP
#define STRIPE_CONVERT_CONVERTER_HPP

#include <memory>
#include <opencv2/cudastripe.hpp>
#include <string>

#include "conversion.hpp"

//! The library at work: one conversion on the Striper that the command line asks for.
class Converter
{
public:
    //! @param device auto, cpu or a CUDA device number; @param stripes 0 lets the library choose.
    Converter(const Conversion& conversion, const std::string& device, int stripes);

    //! @param source of four channels in the conversion's order and source depth. @param result without gaps.
    //! @param stream none: returns when the result is ready.
    void convert(const cv::Mat& source, cv::Mat& result,
                 const cv::cudastripe::StreamRef& stream = cv::cudastripe::StreamRef()) const;

    //! The GPU that frames go to; -1 if the CPU does all work.
    int device() const;
    //! For frames on that GPU, on its default stream.
    std::unique_ptr<cv::cudastripe::Pipeline> pipeline() const;

    //! Where it runs, for a person.
    std::string place() const;

private:
    const Conversion& conversion_;
    std::unique_ptr<cv::cudastripe::Striper> ownStriper_;
    cv::cudastripe::Striper& striper_;
};

#endif
