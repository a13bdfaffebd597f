// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What the readers of the protocols share.
#pragma once

#include "arrays.hpp"
#include "errors.hpp"

namespace cudastripe_python {

struct ObjectOwner : Owner
{
    explicit ObjectOwner(nb::handle kept) : object(nb::borrow(kept)) {}
    nb::object object;
};

//! Throws if elements of this type cannot be read, or written. @param type for the message
void requireDepth(int depth, Access access, Argument argument, const cv::String& type, bool isBool);

//! Sets the number of dimensions; error texts say 5 for any more.
inline void setDims(View& view, int64_t dims)
{
    view.dims = int(std::min<int64_t>(dims, View::kMaxDims + 1));
}

//! Sets the strides of an array without gaps.
inline void setContiguous(View& view, int64_t bytes)
{
    for (int i = view.known() - 1; i >= 0; --i) {
        view.strides[i] = bytes;
        bytes *= view.shape[i];
    }
}

//! Calls `read`; an entry that is missing or of another type becomes an error that names the argument.
template <class Read>
void readEntries(const char* protocol, Argument argument, const Read& read)
{
    cv::String why = "an entry has another type";
    try {
        return read();
    } catch (const std::bad_cast&) {
    } catch (const nb::python_error& error) {
        if (!error.matches(PyExc_TypeError) && !error.matches(PyExc_LookupError))
            throw;
        why = error.what();
    }
    throwTypeError(cv::format("%s: the %s of %s is not as the protocol says: %s", argument.function, protocol,
                              argument.name, why.c_str()));
}

}  // namespace cudastripe_python
