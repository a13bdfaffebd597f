// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Chain.compile and CompiledChain.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "state.hpp"

namespace cudastripe_python {

using namespace cv::cudastripe;
using nb::arg;

// The GIL is released while code is compiled.
void bindCompiledChain(nb::module_& m, nb::class_<SharedChain>& chain)
{
    nb::class_<SharedCompiledChain, SharedChain> compiled(
        m, "CompiledChain", "A chain with GPU code of its own, which transform takes as any chain.");
    refuseCopies(compiled,
                 "cudastripe.CompiledChain: it has code of a GPU; write() it into a file and read() it there, or send "
                 "the chain and compile() it");
    chain.def(
        "compile",
        [](const SharedChain& c, DtypeArg dtype, int channels, std::optional<PixelType> second, Striper* striper) {
            const int type = typeOf(dtype, channels), secondType = typeOf(second);
            const std::shared_ptr<const Chain> kept = c.chain;
            const nb::gil_scoped_release released;
            return SharedCompiledChain(kept->compile(type, secondType, striper ? *striper : Striper::getDefault()));
        },
        arg("dtype"), arg("channels"), arg("second") = nb::none(), arg("striper").none() = nb::none(),
        nb::sig("def compile(self, dtype: numpy.typing.DTypeLike, channels: int, second: "
                "tuple[numpy.typing.DTypeLike, int] | None = None, striper: Striper | None = None) -> CompiledChain"),
        "The chain with GPU code for such sources, made by NVRTC in about a second. The bits of results stay.\n\n"
        "It pays where images stay on the device. Other sources and the CPU go on without the code.");
    compiled.def(
        "write", [](const SharedCompiledChain& c, const std::string& path) { c.compiled.write(path); }, arg("path"),
        "Writes the code into a file, whose name ends in .yml, .json or .xml, or these with .gz.");
    compiled.def_static(
        "read",
        [](const std::string& path, const SharedChain& c, DtypeArg dtype, int channels, std::optional<PixelType> second,
           int architecture) {
            return SharedCompiledChain(
                CompiledChain::read(path, *c.chain, typeOf(dtype, channels), typeOf(second), architecture));
        },
        arg("path"), arg("chain"), arg("dtype"), arg("channels"), arg("second") = nb::none(), arg("architecture") = 0,
        nb::sig("def read(path: str, chain: Chain, dtype: numpy.typing.DTypeLike, channels: int, second: "
                "tuple[numpy.typing.DTypeLike, int] | None = None, architecture: int = 0) -> CompiledChain"),
        "What write has written for this chain and these types. With an architecture, such as 90, it must be for that "
        "one.");
    compiled.def_prop_ro(
        "architecture", [](const SharedCompiledChain& c) { return c.compiled.architecture(); },
        "Of the device that the code is for: 90 for compute capability 9.0.");
}

}  // namespace cudastripe_python
