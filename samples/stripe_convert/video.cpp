// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Videos by FFmpeg's libraries: their own samples, and what their tags say about them.

#include "frames.hpp"

#ifdef STRIPE_CONVERT_FFMPEG

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/pixdesc.h>
}

#include <climits>
#include <cmath>
#include <mutex>
#include <opencv2/imgproc.hpp>
#include <utility>

using namespace cv::cudastripe;

namespace {

// FFmpeg chooses by the content of a file, whatever its name is. None of these opens another file, as lists do.
const char* const containers =
    "yuv4mpegpipe,mov,matroska,gif,avi,mpegts,mpeg,mpegvideo,m4v,h264,hevc,av1,obu,ivf,flv,asf,ogg,mxf,nut,dv,mjpeg";

// The first error that was told since the last question: results do not have all.
std::mutex logMutex;
std::string logged;

void keepFirstError(void*, int level, const char* format, va_list arguments)
{
    char line[300];
    vsnprintf(line, sizeof line, format, arguments);
    const std::lock_guard<std::mutex> lock(logMutex);
    if (level <= AV_LOG_ERROR && logged.empty())
        logged = oneLine(line);
}

std::string takeError(int code)
{
    char text[AV_ERROR_MAX_STRING_SIZE] = "";
    const std::lock_guard<std::mutex> lock(logMutex);
    const std::string told = std::exchange(logged, "");
    if (told.rfind("Format not on whitelist", 0) == 0)
        return "it is a list of other files, or of a kind that is not read";
    return told.empty() && code < 0 && code != AVERROR_EOF ? av_make_error_string(text, sizeof text, code) : told;
}

// B, G, R of 8 or 16 bits, of samples of any kind that are not YUV.
cv::Mat coloursOf(const AVFrame& frame)
{
    const AVPixFmtDescriptor* const samples = av_pix_fmt_desc_get(AVPixelFormat(frame.format));
    const bool palette = (samples->flags & AV_PIX_FMT_FLAG_PAL) != 0;
    std::vector<cv::Mat> channels(3);
    for (int i = 0; i < 3; ++i) {
        const int component = palette ? 0 : i, bits = samples->comp[component].depth;  // red, green, blue
        cv::Mat values(frame.height, frame.width, CV_16U);
        for (int y = 0; y < frame.height; ++y) {
            av_read_image_line2(values.ptr(y), const_cast<const uint8_t**>(frame.data), frame.linesize, samples, 0, y,
                                component, frame.width, 0, 2);
        }
        values.convertTo(channels[2 - i], bits > 8 ? CV_16U : CV_8U, (bits > 8 ? 65535. : 255.) / ((1 << bits) - 1));
    }
    cv::Mat colours;
    cv::merge(channels, colours);
    if (palette) {
        cv::Mat table;
        cv::cvtColor(cv::Mat(1, 256, CV_8UC4, frame.data[1]), table, cv::COLOR_BGRA2BGR);
        cv::LUT(colours, table, colours);
    }
    return colours;
}

struct Handles
{
    ~Handles()
    {
        av_frame_free(&frame);
        av_packet_free(&packet);
        avcodec_free_context(&decoder);
        avformat_close_input(&file);
    }

    AVFormatContext* file = nullptr;
    AVCodecContext* decoder = nullptr;
    AVPacket* packet = nullptr;
    AVFrame* frame = nullptr;
};

class VideoReader : public FrameReader
{
public:
    VideoReader(const std::string& name, const Reading& reading) : reading_(reading)
    {
        open(name);
        openDecoder();
        if (!decode())
            throw InputError("no frame" + (missing.empty() ? "" : ": " + missing));
        size_ = cv::Size(own_.frame->width, own_.frame->height);
        format = formatOfFrame(about);
        const AVRational fps = av_guess_frame_rate(own_.file, stream_, own_.frame),
                         shape = av_guess_sample_aspect_ratio(own_.file, stream_, own_.frame);
        if (fps.num > 0 && fps.den > 0)
            rate = {fps.num, fps.den};
        pixelShape = {shape.num, shape.num > 0 ? shape.den : 0};
        announced = int(std::min<std::int64_t>(stream_->nb_frames, INT_MAX));
        const uint8_t* const matrix = av_stream_get_side_data(stream_, AV_PKT_DATA_DISPLAYMATRIX, nullptr);
        const double angle = matrix ? av_display_rotation_get(reinterpret_cast<const int32_t*>(matrix)) : 0;
        if (std::abs(angle) > 1)
            about += (about.empty() ? "" : ", ") + cv::format("not turned by %.0f degrees as it says", -angle);
    }

    bool read(Planes& frame) override
    {
        std::string again;
        if (!waiting_ && !decode())
            return false;
        waiting_ = false;
        if (size_ != cv::Size(own_.frame->width, own_.frame->height) || formatOfFrame(again) != format)
            throw InputError("the size or the tags of its frames change");
        frame.clear();
        for (int i = 0; format && i < format->planes(); ++i) {
            const int step = own_.frame->linesize[i];
            if (step < 0)
                throw InputError("rows of YUV that go upwards are not supported");
            frame.emplace_back(format->planeSize(i, size_), format->planeType(i), own_.frame->data[i], size_t(step));
        }
        if (!format)
            frame = {coloursOf(*own_.frame)};
        return true;
    }

private:
    static void check(int result, const std::string& what)
    {
        if (result < 0)
            throw InputError(what + ": " + takeError(result));
    }

    void open(const std::string& name)
    {
        av_log_set_callback(keepFirstError);
        takeError(0);
        const char* const what = "neither a picture nor a video that can be read";
        AVDictionary* options = nullptr;
        av_dict_set(&options, "protocol_whitelist", "file,pipe", 0);
        av_dict_set(&options, "format_whitelist", containers, 0);
        const int result = avformat_open_input(&own_.file, ("file:" + name).c_str(), nullptr, &options);
        av_dict_free(&options);
        check(result, what);
        y4m_ = own_.file->iformat->name == std::string("yuv4mpegpipe");
        check(avformat_find_stream_info(own_.file, nullptr), what);
        const int number = av_find_best_stream(own_.file, AVMEDIA_TYPE_VIDEO, -1, -1, &codec_, 0);
        check(number, what);
        stream_ = own_.file->streams[number];
        for (unsigned i = 0; i < own_.file->nb_streams; ++i)
            own_.file->streams[i]->discard = own_.file->streams[i] == stream_ ? AVDISCARD_DEFAULT : AVDISCARD_ALL;
    }

    void openDecoder()
    {
        own_.decoder = avcodec_alloc_context3(codec_);
        own_.packet = av_packet_alloc();
        own_.frame = av_frame_alloc();
        check(own_.decoder && own_.packet && own_.frame ? 0 : AVERROR(ENOMEM), "no memory");
        check(avcodec_parameters_to_context(own_.decoder, stream_->codecpar), "cannot be decoded");
        own_.decoder->err_recognition = AV_EF_EXPLODE | AV_EF_CRCCHECK;
        own_.decoder->flags |= AV_CODEC_FLAG_UNALIGNED;  // else columns outside the picture may stay
        own_.decoder->thread_count = 0;                  // as many as there are cores
        takeError(0);                                    // of streams that are not read
        check(avcodec_open2(own_.decoder, codec_, nullptr), "cannot be decoded");
    }

    // None: colours. @param assumed is what its tags do not say.
    Format formatOfFrame(std::string& assumed)
    {
        VideoTags tags;
        tags.pixelFormat = av_get_pix_fmt_name(AVPixelFormat(own_.frame->format));
        tags.matrix = own_.frame->colorspace;
        tags.range = own_.frame->color_range - 1;
        tags.chromaLocation = own_.frame->chroma_location - 1;
#ifdef AV_FRAME_FLAG_INTERLACED
        const bool interlaced = (own_.frame->flags & AV_FRAME_FLAG_INTERLACED) != 0,
                   upper = (own_.frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST) != 0;
#else
        const bool interlaced = own_.frame->interlaced_frame != 0, upper = own_.frame->top_field_first != 0;
#endif
        tags.interlaced = interlaced && !reading_.progressive;
        fields = !tags.interlaced ? 'p' : upper ? 't' : 'b';
        tags.height = own_.frame->height;
        try {
            cv::String text;
            if (tags.rgb() && reading_.from.empty())
                return std::nullopt;
            const YuvFormat found = formatOf(tags, reading_.from, text);
            assumed = text.empty() ? "" : "assumed " + text;
            return found;
        } catch (const cv::Exception& error) {
            throw InputError(error.err + (tags.interlaced ? "; here: --progressive"
                                                          : "; here: --from=FORMAT wins over what a file says"));
        }
    }

    // The next frame; false after the last, or where the rest is damaged.
    bool decode()
    {
        int result = 0;
        while ((result = avcodec_receive_frame(own_.decoder, own_.frame)) == AVERROR(EAGAIN)) {
            result = sendPacket();
            if (result < 0)
                break;
        }
        if (result == 0 && (own_.frame->decode_error_flags != 0 || (own_.frame->flags & AV_FRAME_FLAG_CORRUPT)))
            result = AVERROR_INVALIDDATA;
        if (result < 0)
            sayMissing(takeError(result));
        frames_ += result >= 0;
        return result >= 0;
    }

    // Gives the decoder the next packet, or the end.
    int sendPacket()
    {
        int result = 0;
        do {
            av_packet_unref(own_.packet);
            result = av_read_frame(own_.file, own_.packet);
        } while (result >= 0 && own_.packet->stream_index != stream_->index);
        if (result == AVERROR_INVALIDDATA && y4m_)
            damage_ = "a line before a frame is not FRAME, or is longer than FFmpeg takes";
        else if (result < 0 && result != AVERROR_EOF)
            damage_ = takeError(result);
        else if (result >= 0 && (own_.packet->flags & AV_PKT_FLAG_CORRUPT))
            damage_ = cv::format("a packet of %d bytes is not whole", own_.packet->size);
        if (result < 0 || !damage_.empty())
            return avcodec_send_packet(own_.decoder, nullptr);  // what was whole before it stays
        ++packets_;
        end_ = own_.packet->pos + own_.packet->size;
        return avcodec_send_packet(own_.decoder, own_.packet);
    }

    // Some containers give only a duration, so that the number of frames may be a little off.
    void sayMissing(const std::string& told)
    {
        const std::string damage = damage_.empty() ? told : damage_;
        const bool exact = std::string(own_.file->iformat->name).rfind("mov", 0) == 0;  // it has a list of frames
        const int expected = exact ? avformat_index_get_entries_count(stream_) : announced;
        const std::int64_t rest = y4m_ ? avio_tell(own_.file->pb) - end_ : 0;
        int last = ';';  // the end of every GIF
        if (own_.file->iformat->name == std::string("gif") &&
            avio_seek(own_.file->pb, avio_size(own_.file->pb) - 1, SEEK_SET) > 0)
            last = avio_r8(own_.file->pb);
        if (!damage.empty())
            missing = "damaged after " + std::to_string(frames_) + " frames: " + damage;
        else if (rest > 0 || last != ';')
            missing = "cut off after " + std::to_string(frames_) + " frames" +
                      (rest > 0 ? ": " + std::to_string(rest) + " bytes follow" : "");
        else if (expected - packets_ > (exact ? 0 : std::max(1, announced / 100)))
            missing = cv::format("cut off: only %d of %d frames could be read", packets_, expected);
    }

    const Reading& reading_;
    Handles own_;
    AVStream* stream_ = nullptr;
    const AVCodec* codec_ = nullptr;
    cv::Size size_;
    int frames_ = 0, packets_ = 0;
    std::int64_t end_ = 0;  // of the last packet in the file
    std::string damage_;    // what the demuxer has found
    bool y4m_ = false;
    bool waiting_ = true;  // whether the first frame is still to be given
};

}  // namespace

std::unique_ptr<FrameReader> openVideo(const std::string& path, const Reading& reading)
{
    return std::make_unique<VideoReader>(path, reading);
}

#else

std::unique_ptr<FrameReader> openVideo(const std::string& path, const Reading&)
{
    throw InputError(path +
                     ": neither a picture that OpenCV can read nor raw YUV, which needs --from and --size; this " +
                     "program was built without FFmpeg's libraries, so it reads no videos");
}

#endif
