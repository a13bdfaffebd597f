// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What networks take, with what pickle needs.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <memory>

#include "arguments.hpp"
#include "opencv2/cudastripe/network.hpp"

namespace cudastripe_python {

using cv::cudastripe::NetworkInput;

//! An input that calls may use in one thread while another one changes it: then it gets a copy. It knows the calls that
//! made it, for pickle.
struct RecordedInput
{
    std::shared_ptr<NetworkInput> input;
    nb::list calls;  //!< tuples of a name and plain values; the first one makes it

    RecordedInput(const NetworkInput& made, const char* preset, std::initializer_list<nb::object> values)
        : input(std::make_shared<NetworkInput>(made))
    {
        calls.append(callOf(preset, values));
    }

    template <class... Parameters, class... Values>
    RecordedInput& set(const char* name, NetworkInput& (NetworkInput::*method)(Parameters...),
                       std::initializer_list<nb::object> plainValues, Values&&... values)
    {
        if (input.use_count() > 1)
            input = std::make_shared<NetworkInput>(*input);
        ((*input).*method)(std::forward<Values>(values)...);
        nb::list others;  // of calls of one name the last one counts
        for (size_t i = 0; i < nb::len(calls); ++i) {
            if (i == 0 || nb::cast<std::string>(nb::object(calls[i][0])) != name)
                others.append(calls[i]);
        }
        others.append(callOf(name, plainValues));
        calls = others;
        return *this;
    }

private:
    static nb::tuple callOf(const char* name, std::initializer_list<nb::object> values)
    {
        nb::list call;
        call.append(nb::str(name));
        for (const nb::object& value : values)
            call.append(value);
        return nb::tuple(call);
    }
};

//! The function, and the maps that it gives.
void bindToNetwork(nb::module_& m);

}  // namespace cudastripe_python
