// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Chains as plain values, for pickle and copy.

#include <nanobind/stl/optional.h>

#include <algorithm>

#include "bindings.hpp"
#include "state.hpp"

namespace cudastripe_python {
namespace {

using namespace cv::cudastripe;

//! Name, use of the second image, numbers, option, channels, and the table's type and bytes.
using StepState = std::tuple<std::string, bool, std::vector<double>, int, std::vector<int>, int, nb::bytes>;
using RectState = std::tuple<int, int, int, int>;
using PatchState = std::tuple<int, int, int>;
using ScalarState = std::tuple<double, double, double, double>;
//! Size of the result; interpolation, or -1 with filter, alpha and version; box.
using ResizeState = std::tuple<int, int, int, int, int, int, std::tuple<double, double, double, double>>;
//! Size, place and border.
using PlaceState = std::tuple<int, int, int, int, ScalarState>;
//! Steps; channels, format, order and upsampling of fromYuv; format and order of toYuv; layout, depth and order of
//! toTensor; part and border of crop; resize; place; shape of toPatches.
using ChainState = std::tuple<std::vector<StepState>, int, YuvFormat, int, int, std::optional<YuvFormat>, int, int, int,
                              int, RectState, std::optional<ScalarState>, std::optional<ResizeState>,
                              std::optional<PlaceState>, PatchState>;

//! Calls use(number) for all numbers of a step.
template <class Step, class Use>
void forEachNumber(Step& step, const Use& use)
{
    for (int i = 0; i < 4; ++i) {
        use(step.scalar[i]);
        use(step.upper[i]);
    }
    for (auto& value : step.values)
        use(value);
}

StepState stateOf(const Operator& step)
{
    std::vector<double> numbers;
    forEachNumber(step, [&](double number) { numbers.push_back(number); });
    return {operatorTable()[size_t(step.code)].name,
            step.second,
            numbers,
            step.option,
            step.channels,
            step.table.type(),
            nb::bytes(step.table.data, step.table.total() * size_t(CV_ELEM_SIZE(step.table.type())))};
}

Operator stepOf(const StepState& state)
{
    const auto& [name, second, numbers, option, channels, type, table] = state;
    const auto& rows = operatorTable();
    const auto row = std::find_if(rows.begin(), rows.end(), [&n = name](const OperatorInfo& r) { return n == r.name; });
    if (row == rows.end() || numbers.size() != 11 || table.size() % size_t(CV_ELEM_SIZE(type)) != 0)
        throwValueError("cudastripe.Chain: this is no state of a chain, or one of another version");
    Operator step(row->code);
    step.second = second;
    auto next = numbers.begin();
    forEachNumber(step, [&](double& number) { number = *next++; });
    step.option = option;
    step.channels = channels;
    if (table.size() > 0)
        step.table = cv::Mat(1, int(table.size() / size_t(CV_ELEM_SIZE(type))), type, const_cast<char*>(table.c_str()));
    return step;
}

std::optional<ResizeState> stateOfResize(const Chain& chain)
{
    const auto& resampling = chain.framing().resampling;
    if (!resampling)
        return std::nullopt;
    const cv::Size size = chain.framing().resized;
    const cv::Rect2d& box = resampling->box();
    return ResizeState(size.width, size.height, resampling->interpolation(), int(resampling->filter()),
                       int(resampling->alpha()), resampling->version(), {box.x, box.y, box.width, box.height});
}

void resizeBy(const ResizeState& state, Chain& chain)
{
    const auto& [width, height, interpolation, filter, alpha, version, edges] = state;
    const auto& [x, y, columns, rows] = edges;
    const cv::Rect2d box(x, y, columns, rows);
    const Resampling whole = interpolation >= 0
                                 ? Resampling::opencv(interpolation)
                                 : Resampling::pillow(Resampling::Filter(filter), Resampling::Alpha(alpha), version);
    chain.resize({width, height}, box.empty() ? whole : whole.inBox(box));
}

ScalarState stateOf(const cv::Scalar& values)
{
    return {values[0], values[1], values[2], values[3]};
}

std::optional<PlaceState> stateOfPlace(const Framing& framing)
{
    if (framing.size.empty())
        return std::nullopt;
    return PlaceState(framing.size.width, framing.size.height, framing.at.x, framing.at.y, stateOf(framing.border));
}

ChainState stateOf(const SharedChain& shared)
{
    const Chain& chain = *shared.chain;
    const cv::Rect& part = chain.framing().part;
    const auto& beyond = chain.framing().beyond;
    std::vector<StepState> steps;
    for (const Operator& step : chain.steps())
        steps.push_back(stateOf(step));
    return {steps,
            chain.beginsInYuv() ? CV_MAT_CN(chain.sourceType()) : 0,
            chain.sourceFormat(),
            int(chain.sourceOrder()),
            int(chain.sourceUpsampling()),
            chain.endsInYuv() ? std::optional<YuvFormat>(chain.yuvFormat()) : std::nullopt,
            int(chain.yuvOrder()),
            int(chain.tensorLayout()),
            chain.endsInTensor() ? chain.tensorDepth() : -1,
            int(chain.tensorOrder()),
            {part.x, part.y, part.width, part.height},
            beyond ? std::optional<ScalarState>(stateOf(*beyond)) : std::nullopt,
            stateOfResize(chain),
            stateOfPlace(chain.framing()),
            {chain.patches().side, chain.patches().repeats, chain.patches().merge}};
}

Chain chainOf(const ChainState& state)
{
    const auto& [steps, channels, source, sourceOrder, upsampling, format, order, layout, depth, tensorOrder, part,
                 beyond, resize, place, patches] = state;
    Chain chain;
    if (channels > 0)
        chain = Chain::fromYuv(source, ChannelOrder(sourceOrder), channels, ChromaUpsampling(upsampling));
    if (beyond)
        chain.crop(std::make_from_tuple<cv::Rect>(part), std::make_from_tuple<cv::Scalar>(*beyond));
    else if (part != RectState())
        chain.crop(std::make_from_tuple<cv::Rect>(part));
    if (resize)
        resizeBy(*resize, chain);
    if (place) {
        const auto& [width, height, x, y, border] = *place;
        chain.place({width, height}, {x, y}, std::make_from_tuple<cv::Scalar>(border));
    }
    for (const StepState& step : steps)
        chain.append(stepOf(step));
    if (format)
        chain.toYuv(*format, ChannelOrder(order));
    if (depth >= 0 && TensorLayout(layout) == TensorLayout::Patches)
        chain.toPatches({std::get<0>(patches), std::get<1>(patches), std::get<2>(patches)}, depth,
                        ChannelOrder(tensorOrder));
    else if (depth >= 0)
        chain.toTensor(TensorLayout(layout), depth, ChannelOrder(tensorOrder));
    return chain;
}

}  // namespace

void bindChainState(nb::class_<SharedChain>& chain)
{
    chain.def("__getstate__", [](const SharedChain& c) { return stateOf(c); });
    chain.def("__setstate__", [](SharedChain& c, const ChainState& state) { new (&c) SharedChain(chainOf(state)); });
}

}  // namespace cudastripe_python
