// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "jobs.hpp"

#include <algorithm>
#include <opencv2/imgcodecs.hpp>
#include <set>

#include "y4m.hpp"

namespace fs = std::filesystem;

namespace {

bool isPictureName(const fs::path& path)
{
    return path.has_extension() && cv::haveImageWriter(path.string());
}

void addFolder(const fs::path& folder, std::vector<Input>& inputs)
{
    std::set<fs::path> pictures;
    std::error_code error, ignored;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        if (entry->is_regular_file(ignored) && isPictureName(entry->path()))
            pictures.insert(entry->path());
    }
    if (error)
        throw UserError(folder.string() + ": " + error.message());
    if (pictures.empty())
        throw UserError(folder.string() + ": no picture in this folder");
    for (const fs::path& picture : pictures)
        inputs.push_back({picture, false});
}

std::vector<Input> listInputs(const std::vector<std::string>& names, bool yuv)
{
    std::vector<Input> inputs;
    for (const std::string& name : names) {
        std::error_code error;
        const fs::file_status status = fs::status(name, error);
        if (!fs::exists(status))
            throw UserError(name + ": " + error.message());
        if (fs::is_directory(status) && yuv)
            throw UserError(name + ": a folder, but --to=bgr reads files");
        if (fs::is_directory(status))
            addFolder(name, inputs);
        else if (yuv)
            inputs.push_back({name, true});
        else
            inputs.push_back({name, !isPictureName(name) && !cv::haveImageReader(name)});
    }
    return inputs;
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
    return arguments.has("format") ? conversionOfFormat(arguments.text("format"))
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

fs::path comparable(const fs::path& path)
{
    std::error_code error;
    const fs::path canonical = fs::weakly_canonical(fs::absolute(path), error);
    return error ? path : canonical;
}

// A later output must not replace an earlier one, and none an input.
void checkCollisions(const std::vector<Job>& jobs)
{
    std::set<fs::path> inputs, outputs;
    for (const Job& job : jobs)
        inputs.insert(comparable(job.input.path));
    for (const Job& job : jobs) {
        for (const fs::path& path : {job.output, job.planes}) {
            if (!path.empty() && inputs.count(comparable(path)))
                throw UserError(path.string() + ": the output would replace an input");
            if (!path.empty() && !outputs.insert(comparable(path)).second)
                throw UserError(path.string() + ": two outputs have this name");
        }
    }
}

// Where results of an option go: a file, or a folder of files.
struct Place
{
    Place(const std::string& path, bool several) : name(path)
    {
        std::error_code ignored;
        folder = !name.empty() && (several || name.back() == '/' || fs::is_directory(name, ignored));
    }
    fs::path pathFor(const std::string& file) const { return folder ? fs::path(name) / file : fs::path(name); }
    void make() const
    {
        std::error_code error;
        if (folder && !fs::create_directories(name, error) && error)
            throw UserError(name + ": cannot be made: " + error.message());
    }

    std::string name;
    bool folder;
};

}  // namespace

bool isY4m(const fs::path& path)
{
    return path.extension() == ".y4m";
}

bool isStream(const fs::path& path, const Conversion& conversion)
{
    return conversion.toColours ? path.extension() == ".bgr" : path.extension() == ".yuv" || isY4m(path);
}

std::vector<Job> planJobs(const Arguments& arguments)
{
    std::error_code ignored;
    const std::vector<Input> inputs = listInputs(arguments.operands(), arguments.text("to") == "bgr");
    const bool several = inputs.size() > 1 || fs::is_directory(arguments.operands().front(), ignored);
    const Place output(arguments.text("output"), several), planes(arguments.text("planes"), several);
    const std::string kind = kindOf(arguments);
    if (arguments.has("as") && !output.folder)
        throw UserError("--as is for an --output that is a folder");
    if (!planes.name.empty() && !planes.folder && fs::path(planes.name).extension() != ".png")
        throw UserError("--planes=" + planes.name + ": the name must end in .png");
    if (arguments.has("compare") && several)
        throw UserError("--compare is for one input");

    std::vector<Job> jobs;
    for (Input input : inputs) {
        const std::string stem = input.path.stem().string();
        const Conversion conversion = conversionOf(input, arguments);
        const Job job{input, conversion, output.pathFor(stem + "." + kind), planes.pathFor(stem + "_planes.png")};
        if (!job.output.empty())
            checkOutput(job);
        if (arguments.has("repeat") && input.video)
            throw UserError("--repeat is for pictures only");
        jobs.push_back(job);
    }
    checkCollisions(jobs);
    output.make();
    planes.make();
    return jobs;
}
