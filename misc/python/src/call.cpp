// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See call.hpp.

#include "call.hpp"

#include <nanobind/stl/string.h>

namespace cudastripe_python {

using cv::cudastripe::Striper;

Call::Call(const char* function, StreamArg stream, Striper* striper)
    : function_(function),
      stream_(stream.object),
      ref_(stream_.ref()),
      striper_(striper ? *striper : Striper::getDefault())
{
}

Images Call::read(nb::handle object, const char* name) const
{
    return Images(object, Access::Read, {function_, name}, stream_, ref_.given());
}

Images Call::open(const Output& output) const
{
    return Images(output.dst.object, output.access, {function_, "dst"}, stream_, ref_.given());
}

nb::object Call::kindOf(KindArg out, nb::handle like)
{
    if (!out.object.is_none()) {
        const bool isName = nb::isinstance<nb::str>(out.object);
        if (isName && nb::cast<std::string>(out.object) == "numpy")
            return nb::object();
        return nb::make_tuple(out.object, like);
    }
    static const nb::handle ndarray = nb::object(nb::module_::import_("numpy").attr("ndarray")).release();
    if (nb::isinstance(like, ndarray))
        return nb::object();
    if (isList(like))
        return nb::len(like) ? kindOf(out, nb::object(like[0])) : nb::object();
    const bool hasKind = nb::hasattr(like, "__dlpack__") || nb::hasattr(like, "__cuda_array_interface__");
    return hasKind ? nb::borrow(like) : nb::object();
}

nb::object Call::finished(nb::handle kind, nb::object array) const
{
    if (!kind.is_valid() || array.is_none())
        return array;
    return nb::module_::import_("cudastripe._kinds").attr("finish")(kind, array, stream_.object());
}

}  // namespace cudastripe_python
