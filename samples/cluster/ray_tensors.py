# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Turns a folder of videos into the inputs of a network, by Ray Data: one .npy file for each video.

    python ray_tensors.py VIDEOS OUT --preset=clip                  # on the CPUs of the cluster
    python ray_tensors.py VIDEOS OUT --preset=clip --gpus=1         # one GPU for each worker

VIDEOS and OUT are folders that all nodes see. A file gets its name when it is whole. If a worker dies, Ray gives its video
to another one, and a file that ends in .part may stay. What is there already is left alone, so a job that was stopped can
go on.
Needs ray[data], av and cudastripe on all nodes.
"""

import argparse
import os
import pathlib

import ray


def write_tensors(batch, out, preset, half):
    from cudastripe import tensors

    frames = []
    for path in batch["path"]:
        file = pathlib.Path(out) / (os.path.basename(path) + ".npy")
        frames.append(0 if file.exists() else tensors.save(path, file, preset, half)[0])
    return {"path": batch["path"], "frames": frames}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("videos", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--preset", required=True, help="such as ultralytics:640, imagenet, clip or siglip")
    parser.add_argument("--half", action="store_true", help="float16 instead of float32")
    parser.add_argument("--gpus", type=float, default=0, help="for each worker; its part of one may be less than 1")
    parser.add_argument("--cpus", type=float, default=1, help="for each worker")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    videos = [{"path": str(path.resolve())} for path in sorted(given.videos.iterdir()) if path.is_file()]
    written = ray.data.from_items(videos).repartition(len(videos)).map_batches(
        write_tensors,
        batch_size=1,
        fn_kwargs={"out": str(given.out.resolve()), "preset": given.preset, "half": given.half},
        num_gpus=given.gpus or None,
        num_cpus=given.cpus,
    )
    for row in written.iter_rows():
        print(f"{row['path']}: {row['frames'] or 'there already'}")


if __name__ == "__main__":
    main()
