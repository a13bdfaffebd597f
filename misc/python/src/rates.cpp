// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rates of a Striper, as dictionaries of numbers, which can be kept as JSON.

#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "errors.hpp"

namespace cudastripe_python {
namespace {

using namespace cv::cudastripe;

template <class Use>
void visit(HostRates& rates, const Use& use)
{
    use("copy", rates.copy);
    use("memory", rates.memory);
    use("wake_seconds", rates.wakeSeconds);
    use("measured", rates.measured);
}

template <class Use>
void visit(LinkRates& rates, const Use& use)
{
    use("upload", rates.upload);
    use("download", rates.download);
    use("kernel", rates.kernel);
    use("gap_seconds", rates.gapSeconds);
    use("measured", rates.measured);
}

template <class R>
nb::dict dictOf(R rates)
{
    nb::dict all;
    visit(rates, [&](const char* name, auto value) { all[name] = value; });
    return all;
}

template <class R>
R ratesIn(nb::handle object, const char* part)
{
    if (!nb::isinstance<nb::dict>(object))
        throwTypeError(cv::format("Striper.set_rates: \"%s\" must be a dict, as in Striper.rates", part));
    nb::dict rest = nb::borrow<nb::dict>(object.attr("copy")());
    R rates;
    visit(rates, [&](const char* name, auto& value) {
        if (!rest.contains(name))
            throwValueError(cv::format("Striper.set_rates: \"%s\" has no \"%s\"", part, name));
        if (!nb::try_cast(nb::object(rest[name]), value))
            throwTypeError(cv::format("Striper.set_rates: \"%s\" of \"%s\" must be a number", name, part));
        nb::del(rest[name]);
    });
    for (const auto& other : rest) {
        throwValueError(cv::format("Striper.set_rates: \"%s\" has an unknown key, %s", part,
                                   nb::cast<std::string>(nb::repr(other.first)).c_str()));
    }
    return rates;
}

nb::dict ratesOf(const Striper& striper)
{
    const Rates rates = striper.rates();
    nb::list links;
    for (const LinkRates& link : rates.links)
        links.append(dictOf(link));
    nb::dict all;
    all["host"] = dictOf(rates.host);
    all["links"] = links;
    return all;
}

void setRates(Striper& striper, const nb::dict& given)
{
    for (const char* part : {"host", "links"}) {
        if (!given.contains(part))
            throwValueError(cv::format("Striper.set_rates: rates has no \"%s\"", part));
    }
    Rates rates;
    rates.host = ratesIn<HostRates>(given["host"], "host");
    for (nb::handle link : given["links"])
        rates.links.push_back(ratesIn<LinkRates>(link, "links"));
    striper.setRates(rates);
}

}  // namespace

void bindRates(nb::class_<Striper>& striper)
{
    striper
        .def_prop_ro("rates", &ratesOf, nb::sig("def rates(self) -> dict[str, typing.Any]"),
                     "Bytes a second of the CPU (\"host\") and of each device (\"links\", in the order of devices): "
                     "those of set_rates, else\nthe measured ones, else typical ones.")
        .def("set_rates", &setRates, nb::arg("rates"),
             nb::sig("def set_rates(self, rates: dict[str, typing.Any]) -> None"),
             "Sets the rates, in the form of the property, instead of measuring them. Those of the CPU are used only "
             "if there is a device.");
}

}  // namespace cudastripe_python
