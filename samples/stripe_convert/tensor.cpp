// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "tensor.hpp"

#include <cmath>
#include <locale>
#include <sstream>

#include "frames.hpp"
#include "job_runner.hpp"

using namespace cv::cudastripe;
namespace fs = std::filesystem;

namespace {

// NaN if the text is no number.
double numberOf(const std::string& text)
{
    std::istringstream stream(text);
    stream.imbue(std::locale::classic());
    double number = NAN;
    return stream >> std::noskipws >> number && stream.peek() == EOF ? number : NAN;
}

// A number, or a quotient of two.
double valueOf(const std::string& text)
{
    const size_t slash = text.find('/');
    if (slash == std::string::npos)
        return numberOf(text);
    return numberOf(text.substr(0, slash)) / numberOf(text.substr(slash + 1));
}

std::optional<cv::Scalar> channelValues(const Arguments& arguments, const char* option)
{
    if (!arguments.has(option))
        return std::nullopt;
    const std::vector<std::string> parts = arguments.list(option);
    cv::Scalar values;
    for (size_t i = 0; i < 3; ++i) {
        values[int(i)] = valueOf(parts[parts.size() == 1 ? 0 : std::min(i, parts.size() - 1)]);
        if ((parts.size() != 1 && parts.size() != 3) || !std::isfinite(values[int(i)])) {
            throw UserError(std::string("--") + option + "=" + arguments.text(option) +
                            ": not a number, such as 0.5 or 1/255, or three with commas between them");
        }
    }
    return values;
}

// Refuses options that do not go with --tensor.
TensorOptions tensorOptions(const Arguments& arguments)
{
    arguments.refuse({"output", "as", "code", "depth", "compare", "pad", "planes", "verify", "repeat", "shard",
                      "balance", "resume", "report"},
                     "does not go with --tensor");
    if (arguments.has("to") && arguments.text("to") != "bgr")
        throw UserError("--to=" + arguments.text("to") + " does not go with --tensor, which is of colours");
    if (arguments.text("to") == "bgr")
        arguments.refuse({"videos"}, "does not go with --to=bgr");
    else
        arguments.refuse({"format", "size"}, "goes with --tensor only if --to=bgr reads YUV");
    const bool hwc = arguments.isSecond("tensor-layout", "chw", "hwc");
    const bool halves = arguments.isSecond("tensor-type", "float32", "float16");
    return {arguments.fileName("tensor", ".npy"),
            hwc ? TensorLayout::HWC : TensorLayout::CHW,
            halves ? CV_16F : CV_32F,
            arguments.has("rgb"),
            channelValues(arguments, "mean"),
            channelValues(arguments, "scale")};
}

// From pixels as they were read, or YUV of the format, to a tensor.
Chain tensorChain(const TensorOptions& options, const std::optional<YuvFormat>& format)
{
    Chain chain = format ? Chain::fromYuv(*format, options.rgb ? ChannelOrder::RGB : ChannelOrder::BGR) : Chain();
    const bool swaps = options.rgb && !format;
    // Steps see the channels of the picture, options name those of the tensor.
    const auto inOrder = [&](const cv::Scalar& s) { return swaps ? cv::Scalar(s[2], s[1], s[0]) : s; };
    chain.convertTo(CV_32F);
    if (options.mean)
        chain.subtract(inOrder(*options.mean));
    if (options.scale)
        chain.multiply(inOrder(*options.scale));
    return chain.toTensor(options.layout, options.depth, swaps ? ChannelOrder::RGB : ChannelOrder::BGR);
}

// The length of every header, so that one can be written when the number of pictures is known at last.
constexpr std::size_t npyHeaderBytes = 128;

// The header of a .npy file of version 1.0: an array in the order of C, little-endian, of type "<f4" or "<f2".
std::string npyHeader(const std::string& type, const std::vector<int>& shape)
{
    std::string sizes;
    for (int size : shape)
        sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
    // The magic number, the version, and the length of the text as two bytes.
    const std::size_t textBytes = npyHeaderBytes - 10;
    std::string header = "\x93NUMPY";
    for (std::size_t byte : {std::size_t(1), std::size_t(0), textBytes % 256, textBytes / 256})
        header += char(byte);
    header += "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + sizes + "), }";
    CV_Assert(header.size() < npyHeaderBytes);
    header.resize(npyHeaderBytes - 1, ' ');
    return header + "\n";
}

// A .npy file of one tensor, picture after picture. It appears when finish() returns.
class TensorFile
{
public:
    // The format is that of the pictures; none: they are colours of three channels.
    TensorFile(const TensorOptions& options, const std::optional<YuvFormat>& format, Striper& striper)
        : options_(options), chain_(tensorChain(options, format)), striper_(striper), file_(options.path)
    {
        // The header follows when the number of pictures is known. Until then nothing can read the file.
        file_.write(std::string(npyHeaderBytes, '\0'));
    }

    // The picture is kept, so its memory must not change. Its size is not that of an image of YUV.
    void add(const cv::Mat& picture, cv::Size size)
    {
        if (type_ < 0) {
            size_ = size;
            type_ = picture.type();
        }
        if (size != size_)
            throw InputError(sizeText(size) + ", but the first picture is " + sizeText(size_));
        if (picture.type() != type_) {
            throw InputError(std::to_string(8 * picture.elemSize1()) + " bits a sample, but the first picture has " +
                             std::to_string(8 * CV_ELEM_SIZE1(type_)));
        }
        batch_.push_back(picture);
        const size_t batchBytes = size_t(64) << 20,
                     pictureBytes = size_t(size.width) * size_t(size.height) * 3 * CV_ELEM_SIZE(options_.depth);
        if ((batch_.size() + 1) * pictureBytes > batchBytes)
            writeBatch();
    }

    void finish()
    {
        if (!batch_.empty())
            writeBatch();
        file_.overwriteStart(npyHeader(options_.depth == CV_16F ? "<f2" : "<f4", shapeOf(pictures_)));
        file_.commit();
    }

    // Such as "float32 of 5x3x36x60, made in 1 batch".
    std::string text() const
    {
        std::string text = options_.depth == CV_16F ? "float16 of " : "float32 of ";
        for (int size : shapeOf(pictures_))
            text += std::to_string(size) + "x";
        text.back() = ',';
        return text + " made in " + std::to_string(batches_) + (batches_ == 1 ? " batch" : " batches");
    }

private:
    std::vector<int> shapeOf(int pictures) const
    {
        if (options_.layout == TensorLayout::HWC)
            return {pictures, size_.height, size_.width, 3};
        return {pictures, 3, size_.height, size_.width};
    }

    void writeBatch()
    {
        const int count = int(batch_.size());
        tensor_.create(4, shapeOf(count).data(), options_.depth);
        // An array on both sides, as a single one would be the planes of one image of YUV.
        std::vector<cv::Mat> results;
        for (int i = 0; i < count; ++i)
            results.push_back(tensorImage(tensor_, i, options_.layout));
        transform(batch_, results, chain_, cv::noArray(), StreamRef(), striper_);
        file_.write(tensor_.data, tensor_.total() * tensor_.elemSize());
        pictures_ += count;
        ++batches_;
        batch_.clear();
    }

    const TensorOptions& options_;
    const Chain chain_;
    Striper& striper_;
    OutputFile file_;
    std::vector<cv::Mat> batch_;
    cv::Mat tensor_;  // of the batch
    cv::Size size_;
    int type_ = -1, pictures_ = 0, batches_ = 0;
};

// Calls a function for each job; what is wrong with an input is said with its number.
template <class Jobs, class Function>
void forEachJob(Jobs& jobs, const Function& function)
{
    for (size_t i = 0; i < jobs.size(); ++i) {
        try {
            function(jobs[i], i);
        } catch (const InputError& error) {
            throw UserError(cv::format("input %zu of %zu: ", i + 1, jobs.size()) + error.what());
        }
    }
}

void requireOneFormat(const Job& job, const Job& first)
{
    const std::string name = job.input.path.string();
    if (job.input.yuvSize != first.input.yuvSize) {
        throw InputError(name + ": " + sizeText(job.input.yuvSize) + ", but the first picture is " +
                         sizeText(first.input.yuvSize));
    }
    if (job.conversion.format != first.conversion.format) {
        throw InputError(name + ": " + job.conversion.format->name() + ", but the first input is " +
                         first.conversion.format->name());
    }
}

void addFrames(const Job& job, TensorFile& tensor, ProgressBar& bar)
{
    const std::string path = job.input.path.string();
    const std::unique_ptr<FrameReader> reader = openFrames(job.input, job.conversion, false);
    int frames = 0;
    for (cv::Mat frame; reader->read(frame); frame.release()) {
        throwIfInterrupted();
        if (job.input.video)
            bar.show(job.input.path.filename().string(), frames, reader->announcedFrames());
        try {
            tensor.add(frame, job.input.yuvSize.empty() ? frame.size() : job.input.yuvSize);
        } catch (const InputError& error) {
            throw InputError(path + ": " + error.what());
        }
        ++frames;
    }
    const std::string missing = reader->missing(frames), warning = reader->warning();
    if (frames == 0 || !missing.empty())
        throw InputError(path + ": " + (missing.empty() ? "no frame" : missing));
    if (warning.empty())
        return;
    bar.clear();
    printError("stripe_convert", "warning: " + path + ": " + warning);
}

}  // namespace

TensorPlan planTensor(const Arguments& arguments)
{
    const bool yuv = arguments.text("to") == "bgr";
    TensorPlan plan{tensorOptions(arguments), {}};
    Conversion pictures = {"--tensor", ChannelOrder::BGR, {}, -1, {"BGR"}, 1, false};
    pictures.asRead = true;
    for (const Input& input : listInputs(arguments.operands(), yuv, arguments.has("videos")))
        plan.jobs.push_back({input, pictures, {}, {}});
    forEachJob(plan.jobs, [&](Job& job, size_t) {
        requireExists(job.input);
        std::error_code ignored;
        if (fs::equivalent(plan.options.path, job.input.path, ignored))
            throw UserError(plan.options.path + ": the output would replace an input");
        if (yuv)
            job.conversion = decodingOf(job.input, arguments);
        requireOneFormat(job, plan.jobs.front());
    });
    return plan;
}

void writeTensor(const TensorPlan& plan, Striper& striper)
{
    catchSignals();
    TensorFile tensor(plan.options, plan.jobs.front().conversion.format, striper);
    ProgressBar bar;
    forEachJob(plan.jobs, [&](const Job& job, size_t i) {
        throwIfInterrupted();
        if (plan.jobs.size() > 1)
            bar.show(job.input.path.filename().string(), int(i), int(plan.jobs.size()));
        addFrames(job, tensor, bar);
    });
    tensor.finish();
    bar.clear();
    const std::string inputs = plan.jobs.size() == 1 ? plan.jobs.front().input.path.filename().string()
                                                     : std::to_string(plan.jobs.size()) + " inputs";
    std::printf("%s: %s, written to %s\n", oneLine(inputs).c_str(), tensor.text().c_str(),
                oneLine(plan.options.path).c_str());
}
