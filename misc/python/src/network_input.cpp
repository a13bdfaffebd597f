// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What networks take.

#include <climits>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "network.hpp"
#include "resampling.hpp"

namespace cudastripe_python {
namespace {

using namespace cv::cudastripe;
using nb::arg;

const std::vector<Choice> kAnchors = {{"center", int(NetworkInput::Anchor::Center)},
                                      {"corner", int(NetworkInput::Anchor::Corner)}};
const std::vector<Choice> kRoundings = {{"floor", int(NetworkInput::Rounding::Floor)},
                                        {"nearest", int(NetworkInput::Rounding::Nearest)}};
const std::vector<Choice> kLayouts = {{"chw", int(TensorLayout::CHW)}, {"hwc", int(TensorLayout::HWC)}};

nb::object plain(const cv::Scalar& values)
{
    return nb::make_tuple(values[0], values[1], values[2], values[3]);
}

NetworkInput::Rounding roundingOf(RoundingArg rounding)
{
    return NetworkInput::Rounding(choose(rounding.object, "rounding", kRoundings));
}

//! A side of a square, or (width, height).
cv::Size squareOrSize(SideArg size)
{
    if (!PyIndex_Check(size.object.ptr()))
        return sizeOf({size.object});
    const int side = int(integerOf(size.object, "size", 0, INT_MAX));
    return {side, side};
}

nb::object sizes(SideArg size)
{
    const cv::Size both = squareOrSize(size);
    return nb::make_tuple(both.width, both.height);
}

int sideOf(IntArg size, const char* name)
{
    return int(integerOf(size.object, name, 0, INT_MAX));
}

//! What OpenCV's cv2.dnn.Image2BlobParams says.
struct BlobParams
{
    explicit BlobParams(nb::handle params)
        : scalefactor(values(params, "scalefactor")),
          mean(values(params, "mean")),
          borderValue(values(params, "borderValue")),
          size(sizeOf({nb::object(params.attr("size"))})),
          swapRB(nb::cast<bool>(params.attr("swapRB"))),
          ddepth(nb::cast<int>(params.attr("ddepth"))),
          datalayout(nb::cast<int>(params.attr("datalayout"))),
          paddingmode(nb::cast<int>(params.attr("paddingmode")))
    {
    }

    cv::Scalar scalefactor, mean, borderValue;
    cv::Size size;
    bool swapRB;
    int ddepth, datalayout, paddingmode;

private:
    static cv::Scalar values(nb::handle params, const char* name)
    {
        const nb::object given = params.attr(name);
        cv::Scalar all;
        for (size_t i = 0; i < 4; ++i)
            all[int(i)] = nb::cast<double>(given[i]);
        return all;
    }
};

using Class = nb::class_<RecordedInput>;

//! The members of Image2BlobParams, which has no pickle.
nb::object copyOf(nb::handle params)
{
    nb::dict members;
    for (const char* name :
         {"scalefactor", "mean", "borderValue", "size", "swapRB", "ddepth", "datalayout", "paddingmode"})
        members[name] = params.attr(name);
    return nb::module_::import_("types").attr("SimpleNamespace")(**members);
}

void bindFit(Class& input)
{
    const auto self = nb::rv_policy::none;
    input.def(
        "from_yuv",
        [](RecordedInput& r, FormatArg format, UpsamplingArg upsampling) -> RecordedInput& {
            return r.set("from_yuv", &NetworkInput::fromYuv,
                         {nb::cast(formatOf(format)), nb::borrow(upsampling.object)}, formatOf(format),
                         upsamplingOf(upsampling));
        },
        arg("format"), arg("upsampling") = "nearest", self, "Frames are of this format, not of colours.");
    input.def(
        "frame_order",
        [](RecordedInput& r, OrderArg order) -> RecordedInput& {
            return r.set("frame_order", &NetworkInput::frameOrder, {nb::borrow(order.object)}, orderOf(order));
        },
        arg("order"), self, "The channels of frames of colours; \"bgr\" unless it is called.");
    input.def(
        "resampling",
        [](RecordedInput& r, ResamplingArg resampling) -> RecordedInput& {
            const Resampling wanted =
                resamplingOf("NetworkInput.resampling", resampling, {nb::str("straight")}, {nb::none()}, kNewestPillow);
            return r.set("resampling", &NetworkInput::resampling, {nb::borrow(resampling.object)}, wanted);
        },
        arg("resampling"), self, "Whose pixels the resized ones are, as in cudastripe.resize.");
    input.def(
        "stretch", [](RecordedInput& r) -> RecordedInput& { return r.set("stretch", &NetworkInput::stretch, {}); },
        self, "Both sides are resized on their own.");
    input.def(
        "letterbox",
        [](RecordedInput& r, ValuesArg border, AnchorArg anchor, RoundingArg rounding) -> RecordedInput& {
            return r.set(
                "letterbox", &NetworkInput::letterbox,
                {plain(valuesOf(border, "border").values()), nb::borrow(anchor.object), nb::borrow(rounding.object)},
                valuesOf(border, "border").values(), NetworkInput::Anchor(choose(anchor.object, "anchor", kAnchors)),
                roundingOf(rounding));
        },
        arg("border") = 0, arg("anchor") = "center", arg("rounding") = "nearest", self,
        "All of the frame is seen, beside a border.");
    input.def(
        "center_crop",
        [](RecordedInput& r, IntArg shortSide, RoundingArg rounding) -> RecordedInput& {
            return r.set("center_crop", &NetworkInput::centerCrop,
                         {nb::int_(sideOf(shortSide, "short_side")), nb::borrow(rounding.object)},
                         sideOf(shortSide, "short_side"), roundingOf(rounding));
        },
        arg("short_side") = 0, arg("rounding") = "floor", self,
        "The picture is full, and what is left of the frame is cut off. short_side: what the shorter side becomes "
        "before; "
        "0: as\nthe picture needs it.");
    input.def(
        "patches",
        [](RecordedInput& r, IntArg minPixels, IntArg maxPixels, IntArg side, IntArg repeats,
           IntArg merge) -> RecordedInput& {
            const PatchShape shape = {sideOf(side, "side"), sideOf(repeats, "repeats"), sideOf(merge, "merge")};
            return r.set("patches", &NetworkInput::patches,
                         {nb::int_(sideOf(minPixels, "min_pixels")), nb::int_(sideOf(maxPixels, "max_pixels")),
                          nb::int_(shape.side), nb::int_(shape.repeats), nb::int_(shape.merge)},
                         sideOf(minPixels, "min_pixels"), sideOf(maxPixels, "max_pixels"), shape);
        },
        arg("min_pixels"), arg("max_pixels"), arg("side") = 14, arg("repeats") = 2, arg("merge") = 2, self,
        "Each frame is resized to about its shape, with sides that are multiples of side * merge, and cut into "
        "patches: see\nChain.to_patches.");
    input.def(
        "pad_boxes",
        [](RecordedInput& r, ValuesArg border) -> RecordedInput& {
            return r.set("pad_boxes", &NetworkInput::padBoxes, {plain(valuesOf(border, "border").values())},
                         valuesOf(border, "border").values());
        },
        arg("border") = 0, self,
        "Boxes keep the size that they have: their pixels beyond the frame get this value. Without this call, what "
        "lies\nbeyond the frame is cut off.");
}

void bindValues(Class& input)
{
    const auto self = nb::rv_policy::none;
    input.def(
        "values",
        [](RecordedInput& r, const SharedChain& steps) -> RecordedInput& {
            return r.set("values", &NetworkInput::values, {nb::cast(SharedChain(*steps.chain))}, *steps.chain);
        },
        arg("steps"), self, "The steps of a pixel; its channels have the tensor's order.");
    input.def(
        "normalize",
        [](RecordedInput& r, double divisor, ValuesArg mean, ValuesArg deviation) -> RecordedInput& {
            return r.set("normalize", &NetworkInput::normalize,
                         {nb::float_(divisor), plain(valuesOf(mean, "mean").values()),
                          plain(valuesOf(deviation, "deviation").values())},
                         divisor, valuesOf(mean, "mean").values(), valuesOf(deviation, "deviation").values());
        },
        arg("divisor"), arg("mean") = 0, arg("deviation") = 1, self,
        "The steps (x / divisor - mean) / deviation in single precision.");
    input.def(
        "tensor",
        [](RecordedInput& r, LayoutArg layout, DtypeArg dtype, OrderArg order, IntArg channels) -> RecordedInput& {
            return r.set("tensor", &NetworkInput::tensor,
                         {nb::borrow(layout.object), nb::str(dtypeName(depthOf(dtype, "dtype", true))),
                          nb::borrow(order.object), nb::int_(sideOf(channels, "channels"))},
                         TensorLayout(choose(layout.object, "layout", kLayouts)), depthOf(dtype, "dtype", true),
                         orderOf(order), sideOf(channels, "channels"));
        },
        arg("layout") = "chw", arg("dtype") = "float32", arg("order") = "rgb", arg("channels") = 3, self,
        "What the tensor is. channels: 3, 1, or 0 for those of the frame.");
}

void bindPresets(Class& input)
{
    input.def_static(
        "opencv_blob",
        [](nb::handle params) {
            return RecordedInput(NetworkInput::opencvBlob(BlobParams(params)), "opencv_blob", {copyOf(params)});
        },
        arg("params"), "As cv2.dnn.blobFromImagesWithParams with these cv2.dnn.Image2BlobParams.");
    input.def_static(
        "ultralytics",
        [](SideArg size) {
            return RecordedInput(NetworkInput::ultralytics(squareOrSize(size)), "ultralytics", {sizes(size)});
        },
        arg("size"), "As Ultralytics' LetterBox with auto=False, and its predictor: x / 255.");
    input.def_static(
        "imagenet",
        [](IntArg size, IntArg resizeTo) {
            return RecordedInput(NetworkInput::imagenet(sideOf(size, "size"), sideOf(resizeTo, "resize_to")),
                                 "imagenet", {nb::int_(sideOf(size, "size")), nb::int_(sideOf(resizeTo, "resize_to"))});
        },
        arg("size") = 224, arg("resize_to") = 256,
        "As torchvision on PIL images: Resize, CenterCrop, ToTensor, Normalize with ImageNet's mean and deviation.");
    input.def_static(
        "clip",
        [](IntArg size) {
            return RecordedInput(NetworkInput::clip(sideOf(size, "size")), "clip", {nb::int_(sideOf(size, "size"))});
        },
        arg("size") = 224, "As CLIP's processor of Hugging Face on PIL images.");
    input.def_static(
        "siglip",
        [](IntArg size) {
            return RecordedInput(NetworkInput::siglip(sideOf(size, "size")), "siglip",
                                 {nb::int_(sideOf(size, "size"))});
        },
        arg("size") = 224, "As SigLIP's processor of Hugging Face on PIL images.");
    input.def_static(
        "qwen_vl",
        [](IntArg minPixels, IntArg maxPixels, IntArg patch, IntArg temporal, IntArg merge) {
            const int least = sideOf(minPixels, "min_pixels"), most = sideOf(maxPixels, "max_pixels");
            const PatchShape shape = {sideOf(patch, "patch_size"), sideOf(temporal, "temporal_patch_size"),
                                      sideOf(merge, "merge_size")};
            return RecordedInput(NetworkInput::qwenVl(least, most, shape), "qwen_vl",
                                 {nb::int_(least), nb::int_(most), nb::int_(shape.side), nb::int_(shape.repeats),
                                  nb::int_(shape.merge)});
        },
        arg("min_pixels") = 56 * 56, arg("max_pixels") = 28 * 28 * 1280, arg("patch_size") = 14,
        arg("temporal_patch_size") = 2, arg("merge_size") = 2,
        "As Qwen2-VL's processor of Hugging Face on PIL images: pixel_values of all frames; the size of a NetworkMap "
        "says the\ngrid, in pixels.");
}

}  // namespace

void bindNetwork(nb::module_& m)
{
    Class input(
        m, "NetworkInput",
        "What a network takes: how frames become its input.\n\nMethods change it and return it, so that they can be "
        "strung together.");
    input.def(
        "__init__",
        [](RecordedInput* self, SideArg size) {
            new (self) RecordedInput(NetworkInput(squareOrSize(size)), "", {sizes(size)});
        },
        arg("size"), "Stretches to size, a side or (width, height), by \"linear\".");
    bindPresets(input);
    bindFit(input);
    bindValues(input);
    input.def_prop_ro(
        "size", [](const RecordedInput& r) { return std::make_pair(r.input->size().width, r.input->size().height); },
        "(width, height) of the tensor's pictures; (0, 0) for patches.");
    const auto reduce = [](const RecordedInput& r) {
        return nb::make_tuple(nb::module_::import_("cudastripe").attr("_network_input"), nb::make_tuple(r.calls));
    };
    input.def("__reduce__", reduce, nb::sig("def __reduce__(self) -> tuple[object, ...]"));
    bindToNetwork(m);
}

}  // namespace cudastripe_python
