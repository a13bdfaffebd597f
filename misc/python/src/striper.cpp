// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Striper, Pipeline, and what they answer.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "errors.hpp"
#include "owner.hpp"
#include "state.hpp"
#include "streams.hpp"

namespace cudastripe_python {
namespace {

using namespace cv::cudastripe;
using nb::arg;

const std::vector<Choice> kRoutes = {{"auto", int(Route::Auto)},
                                     {"host", int(Route::Host)},
                                     {"direct", int(Route::Direct)},
                                     {"striped", int(Route::Striped)},
                                     {"shared", int(Route::Shared)}};
const std::vector<Choice> kOrders = {{"dedicated", int(IssueOrder::Dedicated)},
                                     {"depth_first", int(IssueOrder::DepthFirst)},
                                     {"breadth_first", int(IssueOrder::BreadthFirst)}};

void makeStriper(Striper* self, const std::optional<std::vector<int>>& devices, int stripes, int slots,
                 IssueOrderArg order, int streams, RouteArg route, std::optional<double> hostShare, int threads,
                 bool calibrate, size_t deviceMemoryLimit, size_t stagingMemoryLimit, const Tuning* tuning)
{
    StriperParams params = devices ? StriperParams() : StriperParams::forCurrentDevice();
    if (devices)
        params.devices = *devices;
    params.stripes = stripes;
    params.slots = slots;
    params.order = IssueOrder(choose(order.object, "order", kOrders));
    params.streams = streams;
    params.route = Route(choose(route.object, "route", kRoutes));
    params.hostShare = hostShare.value_or(StriperParams::kAutoShare);
    params.threads = threads;
    params.calibrate = calibrate;
    params.deviceMemoryLimit = deviceMemoryLimit;
    params.stagingMemoryLimit = stagingMemoryLimit;
    if (tuning)
        params.use(*tuning);
    new (self) Striper(params);
}

nb::dict usageOf(const Striper& striper)
{
    const StriperUsage usage = striper.usage();
    nb::dict all;
    all["leases"] = usage.leases;
    all["device_bytes"] = usage.deviceBytes;
    all["staging_bytes"] = usage.stagingBytes;
    all["created"] = usage.created;
    return all;
}

nb::dict paramsOf(const Striper& striper)
{
    const StriperParams& params = striper.params();
    nb::dict all;
    all["devices"] = params.devices;
    all["stripes"] = params.stripes;
    all["slots"] = params.slots;
    all["order"] = nameOf(int(params.order), kOrders);
    all["streams"] = params.streams;
    all["route"] = nameOf(int(params.route), kRoutes);
    all["host_share"] =
        params.hostShare == StriperParams::kAutoShare ? nb::object(nb::none()) : nb::float_(params.hostShare);
    all["threads"] = params.threads;
    all["calibrate"] = params.calibrate;
    all["device_memory_limit"] = params.deviceMemoryLimit;
    all["staging_memory_limit"] = params.stagingMemoryLimit;
    return all;
}

void makeTuning(Tuning* self, RouteArg route, double hostShare, int stripes, int threads, double seconds)
{
    new (self) Tuning();
    self->route = Route(choose(route.object, "route", kRoutes));
    self->hostShare = hostShare;
    self->stripes = stripes;
    self->threads = threads;
    self->seconds = seconds;
}

void bindAnswers(nb::module_& m)
{
    nb::class_<RouteEstimate> estimate(m, "RouteEstimate", "The predicted time of a call on one route.");
    keepBy(estimate, &RouteEstimate::route, &RouteEstimate::possible, &RouteEstimate::seconds, &RouteEstimate::why);
    estimate
        .def_prop_ro(
            "route", [](const RouteEstimate& e) { return nameOf(int(e.route), kRoutes); }, "Which one.")
        .def_ro("possible", &RouteEstimate::possible, "True if the call can take it.")
        .def_ro("seconds", &RouteEstimate::seconds, "Predicted; 0 if it is not possible.")
        .def_prop_ro(
            "why", [](const RouteEstimate& e) { return std::string(e.why); },
            "Why it is not possible, or what takes the time.");
    nb::class_<RouteChoice> choice(m, "RouteChoice", "The route of a call, and why.");
    keepBy(choice, &RouteChoice::route, &RouteChoice::forced, &RouteChoice::deviceLate, &RouteChoice::threads,
           &RouteChoice::estimates, &RouteChoice::plan);
    choice
        .def_prop_ro(
            "route", [](const RouteChoice& c) { return nameOf(int(c.route), kRoutes); }, "The chosen one.")
        .def_ro("forced", &RouteChoice::forced, "True if the Striper asks for it.")
        .def_ro("device_late", &RouteChoice::deviceLate, "True if calls avoid the device, which was late.")
        .def_ro("threads", &RouteChoice::threads, "Threads of the CPU that may work for the call.")
        .def_ro("estimates", &RouteChoice::estimates, "Of all routes.")
        .def_ro("plan", &RouteChoice::plan, "How a device does its part; empty if the CPU does all.")
        .def("__str__", [](const RouteChoice& c) { return std::string(c.toString()); });
    nb::class_<Tuning> tuning(m, "Tuning", "The settings that were fastest for a call; Striper takes them.");
    keepBy(tuning, &Tuning::route, &Tuning::hostShare, &Tuning::stripes, &Tuning::threads, &Tuning::seconds);
    tuning
        .def("__init__", &makeTuning, nb::kw_only(), arg("route") = "auto", arg("host_share") = -1.0,
             arg("stripes") = 0, arg("threads") = 0, arg("seconds") = 0.0,
             "Makes one of values that were kept, such as in a file.")
        .def_prop_ro(
            "route", [](const Tuning& t) { return nameOf(int(t.route), kRoutes); }, "The fastest route.")
        .def_ro("host_share", &Tuning::hostShare, "The part that CPU threads convert, 0 to 1; -1: the Striper chooses.")
        .def_ro("stripes", &Tuning::stripes, "Stripes; 0: the Striper chooses.")
        .def_ro("threads", &Tuning::threads, "Threads of the CPU at most; 0: all.")
        .def_ro("seconds", &Tuning::seconds, "The median of the call's times.")
        .def("__str__", [](const Tuning& t) { return std::string(t.toString()); });
}

void bindStriperClass(nb::module_& m)
{
    const StriperParams defaults;
    nb::class_<Striper> striper(m, "Striper", "Cuts images into stripes, and runs them on GPUs and CPU threads.");
    bindRates(striper);
    refuseCopies(striper,
                 "cudastripe.Striper: it holds devices of this process; make another one by "
                 "Striper(**striper.params)");
    striper
        .def("__init__", &makeStriper, arg("devices").none() = nb::none(), nb::kw_only(), arg("stripes") = 0,
             arg("slots") = 0, arg("order") = "dedicated", arg("streams") = 0, arg("route") = "auto",
             arg("host_share") = nb::none(), arg("threads") = 0, arg("calibrate") = true,
             arg("device_memory_limit") = defaults.deviceMemoryLimit,
             arg("staging_memory_limit") = defaults.stagingMemoryLimit, arg("tuning").none() = nb::none(),
             "devices: numbers of CUDA devices; []: the CPU does all work; None: the current device.\n"
             "host_share: the part of an image that CPU threads convert, 0 to 1; None chooses.\n"
             "threads: of the CPU for a call, at most; 0: all.\n"
             "..._limit: bytes; pinned_empty and Pin give page-locked memory.\n"
             "tuning: what tune() found. stripes, slots, streams: 0 lets the library choose.")
        .def(
            "reserve",
            [](Striper& s, int rows, int columns, int channels, DtypeArg dtype, int calls, bool pageable) {
                const int type = typeOf(dtype, channels);
                const nb::gil_scoped_release released;
                s.reserve(cv::Size(columns, rows), type, calls, pageable);
            },
            arg("rows"), arg("columns"), arg("channels"), arg("dtype") = "uint8", arg("concurrent_calls") = 1,
            arg("pageable_memory") = false, "Loads and allocates for images up to this size.")
        .def(
            "calibrate",
            [](Striper& s) {
                const nb::gil_scoped_release released;
                s.calibrate();
            },
            "Measures the rates of the CPU and the devices now, some milliseconds each.")
        .def_static(
            "get_default", [] { return new Striper(Striper::getDefault().shared()); },
            "The one that calls use if they are given none: that of the current device.")
        .def_prop_ro("params", &paramsOf, nb::sig("def params(self) -> dict[str, typing.Any]"),
                     "What it was made with, by the names of the arguments.")
        .def_prop_ro("usage", &usageOf, nb::sig("def usage(self) -> dict[str, int]"), "What it holds now.")
        .def_prop_ro("devices", &Striper::devices, "The numbers of the devices in use.");
}

void bindPipeline(nb::module_& m)
{
    nb::class_<PipelineOnStream> pipeline(
        m, "Pipeline",
        "Makes frame after frame on one stream overlap. Give it wherever a call takes a stream.\n\n"
        "Between two frames nothing may write the source of the second one, or use its destination: use two sets of\n"
        "arrays in turn.");
    refuseCopies(pipeline, "cudastripe.Pipeline: it holds a stream of this process; make another one there");
    pipeline
        .def(
            "__init__",
            [](PipelineOnStream* self, StreamArg stream, Striper* striper) {
                new (self) PipelineOnStream(streamHandle(stream.object), striper ? *striper : Striper::getDefault());
            },
            arg("stream"), nb::kw_only(), arg("striper").none() = nb::none(), nb::keep_alive<1, 2>(),
            nb::keep_alive<1, 3>())
        .def(
            "wait",
            [](PipelineOnStream& p, int frames) {
                {
                    const nb::gil_scoped_release released;
                    p.pipeline.wait(frames);
                }
                dropReleasedOwners();
            },
            arg("frames_in_flight") = 0, "Waits until at most so many frames are unfinished.");
}

}  // namespace

std::function<void(Striper&)> calling(nb::handle function)
{
    return [function](Striper& striper) {
        const nb::object shared =
            nb::cast(new Striper(striper.shared(), striper.explained()), nb::rv_policy::take_ownership);
        function(shared);
    };
}

void bindStriper(nb::module_& m)
{
    bindAnswers(m);
    bindStriperClass(m);
    bindPipeline(m);
    m.def(
        "explain",
        [](const nb::callable& call, Striper* striper) {
            return (striper ? *striper : Striper::getDefault()).explain(calling(call));
        },
        arg("call"), nb::kw_only(), arg("striper").none() = nb::none(),
        nb::sig("def explain(call: collections.abc.Callable[[Striper], object], *, striper: Striper | None = None) -> "
                "RouteChoice"),
        "Says which route a call would take, and why, without running it.\n\n"
        "call: makes the call with the Striper that it is given, such as\n"
        "    lambda striper: cudastripe.cvt_color(src, \"BGR2YUV\", striper=striper)");
    m.def(
        "tune",
        [](const nb::callable& call, int rounds, Striper* striper) {
            return (striper ? *striper : Striper::getDefault()).tune(calling(call), rounds);
        },
        arg("call"), nb::kw_only(), arg("rounds") = 31, arg("striper").none() = nb::none(),
        nb::sig("def tune(call: collections.abc.Callable[[Striper], object], *, rounds: int = 31, striper: Striper | "
                "None = None) -> Tuning"),
        "Runs a call by every route, some hundred times, and gives the settings that were fastest.\n\n"
        "call: as in explain; it must write the same result each time, best to a dst.");
}

}  // namespace cudastripe_python
