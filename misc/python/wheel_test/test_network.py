# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""The input of networks, beside OpenCV's blobs, and the steps that presets name on Pillow's images."""

import copy
import pickle

import numpy
import pytest

import cudastripe
from cudastripe import Chain, NetworkInput
from images import random_values

Image = pytest.importorskip("PIL.Image")
cv2 = pytest.importorskip("cv2")

NCHW, NHWC = 2, 4  # names that OpenCV 5 has moved
SHAPES = [(60, 97), (120, 80), (48, 48), (33, 131), (31, 31)]


def random_frames(rng, channels=3):
    return [random_values(rng, (*shape, channels), "uint8") for shape in SHAPES]


def resized_short(image, size, resample):
    short, long = sorted(image.size)
    sides = [size if side == short else int(size * side / short) for side in image.size]
    return image.resize(sides, resample)


def normalized(pixels, mean, deviation):
    values = (pixels - numpy.array(mean, numpy.float32)) / numpy.array(deviation, numpy.float32)
    return values.transpose(2, 0, 1)


def imagenet(frame, size=28, resize_to=33):
    image = resized_short(Image.fromarray(frame[:, :, ::-1]), resize_to, Image.Resampling.BILINEAR)
    left, upper = round((image.width - size) / 2), round((image.height - size) / 2)
    pixels = numpy.asarray(image.crop((left, upper, left + size, upper + size)))
    return normalized(pixels.astype(numpy.float32) / numpy.float32(255), [0.485, 0.456, 0.406], [0.229, 0.224, 0.225])


def rescaled(image):
    return (numpy.asarray(image).astype(numpy.float64) * (1 / 255)).astype(numpy.float32)


def clip(frame, size=32):
    image = resized_short(Image.fromarray(frame[:, :, ::-1]), size, Image.Resampling.BICUBIC)
    left, upper = (image.width - size) // 2, (image.height - size) // 2
    return normalized(rescaled(image.crop((left, upper, left + size, upper + size))),
                      [0.48145466, 0.4578275, 0.40821073], [0.26862954, 0.26130258, 0.27577711])


def siglip(frame, size=30):
    image = Image.fromarray(frame[:, :, ::-1]).resize((size, size), Image.Resampling.BICUBIC)
    return normalized(rescaled(image), [0.5] * 3, [0.5] * 3)


def ultralytics(frame, size=(48, 40)):
    r = min(size[1] / frame.shape[0], size[0] / frame.shape[1])
    unpadded = round(frame.shape[1] * r), round(frame.shape[0] * r)
    dw, dh = (size[0] - unpadded[0]) / 2, (size[1] - unpadded[1]) / 2
    cv2.ipp.setUseIPP(False)
    image = frame if frame.shape[1::-1] == unpadded else cv2.resize(frame, unpadded, interpolation=cv2.INTER_LINEAR)
    image = cv2.copyMakeBorder(image, round(dh - 0.1), round(dh + 0.1), round(dw - 0.1), round(dw + 0.1),
                               cv2.BORDER_CONSTANT, value=(114, 114, 114))
    return image[:, :, ::-1].transpose(2, 0, 1).astype(numpy.float32) / numpy.float32(255)


PRESETS = {
    "imagenet": (lambda: NetworkInput.imagenet(28, 33), imagenet),
    "clip": (lambda: NetworkInput.clip(32), clip),
    "siglip": (lambda: NetworkInput.siglip(30), siglip),
    "ultralytics": (lambda: NetworkInput.ultralytics((48, 40)), ultralytics),
}


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_the_steps_one_by_one(name, rng):
    make, steps = PRESETS[name]
    frames = random_frames(rng)
    tensor, maps = cudastripe.to_network(frames, make())
    assert len(maps) == len(frames) and tensor.dtype == numpy.float32
    for frame, picture in zip(frames, tensor):
        assert numpy.array_equal(picture, steps(frame))
    halves, _ = cudastripe.to_network(frames, make().tensor("hwc", "float16"))
    assert numpy.array_equal(halves, tensor.transpose(0, 2, 3, 1).astype(numpy.float16))


@pytest.mark.parametrize("name", ["clip", "siglip"])
def test_presets_are_the_processors_of_hugging_face(name, rng):
    module = pytest.importorskip(f"transformers.models.{name}.image_processing_pil_{name}")
    processor = getattr(module, f"{name.capitalize().replace('Clip', 'CLIP')}ImageProcessorPil")()
    for shape in SHAPES + [(300, 500), (224, 225)]:
        frame = random_values(rng, (*shape, 3), "uint8")
        expected = processor(images=Image.fromarray(frame[:, :, ::-1]), return_tensors="np")["pixel_values"]
        assert numpy.array_equal(cudastripe.to_network(frame, getattr(NetworkInput, name)())[0], expected)


@pytest.mark.parametrize("limits", [{}, {"min_pixels": 28 * 28 * 30, "max_pixels": 28 * 28 * 40}])
@pytest.mark.parametrize("patches", [{}, {"patch_size": 16, "temporal_patch_size": 1, "merge_size": 1}])
def test_patches_are_those_of_hugging_face(limits, patches, rng):
    module = pytest.importorskip("transformers.models.qwen2_vl.image_processing_pil_qwen2_vl")
    processor = module.Qwen2VLImageProcessorPil(**limits, **patches)
    frames = [random_values(rng, (*shape, 3), "uint8") for shape in SHAPES + [(300, 500), (224, 225), (1300, 900)]]
    expected = processor(images=[Image.fromarray(frame[:, :, ::-1]) for frame in frames], return_tensors="np")
    values, maps = cudastripe.to_network(frames, NetworkInput.qwen_vl(**limits, **patches))
    assert numpy.array_equal(values, expected["pixel_values"])
    side = patches.get("patch_size", 14)
    grid = [(1, map.size[1] // side, map.size[0] // side) for map in maps]
    assert numpy.array_equal(grid, expected["image_grid_thw"])
    none, _ = cudastripe.to_network(frames, NetworkInput.qwen_vl(**limits, **patches), [])
    assert none.shape == (0, values.shape[1])
    bits, _ = cudastripe.to_network(frames, NetworkInput.qwen_vl(**limits, **patches).tensor(dtype="bfloat16"))
    rounded = (values.view("uint32") + 0x7fff + (values.view("uint32") >> 16 & 1)) >> 16
    assert bits.dtype == numpy.uint16 and numpy.array_equal(bits, rounded)


def test_chains_end_in_patches(rng):
    chain = cudastripe.Chain().to_patches(2, 1, 1, "uint8")
    images = [random_values(rng, (4, 6, 3), "uint8") for _ in range(2)]
    expected = [image.reshape(2, 2, 3, 2, 3).transpose(0, 2, 4, 1, 3).reshape(6, 12) for image in images]
    assert numpy.array_equal(cudastripe.transform(images[0], chain), expected[0])
    assert numpy.array_equal(cudastripe.transform(images, chain), numpy.concatenate(expected))
    assert chain.tensor == ("patches", "uint8") and repr(pickle.loads(pickle.dumps(chain))) == repr(chain)
    with pytest.raises(ValueError, match="multiples of 2"):
        cudastripe.transform([random_values(rng, (5, 5, 3), "uint8")], chain)


def test_boxes_may_be_padded(rng):
    frame = random_values(rng, (40, 60, 3), "uint8")
    boxes = [(-10, -5, 30, 70), (50, 30, 90, 41), (5, 5, 20, 20)]
    tensor, maps = cudastripe.to_network(frame, NetworkInput.siglip(24).pad_boxes((1, 2, 3)), boxes)
    for (left, upper, right, lower), picture, place in zip(boxes, tensor, maps):
        whole = cv2.copyMakeBorder(frame, 99, 99, 99, 99, cv2.BORDER_CONSTANT, value=(1, 2, 3))
        assert numpy.array_equal(picture, siglip(whole[upper + 99:lower + 99, left + 99:right + 99], 24))
        assert place.map_back((0, 0, 24, 24)) == pytest.approx((left, upper, right, lower))
        two = [(0, 0, 24, 24), (1, 2, 3, 4)]
        for several in (two, tuple(two), numpy.float32(two)):
            assert place.map_back(several) == [place.map_back(box) for box in two]
        assert place.map_back([]) == []
    part = cudastripe.transform(frame, cudastripe.Chain().crop(-1, -2, 70, 50, border=(1, 2, 3)))
    assert numpy.array_equal(part, whole[97:147, 98:168])


@pytest.mark.parametrize("channels", [1, 3, 4])
@pytest.mark.parametrize("mode", [0, 1, 2])
@pytest.mark.parametrize("swap", [False, True])
def test_blobs_are_those_of_opencv(channels, mode, swap, rng):
    params = cv2.dnn.Image2BlobParams()
    params.size, params.mean, params.scalefactor = (36, 28), (104.5, 117, 123.25, 0), (1 / 57, 0.0173, 1 / 58, 1)
    params.swapRB, params.paddingmode = swap and channels > 1, mode
    params.borderValue = (7, 114, 201, 9)
    cv2.ipp.setUseIPP(False)
    frames = random_frames(rng, channels) + [random_values(rng, (28, 36, channels), "uint8")]
    for layout in (NCHW, NHWC):
        if layout == NHWC and params.swapRB and channels == 4:
            continue  # OpenCV refuses it
        params.datalayout = layout
        expected = cv2.dnn.blobFromImagesWithParams(frames, params)
        tensor, _ = cudastripe.to_network(frames, NetworkInput.opencv_blob(params))
        assert numpy.array_equal(tensor, expected)
    params.ddepth, params.datalayout = cv2.CV_8U, NCHW
    with pytest.raises(cv2.error):
        cv2.dnn.blobFromImagesWithParams(frames, params)
    with pytest.raises(ValueError, match="without mean"):
        NetworkInput.opencv_blob(params)
    params.mean, params.scalefactor = (0, 0, 0, 0), (1, 1, 1, 1)
    tensor, _ = cudastripe.to_network(frames, NetworkInput.opencv_blob(params))
    assert tensor.dtype == numpy.uint8 and numpy.array_equal(tensor, cv2.dnn.blobFromImagesWithParams(frames, params))


def test_boxes_of_a_video_frame(rng):
    nv12 = random_values(rng, (96, 80), "uint8")
    boxes = [(3, 5, 60, 50), (-4, 0, 200, 64), (10.4, 20.6, 40.5, 60)]
    parts = [(3, 5, 60, 50), (0, 0, 80, 64), (10, 21, 40, 60)]
    colours = cudastripe.from_yuv(nv12, "nv12")
    tensor, maps = cudastripe.to_network(nv12, NetworkInput.siglip(24).from_yuv("nv12"), boxes)
    for (left, upper, right, lower), picture, place in zip(parts, tensor, maps):
        assert numpy.array_equal(picture, siglip(colours[upper:lower, left:right], 24))
        assert place.map_back((0, 0, 24, 24)) == pytest.approx((left, upper, right, lower))
    two, _ = cudastripe.to_network([colours, colours[::-1].copy()], NetworkInput.siglip(24), [(*parts[0], 1)])
    assert numpy.array_equal(two[0], siglip(colours[::-1][5:50, 3:60], 24))
    row = numpy.float32([(*parts[0], 1)])
    assert numpy.array_equal(cudastripe.to_network([colours] * 2, NetworkInput.siglip(24), row)[0][0], tensor[0])
    none, maps = cudastripe.to_network(colours, NetworkInput.siglip(24), [])
    assert none.shape == (0, 3, 24, 24) and none.dtype == numpy.float32 and maps == []


def test_an_input_is_a_value(rng):
    frame = random_frames(rng)[0]
    inputs = [
        NetworkInput(24).from_yuv("i420", "linear").pad_boxes(3),
        NetworkInput.qwen_vl(3000, 4000, 4, 1, 3).tensor(dtype="bfloat16"),
        NetworkInput(24).patches(500, 4000, 2, 2, 2).tensor(dtype="uint8"),
        NetworkInput((30, 20)).resampling("pillow:lanczos").letterbox((1, 2, 3), "corner", "floor").normalize(2, 3, 4),
        NetworkInput.imagenet().frame_order("rgb").center_crop(240).tensor("hwc", numpy.float16, "bgr", 1),
        NetworkInput.clip().values(Chain().convert_to("float32").sqrt()).stretch(),
    ]
    params = cv2.dnn.Image2BlobParams()
    params.size = (20, 10)
    inputs.append(NetworkInput.opencv_blob(params))
    for made in inputs:
        for other in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made)):
            assert other.size == made.size
            source = random_values(rng, (60, 40), "uint8") if made is inputs[0] else frame
            assert numpy.array_equal(cudastripe.to_network(source, made)[0], cudastripe.to_network(source, other)[0])


@pytest.mark.parametrize("size", [(48, 32), (47, 33)])
@pytest.mark.parametrize("half", [False, True])
def test_a_video_becomes_a_file(size, half, rng, tmp_path):
    av = pytest.importorskip("av")
    from cudastripe import video
    from cudastripe.__main__ import main

    source, out = str(tmp_path / "video.mkv"), str(tmp_path / "out.npy")
    with av.open(source, "w") as container:
        stream = container.add_stream("ffv1", rate=25)
        stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
        for _ in range(40):
            pixels = random_values(rng, (size[1], size[0], 3), "uint8")
            container.mux(stream.encode(av.VideoFrame.from_ndarray(pixels, "bgr24").reformat(format="yuv420p")))
        container.mux(stream.encode())
    assert main(["tensor", source, out, "--preset=ultralytics:24", *(["--half"] if half else [])]) == 0
    with av.open(source) as container:
        frames = [cudastripe.from_yuv(f, video.frame_format(f)) for f in container.decode(video=0)]
    expected = cudastripe.to_network(frames, NetworkInput.ultralytics(24))[0]
    result = numpy.load(out)
    assert numpy.array_equal(result, expected.astype(numpy.float16) if half else expected)
    assert main(["tensor", source, out, "--preset=nothing"]) == 1
    assert main(["tensor", str(tmp_path / "missing.mkv"), out, "--preset=clip"]) == 1
    assert numpy.array_equal(numpy.load(out), result) and len(list(tmp_path.iterdir())) == 2


def test_a_map_is_a_value(rng):
    place = cudastripe.to_network(random_frames(rng), NetworkInput.ultralytics(numpy.int64(24)))[1][0]
    other = pickle.loads(pickle.dumps(place))
    assert (other.scale, other.offset, other.size) == (place.scale, place.offset, place.size)
    mean = numpy.array([1.0, 2.0, 3.0])
    made = NetworkInput(8).normalize(2, mean)
    mean *= 2
    frame = random_frames(rng)[0]
    again = pickle.loads(pickle.dumps(made))
    assert numpy.array_equal(cudastripe.to_network(frame, made)[0], cudastripe.to_network(frame, again)[0])


def test_bad_input_is_named(rng):
    frame = random_frames(rng)[0]
    with pytest.raises(ValueError, match=r"boxes\[0\] has 3 entries"):
        cudastripe.to_network(frame, NetworkInput(8), [(1, 2, 3)])
    with pytest.raises(ValueError, match="frame 2; there are 1 frames"):
        cudastripe.to_network(frame, NetworkInput(8), [(1, 2, 3, 4, 2)])
    with pytest.raises(ValueError, match=r"boxes\[0\]\[4\] is 0.5"):
        cudastripe.to_network(frame, NetworkInput(8), numpy.float32([(1, 2, 3, 4, 0.5)]))
    with pytest.raises(ValueError, match="anchor"):
        NetworkInput(8).letterbox(anchor="middle")
    with pytest.raises(ValueError, match="without images"):
        cudastripe.to_network([], NetworkInput(8))


def test_a_frame_of_planes_says_its_format(rng):
    av = pytest.importorskip("av")
    frame = av.VideoFrame.from_ndarray(random_values(rng, (96, 80), "uint8"), format="yuv420p")
    named = NetworkInput.siglip(24).from_yuv("i420")
    for frames in (frame, [frame, frame]):
        with pytest.raises(TypeError, match=r"frames\[0\] is a frame of 3 planes; .* from_yuv"):
            cudastripe.to_network(frames, NetworkInput.siglip(24))
        assert cudastripe.to_network(frames, named)[0].shape[1:] == (3, 24, 24)
