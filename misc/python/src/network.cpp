// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The function that makes the input of a network.

#include "network.hpp"

#include <climits>
#include <cmath>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "batch.hpp"
#include "bindings.hpp"
#include "call.hpp"

namespace cudastripe_python {
namespace {

using namespace cv::cudastripe;
using nb::arg;

//! (left, upper, right, lower) or with the number of a frame behind.
std::vector<NetworkBox> boxesOf(nb::handle boxes)
{
    std::vector<NetworkBox> all;
    for (nb::handle each : boxes) {
        const size_t entries = nb::len(each);
        if (entries != 4 && entries != 5) {
            throwValueError(
                cv::format("cudastripe.to_network: boxes[%d] has %d entries; give (left, upper, right, lower), "
                           "or the number of its frame behind them",
                           int(all.size()), int(entries)));
        }
        const auto edge = [&](size_t i) {
            return numberOf(nb::object(each[i]), cv::format("boxes[%d][%d]", int(all.size()), int(i)).c_str());
        };
        const cv::Point2d first(edge(0), edge(1));
        const double frame = entries == 5 ? edge(4) : 0;  // a row of an array of floats has no integers
        if (!(frame >= 0 && frame <= INT_MAX && frame == std::floor(frame))) {
            throwValueError(cv::format("cudastripe.to_network: boxes[%d][4] is %g; it must be the number of a frame",
                                       int(all.size()), frame));
        }
        all.push_back({cv::Rect2d(first.x, first.y, edge(2) - first.x, edge(3) - first.y), int(frame)});
    }
    return all;
}

using Edges = std::tuple<double, double, double, double>;
using MapState = std::pair<Edges, std::pair<int, int>>;

Edges mapBack(const NetworkMap& map, BoxArg box)
{
    if (nb::len(box.object) == 0 || PySequence_Check(nb::object(box.object[0]).ptr()))
        throw nb::next_overload();  // it has boxes
    const auto edge = [&](size_t i) { return numberOf(nb::object(box.object[i]), "box"); };
    const cv::Point2d first = map.mapBack(cv::Point2d(edge(0), edge(1)));
    const cv::Point2d end = map.mapBack(cv::Point2d(edge(2), edge(3)));
    return {first.x, first.y, end.x, end.y};
}

std::vector<Edges> mapAllBack(const NetworkMap& map, BoxesArg boxes)
{
    std::vector<Edges> all;
    for (nb::handle box : boxes.object)
        all.push_back(mapBack(map, {box}));
    return all;
}

std::pair<nb::any, std::vector<NetworkMap>> pyToNetwork(ImagesArg frames, const RecordedInput& recorded, BoxesArg boxes,
                                                        ImagesArg dst, KindArg out, StreamArg stream, Striper* striper)
{
    const Call call("cudastripe.to_network", stream, striper);
    const std::shared_ptr<const NetworkInput> input = recorded.input;
    const bool list = isList(frames.object);
    const nb::object listed = list ? nb::borrow(frames.object) : nb::object(nb::make_tuple(frames.object));
    const Images images = call.read(listed, "frames");
    const std::vector<NetworkBox> parts = boxes.object.is_none() ? std::vector<NetworkBox>() : boxesOf(boxes.object);
    const size_t count = boxes.object.is_none() ? images.mats().size() : parts.size();
    const int given = images.mats().empty() ? CV_8UC3 : images.mats().front().type();
    const std::shared_ptr<const Chain> chain = input->chainOf(given);
    if (!chain->beginsInYuv())
        requireOnePlane(images, listed, call.function(), "frames");
    const bool chw = chain->tensorLayout() == TensorLayout::CHW;
    const int channels = CV_MAT_CN(chain->resultType(chain->beginsInYuv() ? chain->sourceType() : given));
    const PatchShape& patches = chain->patches();
    const bool cuts = chain->tensorLayout() == TensorLayout::Patches;
    const nb::tuple shape = cuts  ? nb::make_tuple(count, channels * patches.repeats * patches.side * patches.side)
                            : chw ? nb::make_tuple(count, channels, input->size().height, input->size().width)
                                  : nb::make_tuple(count, input->size().height, input->size().width, channels);
    std::vector<NetworkMap> maps;
    const auto runTo = [&](cv::OutputArray tensor) {
        maps = boxes.object.is_none() ? toNetwork(images.mats(), tensor, *input, call.stream(), call.striper())
                                      : toNetwork(images.mats(), parts, tensor, *input, call.stream(), call.striper());
    };
    const auto run = [&](const cv::Mat& tensor) { runTo(tensor); };
    if (images.mats().empty())
        run(cv::Mat());  // which the library refuses
    const Output output{dst, out, frames.object, chw ? Access::WriteChw : Access::WriteHwc, chain->tensorDepth()};
    if (cuts && count > 0) {
        nb::any all = call.write(output, 0, runTo);
        return {std::move(all), std::move(maps)};
    }
    nb::any tensor = call.writeTensor(output, shape, chain->tensorDepth(), run);
    return {std::move(tensor), std::move(maps)};
}

constexpr const char* kToNetwork = R"(Makes the input of a network from frames, in one call.

frames: an image or a list of images, of any sizes: (rows, columns) or (rows, columns, 3 or 4) of uint8, or frames of
    the format that input names; also frames of PyAV.
input: what the network takes.
boxes: parts of frames, each (left, upper, right, lower), of frame 0, or with the number of the frame behind: a picture
    for each. A list of tuples, or an array of 4 or 5 columns. [] gives a tensor of 0 pictures.
dst: where to write; else the result is new, of the kind of the frames.
out, stream, striper: as in cvt_color.
Returns the tensor, and for each of its pictures a NetworkMap.)";

}  // namespace

void bindToNetwork(nb::module_& m)
{
    nb::class_<NetworkMap> bound(m, "NetworkMap",
                                 "Where a frame lies in its picture of the tensor: p * scale + offset.");
    bound.def("__getstate__", [](const NetworkMap& o) {
        return MapState({o.scale.x, o.scale.y, o.offset.x, o.offset.y}, {o.size.width, o.size.height});
    });
    bound.def("__setstate__", [](NetworkMap& o, const MapState& s) {
        const auto& [scaleX, scaleY, x, y] = s.first;
        new (&o) NetworkMap{{scaleX, scaleY}, {x, y}, {s.second.first, s.second.second}};
    });
    bound
        .def_prop_ro(
            "scale", [](const NetworkMap& map) { return std::make_pair(map.scale.x, map.scale.y); },
            "(x, y): pixels of the picture for one of the frame.")
        .def_prop_ro(
            "offset", [](const NetworkMap& map) { return std::make_pair(map.offset.x, map.offset.y); },
            "(x, y) in pixels of the picture.")
        .def_prop_ro(
            "size", [](const NetworkMap& map) { return std::make_pair(map.size.width, map.size.height); },
            "(width, height) of the picture in pixels.")
        .def("map_back", &mapBack, arg("box"), "(left, upper, right, lower) in the frame of such a box of the picture.")
        .def("map_back", &mapAllBack, arg("boxes"), "The same for a list of boxes, or for rows of an array.");
    m.def("to_network", &pyToNetwork, arg("frames"), arg("input"), arg("boxes").none() = nb::none(), nb::kw_only(),
          arg("dst").none() = nb::none(), arg("out").none() = nb::none(), arg("stream").none() = nb::none(),
          arg("striper").none() = nb::none(), kToNetwork);
}

}  // namespace cudastripe_python
