// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// One call of the library: arrays in, arrays out, without the GIL in between.
#pragma once

#include <nanobind/nanobind.h>

#include "arguments.hpp"
#include "arrays.hpp"
#include "streams.hpp"

namespace cudastripe_python {

class Call
{
public:
    //! @param function such as "cudastripe.cvt_color" @param stream,striper what the caller gave, or None and null
    Call(const char* function, StreamArg stream, cv::cudastripe::Striper* striper);
    //! Drops what this call and those before it do not use any more. Comes last, after all Mats.
    ~Call() { dropReleasedOwners(); }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    //! Arrays that the call reads.
    Images read(nb::handle object, const char* name) const;

    /** @brief Runs `body(OutputArray)` without the GIL.
    @param dst arrays to write to, or None
    @param like whose kind a new result has, unless `out` names one
    @param planes how many arrays a new result is; 0: one image
    @return `dst`, or the new result */
    template <class Body>
    nb::any write(ImagesArg dst, KindArg out, nb::handle like, int planes, const Body& body) const;

    const cv::cudastripe::StreamRef& stream() const { return stream_; }
    cv::cudastripe::Striper& striper() const { return striper_; }

private:
    template <class Body>
    static void runWithoutGil(cv::OutputArray dst, const Body& body)
    {
        const nb::gil_scoped_release released;
        body(dst);
    }
    //! The array whose kind new results have, or a name and an array that says on which device; null for NumPy.
    static nb::object kindOf(KindArg out, nb::handle like);
    static nb::object finished(nb::handle kind, nb::object array);

    const char* function_;
    nb::handle streamObject_;
    cv::cudastripe::StreamRef stream_;
    cv::cudastripe::Striper& striper_;
    bool hold_;
};

template <class Body>
nb::any Call::write(ImagesArg dst, KindArg out, nb::handle like, int planes, const Body& body) const
{
    if (!dst.object.is_none()) {
        Images to(dst.object, Access::Write, {function_, "dst"}, streamObject_, hold_);
        // A constant Mat is an output that must not be allocated anew.
        if (to.arePlanes())
            runWithoutGil(to.mats(), body);
        else
            runWithoutGil(static_cast<const cv::Mat&>(to.mats().front()), body);
        return nb::borrow<nb::any>(dst.object);
    }
    const nb::object kind = kindOf(out, like);
    const ResultAllocator allocator(kind, streamObject_);
    std::vector<cv::Mat> results(size_t(std::max(planes, 1)));
    for (cv::Mat& result : results)
        result.allocator = const_cast<ResultAllocator*>(&allocator);
    if (planes == 0) {
        runWithoutGil(results.front(), body);
        return nb::borrow<nb::any>(finished(kind, allocator.arrayOf(results.front())));
    }
    runWithoutGil(results, body);
    nb::list list;
    for (const cv::Mat& result : results)
        list.append(finished(kind, allocator.arrayOf(result)));
    return nb::borrow<nb::any>(list);
}

}  // namespace cudastripe_python
