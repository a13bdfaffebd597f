// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_STRIPER_HPP
#define OPENCV_CUDASTRIPE_STRIPER_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "opencv2/core.hpp"
#include "opencv2/cudastripe/route.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_striper
//! @{

//! In which order the stages of stripes are enqueued, and on which streams. The result is the same.
enum class IssueOrder
{
    Dedicated,     //!< three streams: one for uploads, one for kernels, one for downloads
    DepthFirst,    //!< stripes are dealt to streams; upload, kernel, download of one stripe, then of the next
    BreadthFirst,  //!< as before, but the uploads of a round of stripes, then their kernels, then their downloads
};

/** @brief Says how a @ref Striper cuts and where it works. */
struct CV_EXPORTS StriperParams
{
    //! For `hostShare`: what is predicted to be fastest.
    static constexpr double kAutoShare = -1;

    //! The current CUDA device, or none where there is none: what @ref Striper::getDefault uses.
    static StriperParams forCurrentDevice();

    //! Takes over route, share, stripes and threads.
    StriperParams& use(const Tuning& tuning);

    //! CUDA device numbers; those that this build cannot use are left out with a warning. None: the CPU does all work.
    std::vector<int> devices;
    //! Stripes of an image or array; 0 chooses. There are at most as many as rows, or as elements if the image is cut
    //! by elements (arrays, and images without gaps between rows).
    int stripes = 0;
    //! Sets of device buffers that stripes pass through, and the stripes of a breadth-first round; 0 chooses. At
    //! least 2.
    int slots = 0;
    //! How stripes are issued; the default is the fastest on every device with two copy engines.
    IssueOrder order = IssueOrder::Dedicated;
    //! Streams of the other two orders; 0 means 16. An image that is not in pageable memory is cut into as many stripes
    //! unless `stripes` says otherwise. Of n rows, or elements, every stripe but the last has ceil(n / stripes);
    //! the last has the rest. No more streams are used than there are slots.
    int streams = 0;
    //! The route of calls. A call that cannot take it takes the fastest that it can.
    Route route = Route::Auto;
    //! The part of an image in host memory that CPU threads convert:
    //! - kAutoShare chooses: none, all, or stripes from the image's end until CPU and device meet;
    //! - 0: none; 1: all;
    //! - between: that part, while the device does the rest.
    //!
    //! Route::Shared ignores 0 and 1; the routes Host, Direct and Striped ignore all. With a stream the CPU takes part
    //! only if `route` asks for it: then the call waits for earlier work in the stream, and later work finds the
    //! result.
    double hostShare = kAutoShare;
    //! The most CPU threads that work for a call, the calling one included; 0: as many as cv::getNumThreads() says.
    int threads = 0;
    //! True to measure the rates of the CPU and the devices, which takes at most 25 ms each: before the first call of
    //! the process that has no stream and could use a device, or in @ref Striper::reserve. If it is false, or the
    //! machine is too busy to be measured, typical rates are assumed.
    bool calibrate = true;
    //! Device memory that is kept for stripes, bytes a device. An image may be larger.
    size_t deviceMemoryLimit = size_t(1) << 29;
    //! Page-locked memory that is kept for images in pageable memory, bytes a device. Images of pinned(), or under
    //! a @ref Pin, need none.
    size_t stagingMemoryLimit = size_t(1) << 28;
};

/** @brief What a @ref Striper holds now, and how much it ever made. */
struct CV_EXPORTS StriperUsage
{
    int leases = 0;           //!< sets of streams, events and buffers, those in use included
    size_t deviceBytes = 0;   //!< device memory in the leases
    size_t stagingBytes = 0;  //!< page-locked memory in the leases
    //! Allocations, streams and events made since the start; constant in steady state.
    std::uint64_t created = 0;
};

/** @brief Cuts images into stripes, runs them on GPUs and CPU threads, and keeps what the next call can use again.

Any number of threads may use one Striper at the same time. A call leases streams, events and buffers and returns them
when its last work has ended; so calls on two streams do not wait for each other until a memory limit is reached. At
most cv::getNumThreads() threads work for a call, the one that feeds the GPU included.

No call synchronises a device. The first calls allocate, unless @ref reserve has done so; later calls do not. There is
one exception: a call on a stream of another context than the device's primary one makes a stream and events each time.

A call with a stream returns at once if all memory is page-locked or on a device, else when pageable memory has been
read and written.

In a forked process, a Striper of the parent that uses a GPU throws cv::Exception: make a new one there. */
class CV_EXPORTS Striper
{
public:
    //! @throws cv::Exception that names a parameter which is out of its range
    explicit Striper(const StriperParams& params);
    //! Waits for the work in flight, unless a @ref Pipeline of it still exists: then the last of those waits.
    ~Striper();
    Striper(const Striper&) = delete;
    Striper& operator=(const Striper&) = delete;

    //! The Striper of the current CUDA device; made on first use, never destroyed. It opens the device at the first
    //! call with page-locked memory, device memory or a stream. Calls with nothing but pageable memory run on the CPU
    //! and do not start CUDA: the process gets no context, and the processes that it forks can use CUDA.
    static Striper& getDefault();

    /** @brief Loads the kernels and allocates for images of this size and type.

    Later colour conversions, and operators on one image with a result of the same type, then neither load nor allocate
    anything. Other calls may allocate once.
    @param size the largest image; @param type its type, such as CV_8UC4.
    @param concurrentCalls how many calls may be in flight at once.
    @param pageableMemory whether images in pageable memory will be given, which need page-locked buffers. */
    void reserve(Size size, int type, int concurrentCalls = 1, bool pageableMemory = false);

    /** @brief Measures the rates of the devices, and of the CPU beside them, now: at most 25 ms each.

    The results are best while nothing else uses the machine. Other Stripers of the process take them unless they have
    measured or been given rates, or do not calibrate. If the environment variable CUDASTRIPE_CACHE_DIR names a folder,
    the rates are also written into its file rates.yml, which the next process reads. Else no file is used. */
    void calibrate();

    /** @brief Says which route a call would take, and why, without running it.
    @param call makes the call with the Striper that it is given, such as
    `[&](Striper& s) { cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), s); }`. Its destination stays as it is; no pixel
    is read or written. A call with a stream whose images all lie on a device has one route:
    Route::Direct.
    @return the route, and what each route would take */
    RouteChoice explain(const std::function<void(Striper&)>& call);

    /** @brief Runs a call on every route that it can take, and gives the settings that were fastest.

    The result depends on what else the machine does meanwhile. Use it for another Striper: `params.use(tuning)`.
    @param call makes one call with the Striper that it is given, as for @ref explain, and waits for its result if it
    has a stream. It runs a few hundred times and must write the same result each time.
    @param rounds how often each route runs, in turn with the others, after two runs that do not count; at least 1
    @return the settings with the least median time */
    Tuning tune(const std::function<void(Striper&)>& call, int rounds = 31);

    //! The rates by which routes and plans are chosen: those of @ref setRates, else the measured ones, else defaults.
    Rates rates() const;
    //! Sets the rates, which are then not measured. Throws cv::Exception if there are not as many links as @ref
    //! devices, or if a number is impossible.
    void setRates(const Rates& rates);

    //! The parameters that it was made with.
    const StriperParams& params() const;
    //! The devices in use: those of the parameters that this build and this machine can use.
    std::vector<int> devices() const;
    //! What it holds now.
    StriperUsage usage() const;

    class Impl;
    //! For the library itself.
    Impl& impl() const { return *impl_; }
    //! For the library itself.
    const std::shared_ptr<Impl>& shared() const { return impl_; }
    //! For the library itself.
    const std::shared_ptr<RouteChoice>& explained() const { return explained_; }
    //! For the library itself.
    explicit Striper(std::shared_ptr<Impl> impl, std::shared_ptr<RouteChoice> explained = nullptr);

private:
    std::shared_ptr<Impl> impl_;              // shared with its pipelines
    std::shared_ptr<RouteChoice> explained_;  // gets the route of calls, which then are not run; null if they are
};

//! @}

}}  // namespace cv::cudastripe

#endif
