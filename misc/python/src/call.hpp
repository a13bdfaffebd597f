// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// One call of the library: arrays in, arrays out, without the GIL in between.
#pragma once

#include <nanobind/nanobind.h>

#include "arguments.hpp"
#include "arrays.hpp"
#include "errors.hpp"
#include "streams.hpp"

namespace cudastripe_python {

//! Where a result goes.
struct Output
{
    ImagesArg dst;    //!< arrays to write to, or None
    KindArg out;      //!< names the kind of a new result, or None
    nb::handle like;  //!< a new result has its kind if `out` is None
    Access access = Access::Write;
    int depth = -1;  //!< of a tensor
};

class Call
{
public:
    //! @param function such as "cudastripe.cvt_color" @param stream,striper what the caller gave, or None and null
    Call(const char* function, StreamArg stream, cv::cudastripe::Striper* striper);
    //! Drops what this call and earlier ones no longer use. Must run after the destructors of all Mats of the call.
    ~Call() { dropReleasedOwners(); }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    //! Arrays that the call reads.
    Images read(nb::handle object, const char* name) const;

    /** @brief Runs `body(OutputArray)` without the GIL.
    @param planes how many arrays a new result is; 0: one image
    @return `dst`, or the new result */
    template <class Body>
    nb::any write(const Output& output, int planes, const Body& body) const;

    /** @brief The same for a batch.
    @return `dst`, or a list of so many new results */
    template <class Body>
    nb::any writeBatch(const Output& output, size_t count, const Body& body) const;

    /** @brief Runs `body(const Mat&)` for a tensor of all pictures of a batch.
    @param shape,depth of a new result. Without pictures nothing is written */
    template <class Body>
    nb::any writeTensor(const Output& output, const nb::tuple& shape, int depth, const Body& body) const;

    const char* function() const { return function_; }
    const cv::cudastripe::StreamRef& stream() const { return ref_; }
    cv::cudastripe::Striper& striper() const { return striper_; }

private:
    template <class Body>
    static void runWithoutGil(cv::OutputArray dst, const Body& body)
    {
        const nb::gil_scoped_release released;
        body(dst);
    }
    //! The same, with errors that name an image as Python does.
    template <class Body>
    static void runBatch(cv::OutputArray dst, const Body& body);
    //! `run(results)` makes a list of them.
    template <class Run>
    nb::any newResults(const Output& output, size_t count, const Run& run) const;
    Images open(const Output& output) const;
    //! The array whose kind new results have, or a name and an array that says on which device; null for NumPy.
    static nb::object kindOf(KindArg out, nb::handle like);
    nb::object finished(nb::handle kind, nb::object array) const;

    const char* function_;
    CallStream stream_;
    cv::cudastripe::StreamRef ref_;
    cv::cudastripe::Striper& striper_;
};

template <class Body>
nb::any Call::write(const Output& output, int planes, const Body& body) const
{
    if (!output.dst.object.is_none()) {
        Images to = open(output);
        // A constant Mat is an output that must not be allocated anew.
        if (to.areList())
            runWithoutGil(to.mats(), body);
        else
            runWithoutGil(static_cast<const cv::Mat&>(to.mats().front()), body);
        return nb::borrow<nb::any>(output.dst.object);
    }
    if (planes > 0)
        return newResults(output, size_t(planes), [&](std::vector<cv::Mat>& results) { runWithoutGil(results, body); });
    const nb::object kind = kindOf(output.out, output.like);
    const ResultAllocator allocator(kind, stream_, output.depth);
    cv::Mat result;
    result.allocator = const_cast<ResultAllocator*>(&allocator);
    runWithoutGil(result, body);
    return nb::borrow<nb::any>(finished(kind, allocator.arrayOf(result)));
}

template <class Body>
nb::any Call::writeBatch(const Output& output, size_t count, const Body& body) const
{
    if (output.dst.object.is_none())
        return newResults(output, count, [&](std::vector<cv::Mat>& results) { runBatch(results, body); });
    const Images to = open(output);
    if (!to.areList())
        throwTypeError(cv::format("%s: src is a list of images; dst must be a list of as many arrays", function_));
    // The images of a constant vector are not allocated anew.
    runBatch(to.mats(), body);
    return nb::borrow<nb::any>(output.dst.object);
}

template <class Body>
nb::any Call::writeTensor(const Output& output, const nb::tuple& shape, int depth, const Body& body) const
{
    const bool given = !output.dst.object.is_none();
    const nb::object kind = given ? nb::object() : kindOf(output.out, output.like);
    nb::object array = given ? nb::borrow(output.dst.object) : newArray(kind, stream_, shape, depth);
    const bool anyPictures = nb::len(shape) == 0 || nb::cast<size_t>(shape[0]) > 0;
    if (anyPictures) {
        const Images to = open({{array}, output.out, output.like, output.access});
        runBatch(to.mats().front(), [&](cv::OutputArray) { body(to.mats().front()); });
    }
    if (!given)
        array = finished(kind, array);
    return nb::borrow<nb::any>(array);
}

template <class Body>
void Call::runBatch(cv::OutputArray dst, const Body& body)
{
    try {
        runWithoutGil(dst, body);
    } catch (const cv::Exception& error) {
        throwWithIndices(error);
    }
}

template <class Run>
nb::any Call::newResults(const Output& output, size_t count, const Run& run) const
{
    const nb::object kind = kindOf(output.out, output.like);
    const ResultAllocator allocator(kind, stream_);
    std::vector<cv::Mat> results(count);
    for (cv::Mat& result : results)
        result.allocator = const_cast<ResultAllocator*>(&allocator);
    run(results);
    nb::list list;
    for (const cv::Mat& result : results)
        list.append(finished(kind, allocator.arrayOf(result)));
    return nb::borrow<nb::any>(list);
}

}  // namespace cudastripe_python
