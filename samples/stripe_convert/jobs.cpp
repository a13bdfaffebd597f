// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "convert.hpp"

#include <algorithm>
#include <climits>
#include <map>
#include <opencv2/imgcodecs.hpp>
#include <set>

namespace fs = std::filesystem;

namespace {

bool isPictureName(const fs::path& path)
{
    // OpenCV from 4.11 on has GIF, and gives its first frame.
    return path.has_extension() && lowered(path.extension().string()) != ".gif" && cv::haveImageWriter(path.string());
}

bool isVideoName(const fs::path& path)
{
    const std::string kinds = ".y4m .mp4 .m4v .mkv .mov .avi .webm .mpg .mpeg .gif ";
    return path.has_extension() && kinds.find(lowered(path.extension().string()) + " ") != std::string::npos;
}

std::vector<fs::path> filesOf(const fs::path& folder, bool videos)
{
    std::vector<fs::path> files;
    std::error_code error, ignored;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const bool wanted = isPictureName(entry->path()) || (videos && isVideoName(entry->path()));
        if (wanted && entry->is_regular_file(ignored))
            files.push_back(entry->path());
    }
    if (error)
        throw UserError(folder.string() + ": " + error.message());
    if (files.empty())
        throw UserError(folder.string() + ": no picture in this folder");
    std::sort(files.begin(), files.end());
    return files;
}

// Gives all paths of a file the same text. Folders are looked up once: a cluster's file system may be slow.
std::string placeOf(const fs::path& path)
{
    static std::map<std::string, fs::path> folders;
    std::error_code error;
    fs::path& folder = folders[path.parent_path().string()];
    if (folder.empty())
        folder = fs::weakly_canonical(fs::absolute(path).parent_path(), error);
    const fs::path place = fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : folder / path.filename();
    return (place.empty() ? path : place).string();
}

// NAME.png if the name is NAME_0001.png or has another number; else empty.
std::string withoutNumber(const std::string& name)
{
    const fs::path path = name;
    const std::string stem = path.stem().string();
    const size_t digits = stem.size() - std::min(stem.size(), stem.find_last_not_of("0123456789") + 1);
    const size_t end = stem.size() - digits;
    if (digits < 4 || end == 0 || stem[end - 1] != '_')
        return "";
    return (path.parent_path() / (stem.substr(0, end - 1) + path.extension().string())).string();
}

// A later output must not replace an earlier one, nor one of its frames, and none an input.
void checkCollisions(const std::vector<Input>& inputs, const std::vector<fs::path>& paths, bool numbered)
{
    std::set<std::string> taken, outputs;
    for (const Input& input : inputs)
        taken.insert(input.place);
    for (const fs::path& path : paths) {
        const std::string place = placeOf(path);
        if (taken.count(place))
            throw UserError(path.string() + ": the output would replace an input");
        if (!outputs.insert(place).second)
            throw UserError(path.string() + ": two outputs have this name");
    }
    for (const std::string& name : outputs) {
        if (numbered && outputs.count(withoutNumber(name))) {
            throw UserError(name + ": a frame of " + fs::path(withoutNumber(name)).filename().string() +
                            " could get this name, too; convert these inputs by two calls, into two folders");
        }
    }
}

// What an extension cannot hold.
void checkOutput(const Input& input, const fs::path& output, const Format& target)
{
    const std::string name = output.string();
    if (isStream(output, target)) {
        if (isY4m(output))
            y4mColourSpace(*target);  // refuses what does not fit
        return;
    }
    if (!isPictureName(output)) {
        throw UserError(name + ": the name of an output ends in " + (target ? ".yuv, .y4m" : ".bgr") +
                        ", .png or another picture format that OpenCV can write");
    }
    if (target && (CV_MAT_CN(target->planeType(0)) != 3 || !input.picture)) {
        throw UserError(name + ": a picture cannot hold a video, nor " + target->name() +
                        ", which is not three samples a pixel; use .yuv or .y4m (for a folder: --as=yuv, --as=y4m)");
    }
}

std::vector<Input> listInputs(const Arguments& arguments)
{
    const bool raw = arguments.has("size");
    std::vector<Input> inputs;
    const auto add = [&](const fs::path& path, const std::string& name, bool picture) {
        inputs.push_back({path, name, placeOf(path), picture && !raw});
    };
    for (const std::string& operand : arguments.operands()) {
        const fs::path path = operand == "-" ? "/dev/stdin" : operand;
        std::error_code ignored;
        const fs::file_status status = fs::status(path, ignored);
        if (fs::is_directory(status) && (raw || arguments.text("to") == "bgr"))
            throw UserError(operand + ": a folder, but --to=bgr and --size read files");
        if (fs::is_directory(status)) {
            for (const fs::path& file : filesOf(path, arguments.has("videos")))
                add(file, file.filename().string(), isPictureName(file));
        } else {
            const bool picture = isPictureName(path) ||
                                 (fs::is_regular_file(status) && !isVideoName(path) && cv::haveImageReader(operand));
            add(path, path.lexically_normal().string(), picture);
        }
    }
    return inputs;
}

Reading readingOf(const Arguments& arguments, bool deep)
{
    const bool byFormat = arguments.text("to") == "bgr" && arguments.has("format");
    if (byFormat)
        arguments.refuse({"from"}, "and --format with --to=bgr say the same");
    Reading reading = {arguments.text(byFormat ? "format" : "from"), {}, 0, arguments.has("progressive"), deep};
    if (!reading.from.empty())
        formatNamed(reading.from, byFormat ? "--format=" : "--from=");
    const std::string& first = arguments.operands().front();
    if (arguments.has("size")) {
        reading.size = arguments.frameSize("size").size;
        reading.stride = int(arguments.number("stride", 1, INT_MAX));
        if (isY4m(first))
            throw UserError(first + ": --size is for raw YUV; the header of a .y4m says the size");
    } else {
        arguments.refuse({"stride"}, "goes with --size only");
    }
    if (arguments.has("size") ? reading.from.empty() : fs::path(first).extension() == ".yuv") {
        throw UserError(first +
                        ": raw YUV needs --from=NAME and --size=WxH, as it has no header; --list-formats lists "
                        "all formats");
    }
    return reading;
}

}  // namespace

Plan planJobs(const Arguments& arguments)
{
    std::error_code ignored;
    Plan plan{0, 1, 0, {}, {}, {}};
    char end = 0;
    const std::string &output = arguments.text("output"), &part = arguments.text("shard");
    if (std::sscanf(part.c_str(), "%d/%d%c", &plan.shard, &plan.shards, &end) != 2 || plan.shard < 0 ||
        plan.shard >= plan.shards)
        throw UserError("--shard=" + part + ": not I/N, a part from 0 to N-1 of N parts");
    if (!arguments.isSecond("to", "yuv", "bgr") && !arguments.has("tensor"))
        plan.target = formatNamed(arguments.text("format"));
    plan.reading = readingOf(arguments, !plan.target || plan.target->depth() > 8);
    const std::string kind = arguments.has("as") ? arguments.text("as") : plan.target ? "yuv" : "png";
    const std::vector<Input> inputs = listInputs(arguments);
    plan.inputs = inputs.size();
    const bool several = inputs.size() > 1 || fs::is_directory(arguments.operands().front(), ignored);
    const bool folder = !output.empty() && (several || output.back() == '/' || fs::is_directory(output, ignored));
    if (arguments.has("as") && !folder)
        throw UserError("--as is for an --output that is a folder");
    if (arguments.has("resume") && output.empty())
        throw UserError("--resume needs an --output");
    std::vector<fs::path> outputs;
    for (const Input& input : inputs) {
        const fs::path path = folder ? fs::path(output) / (input.path.stem().string() + "." + kind) : fs::path(output);
        if (!path.empty()) {
            checkOutput(input, path, plan.target);
            outputs.push_back(path);
        }
        Digest digest;
        digest.add(input.name);
        if (digest.value() % std::uint64_t(plan.shards) == std::uint64_t(plan.shard))
            plan.jobs.push_back({input, path});
    }
    if (arguments.has("tensor"))
        outputs.push_back(arguments.text("tensor"));
    checkCollisions(inputs, outputs, !outputs.empty() && !plan.target && !isStream(outputs.front(), plan.target));
    if (folder && !fs::create_directories(output, ignored) && ignored)
        throw UserError(output + ": cannot be made: " + ignored.message());
    return plan;
}
