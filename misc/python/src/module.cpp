// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The extension module.

#include "bindings.hpp"
#include "errors.hpp"

NB_MODULE(_cudastripe, m)
{
    using namespace cudastripe_python;
    nb::set_leak_warnings(false);  // of objects in modules that outlive the interpreter
    translateErrors();
    bindYuvFormat(m);
    bindStriper(m);
    bindChain(m);
    bindCalls(m);
    bindResize(m);
    bindTransform(m);
    bindNetwork(m);
    bindTimelines(m);
    bindMemory(m);
}
