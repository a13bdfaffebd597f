// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Timelines of calls, predicted for a card or measured.

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "opencv2/cudastripe/simulate.hpp"
#include "state.hpp"

namespace cudastripe_python {
namespace {

using namespace cv::cudastripe;
using nb::arg;

const std::vector<Choice> kMemories = {{"pageable", int(MemoryKind::Pageable)},
                                       {"page_locked", int(MemoryKind::PageLocked)},
                                       {"device", int(MemoryKind::Device)}};

void bindTimeline(nb::module_& m)
{
    nb::class_<TimelineEntry> entry(m, "TimelineEntry", "When one stage of one stripe ran, and where.");
    keepBy(entry, &TimelineEntry::stage, &TimelineEntry::stripe, &TimelineEntry::engine, &TimelineEntry::stream,
           &TimelineEntry::startMs, &TimelineEntry::endMs);
    entry
        .def_prop_ro(
            "stage", [](const TimelineEntry& e) { return std::string(toString(e.stage)); },
            "\"stage in\", \"upload\", \"kernel\", \"host rows\", \"download\" or \"stage out\".")
        .def_ro("stripe", &TimelineEntry::stripe, "Counted from 0; -1 for rows that a thread of the CPU converts.")
        .def_prop_ro(
            "engine", [](const TimelineEntry& e) { return std::string(e.engine); },
            "What was busy, such as \"upload engine\".")
        .def_prop_ro(
            "stream", [](const TimelineEntry& e) { return std::string(e.stream); },
            "The stream that it was issued to; empty for work of the CPU.")
        .def_ro("start_ms", &TimelineEntry::startMs, "Milliseconds from the start of the call.")
        .def_ro("end_ms", &TimelineEntry::endMs, "Likewise.");
    nb::class_<Timeline> timeline(m, "Timeline", "When each stage ran.");
    keepBy(timeline, &Timeline::title, &Timeline::entries, &Timeline::durationMs);
    timeline
        .def_prop_ro(
            "title", [](const Timeline& t) { return std::string(t.title); }, "The name of the device.")
        .def_ro("entries", &Timeline::entries, "In no certain order.")
        .def_ro("duration_ms", &Timeline::durationMs, "Milliseconds until the result is ready.")
        .def_prop_ro(
            "engines",
            [](const Timeline& t) {
                const std::vector<cv::String> engines = t.engines();
                return std::vector<std::string>(engines.begin(), engines.end());
            },
            "In the order of the stages that they serve first.");
}

//! Those of the given Striper; defaults if there is none.
StriperParams paramsOf(const Striper* striper)
{
    return striper ? striper->params() : StriperParams();
}

Timeline predict(const std::string& profile, const nb::callable& call, MemoryArg memory, const Striper* striper)
{
    const auto kind = MemoryKind(choose(memory.object, "memory", kMemories));
    return predictTimeline(deviceProfile(profile), paramsOf(striper), kind, calling(call));
}

Timeline measure(int device, const nb::callable& call, const Striper* striper)
{
    return measureTimeline(device, paramsOf(striper), calling(call));
}

void write(const std::vector<Timeline>& timelines, nb::handle file)
{
    writeTraceEvents(timelines, nb::cast<std::string>(nb::module_::import_("os").attr("fspath")(file)));
}

}  // namespace

void bindTimelines(nb::module_& m)
{
    bindTimeline(m);
    m.def(
        "device_profiles",
        [] {
            std::vector<std::string> names;
            for (const DeviceProfile& profile : deviceProfiles())
                names.emplace_back(profile.name);
            return names;
        },
        "The names of the cards that predict_timeline knows.");
    m.def("predict_timeline", &predict, arg("profile"), arg("call"), nb::kw_only(), arg("memory") = "page_locked",
          arg("striper").none() = nb::none(),
          nb::sig("def predict_timeline(profile: str, call: collections.abc.Callable[[Striper], object], *, memory: "
                  "cudastripe.typing.Memory = 'page_locked', striper: Striper | None = None) -> Timeline"),
          "Predicts when each stage of each stripe would run on a card, without having it.\n\n"
          "profile: its name, one of device_profiles().\n"
          "call: makes any number of calls with the Striper that it is given; they read and write no pixel.\n"
          "memory: what the arrays of the calls are taken for.\n"
          "striper: how to cut and to issue; its devices do not matter.");
    m.def("measure_timeline", &measure, arg("device"), arg("call"), nb::kw_only(), arg("striper").none() = nb::none(),
          nb::sig("def measure_timeline(device: int, call: collections.abc.Callable[[Striper], object], *, striper: "
                  "Striper | None = None) -> Timeline"),
          "Measures when each stage of each stripe runs on a device. call is made twice, first to warm up.");
    m.def("write_trace_events", &write, arg("timelines"), arg("file"),
          nb::sig("def write_trace_events(timelines: collections.abc.Sequence[Timeline], file: str | "
                  "os.PathLike[str]) -> None"),
          "Writes timelines as JSON, which Perfetto and chrome://tracing open.");
}

}  // namespace cudastripe_python
