// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "jobs.hpp"

#include <algorithm>
#include <opencv2/imgcodecs.hpp>
#include <set>

#include "y4m.hpp"

namespace fs = std::filesystem;

namespace {

bool isVideoName(const fs::path& path)
{
    const std::set<std::string> kinds = {".y4m", ".mp4", ".m4v", ".mkv", ".mov", ".avi", ".webm", ".mpg", ".mpeg"};
    return kinds.count(lowered(path.extension().string())) > 0;
}

void addFolder(const fs::path& folder, bool videos, std::vector<Input>& inputs)
{
    std::set<fs::path> pictures;
    std::error_code error, ignored;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const bool wanted = isPictureName(entry->path()) || (videos && isVideoName(entry->path()));
        if (wanted && entry->is_regular_file(ignored))
            pictures.insert(entry->path());
    }
    if (error)
        throw UserError(folder.string() + ": " + error.message());
    if (pictures.empty())
        throw UserError(folder.string() + ": no picture in this folder");
    for (const fs::path& picture : pictures)
        inputs.push_back({picture, !isPictureName(picture), {}, picture.filename().string()});
}

// What an extension cannot hold. OpenCV would saturate 16 bits to 255 silently for other kinds of pictures.
void checkOutput(const Job& job)
{
    const Conversion& conversion = job.conversion;
    const std::string name = job.output.string();
    const std::set<std::string> deep = {".png", ".tif", ".tiff", ".ppm"};
    if (isY4m(job.output) && !conversion.toColours)
        y4mColourSpace(conversion);  // refuses what does not fit
    if (isStream(job.output, conversion))
        return;
    if (!isPictureName(job.output)) {
        throw UserError(name + ": the name of an output ends in " + (conversion.toColours ? ".bgr" : ".yuv, .y4m") +
                        ", .png or another picture format that OpenCV can write");
    }
    if (!conversion.packed()) {
        throw UserError(name + ": a picture cannot hold " + conversion.option +
                        ", which is not three samples a pixel; use .yuv or .y4m (for a folder: --as=yuv, --as=y4m)");
    }
    if (conversion.colourDepth() != CV_8U && !deep.count(job.output.extension().string())) {
        throw UserError(name + ": pictures of 16 bits are .png, .tif, .tiff or .ppm" +
                        (conversion.toColours ? "; --depth=8 gives 8 bits" : ""));
    }
    if (job.input.video && !conversion.toColours)
        throw UserError(job.input.path.string() + ": not a picture; a video needs an output in .yuv or .y4m");
}

// What --code, --format or --to asks for, of an input.
Conversion conversionOf(Input& input, const Arguments& arguments)
{
    if (arguments.text("to") == "bgr")
        return decodingOf(input, arguments);
    const std::string& format = arguments.text("format");
    return arguments.has("format")
               ? conversionTo("--format=" + format, cv::cudastripe::ChannelOrder::BGR, formatNamed(format, formatHint))
               : conversionOfCode(arguments.text("code"));
}

// The extension of files in a folder.
std::string kindOf(const Arguments& arguments)
{
    const std::string kind = arguments.has("as") ? arguments.text("as") : "png";
    const bool toColours = arguments.text("to") == "bgr";
    const std::set<std::string> kinds =
        toColours ? std::set<std::string>{"png", "ppm", "tiff", "bgr"} : std::set<std::string>{"png", "yuv", "y4m"};
    if (!kinds.count(kind))
        throw UserError("--as=" + kind + ": not one of png, " + (toColours ? "ppm, tiff, bgr" : "yuv, y4m"));
    return kind;
}

const std::string planesEnding = "_planes.png";

// Where results of an option go: a file, or a folder of files.
struct Place
{
    Place(const std::string& path, bool several) : name(path)
    {
        std::error_code ignored;
        folder = !name.empty() && (several || name.back() == '/' || fs::is_directory(name, ignored));
    }
    fs::path pathFor(const Input& input, const std::string& ending) const
    {
        return folder ? fs::path(name) / (input.path.stem().string() + ending) : fs::path(name);
    }
    void make() const
    {
        std::error_code error;
        if (folder && !fs::create_directories(name, error) && error)
            throw UserError(name + ": cannot be made: " + error.message());
    }

    std::string name;
    bool folder;
};

// Gives all paths of a file the same text. Folders are looked up once: a cluster's file system may be slow.
class Comparison
{
public:
    std::string textOf(const fs::path& path)
    {
        std::error_code error;
        if (fs::is_symlink(path, error))
            return canonical(path);
        std::string& folder = folders_[path.parent_path().string()];
        if (folder.empty())
            folder = canonical(path.parent_path().empty() ? "." : path.parent_path());
        return (fs::path(folder) / path.filename()).string();
    }

private:
    static std::string canonical(const fs::path& path)
    {
        std::error_code error;
        const fs::path found = fs::weakly_canonical(fs::absolute(path), error);
        return (error ? path : found).string();
    }

    std::map<std::string, std::string> folders_;
};

// A later output must not replace an earlier one, and none an input.
void checkCollisions(const std::vector<Input>& all, const Place& output, const std::string& kind, const Place& planes)
{
    Comparison comparison;
    std::set<std::string> inputs, outputs;
    for (const Input& input : all)
        inputs.insert(comparison.textOf(input.path));
    for (const Input& input : all) {
        for (const fs::path& path : {output.pathFor(input, "." + kind), planes.pathFor(input, planesEnding)}) {
            if (!path.empty() && inputs.count(comparison.textOf(path)))
                throw UserError(path.string() + ": the output would replace an input");
            if (!path.empty() && !outputs.insert(comparison.textOf(path)).second)
                throw UserError(path.string() + ": two outputs have this name");
        }
    }
}

std::vector<Input> partOf(const std::vector<Input>& all, const Shard& shard)
{
    std::vector<Shard::Item> items;
    for (const Input& input : all) {
        std::error_code error;
        const std::uintmax_t bytes = shard.byBytes ? fs::file_size(input.path, error) : 0;
        items.push_back({input.name, error ? 0 : std::int64_t(bytes)});
    }
    const std::vector<bool> chosen = shard.choose(items);
    std::vector<Input> part;
    for (size_t i = 0; i < all.size(); ++i) {
        if (chosen[i])
            part.push_back(all[i]);
    }
    return part;
}

// Of several inputs, one that does not fit fails alone, later.
Job jobOf(Input input, const Arguments& arguments, bool several)
{
    Job job{input, {}, {}, {}};
    try {
        requireExists(input);
        job.conversion = conversionOf(job.input, arguments);
    } catch (const InputError& found) {
        if (!several)
            throw;
        job.error = found.what();
    }
    return job;
}

}  // namespace

bool isPictureName(const fs::path& path)
{
    return path.has_extension() && cv::haveImageWriter(path.string());
}

std::vector<Input> listInputs(const std::vector<std::string>& names, bool yuv, bool videos)
{
    std::vector<Input> inputs;
    for (const std::string& name : names) {
        std::error_code ignored;
        const fs::file_status status = fs::status(name, ignored);
        if (fs::is_directory(status) && yuv)
            throw UserError(name + ": a folder, but --to=bgr reads files");
        if (fs::is_directory(status))
            addFolder(name, videos, inputs);
        else
            inputs.push_back({name,
                              yuv || !(isPictureName(name) || cv::haveImageReader(name)),
                              {},
                              fs::path(name).lexically_normal().string()});
    }
    return inputs;
}

void requireExists(const Input& input)
{
    std::error_code error;
    if (!fs::exists(fs::status(input.path, error)))
        throw InputError(input.path.string() + ": " + error.message());
}

bool isY4m(const fs::path& path)
{
    return path.extension() == ".y4m";
}

bool isStream(const fs::path& path, const Conversion& conversion)
{
    return conversion.toColours ? path.extension() == ".bgr" : path.extension() == ".yuv" || isY4m(path);
}

Plan planJobs(const Arguments& arguments)
{
    std::error_code ignored;
    const std::string kind = kindOf(arguments);
    if (arguments.has("videos") && (kind == "png" || arguments.text("to") == "bgr"))
        throw UserError("--videos goes with --as=yuv or --as=y4m only");
    const std::vector<Input> inputs =
        listInputs(arguments.operands(), arguments.text("to") == "bgr", arguments.has("videos"));
    const bool several = inputs.size() > 1 || fs::is_directory(arguments.operands().front(), ignored);
    const Place output(arguments.text("output"), several), planes(arguments.text("planes"), several);
    if (arguments.has("as") && !output.folder)
        throw UserError("--as is for an --output that is a folder");
    if (!planes.name.empty() && !planes.folder && fs::path(planes.name).extension() != ".png")
        throw UserError("--planes=" + planes.name + ": the name must end in .png");
    if (arguments.has("compare") && several)
        throw UserError("--compare is for one input");
    if (arguments.has("resume") && output.name.empty())
        throw UserError("--resume needs an --output");

    Plan plan{shardOf(arguments, several), inputs.size(), {}};
    checkCollisions(inputs, output, kind, planes);
    for (const Input& input : partOf(inputs, plan.shard)) {
        Job job = jobOf(input, arguments, several);
        job.output = output.pathFor(input, "." + kind);
        job.planes = planes.pathFor(input, planesEnding);
        if (!job.output.empty() && job.error.empty())
            checkOutput(job);
        if (arguments.has("repeat") && input.video)
            throw UserError("--repeat is for pictures only");
        plan.jobs.push_back(job);
    }
    output.make();
    planes.make();
    return plan;
}
