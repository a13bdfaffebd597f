// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The parts of the extension module, and what they share.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <memory>

#include "arguments.hpp"
#include "errors.hpp"

namespace cudastripe_python {

/** @brief A chain that calls may use in one thread while another one appends to it: then it gets a copy. */
struct SharedChain
{
    SharedChain() : chain(std::make_shared<cv::cudastripe::Chain>()) {}
    explicit SharedChain(const cv::cudastripe::Chain& first) : chain(std::make_shared<cv::cudastripe::Chain>(first)) {}
    //! The chain, to be changed.
    cv::cudastripe::Chain& own()
    {
        if (fixed)
            throwTypeError("cudastripe.CompiledChain: its steps are fixed; append them to the chain before compile()");
        if (chain.use_count() > 1)
            chain = std::make_shared<cv::cudastripe::Chain>(*chain);
        return *chain;
    }
    std::shared_ptr<cv::cudastripe::Chain> chain;
    bool fixed = false;  //!< nothing can be appended
};

//! The same, for Python's CompiledChain.
struct SharedCompiledChain : SharedChain
{
    explicit SharedCompiledChain(const cv::cudastripe::CompiledChain& code) : SharedChain(code.chain()), compiled(code)
    {
        fixed = true;
    }
    const cv::cudastripe::CompiledChain compiled;
};

//! Calls the function with a Python object that shares the Striper: Python may keep it when the library's one is gone.
std::function<void(cv::cudastripe::Striper&)> calling(nb::handle function);

void bindYuvFormat(nb::module_& m);
void bindStriper(nb::module_& m);
void bindChain(nb::module_& m);
void bindCompiledChain(nb::module_& m, nb::class_<SharedChain>& chain);
void bindChainState(nb::class_<SharedChain>& chain);
void bindCalls(nb::module_& m);
void bindResize(nb::module_& m);
void bindTransform(nb::module_& m);
void bindNetwork(nb::module_& m);
void bindRates(nb::class_<cv::cudastripe::Striper>& striper);
void bindTimelines(nb::module_& m);
void bindMemory(nb::module_& m);

}  // namespace cudastripe_python
