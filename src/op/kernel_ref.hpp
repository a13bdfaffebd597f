// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A kernel with its arguments, ready to be enqueued on CUDA or to be emulated on the host by the same body.

#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "../model/small_list.hpp"
#include "batch_body.hpp"
#include "kernel_code.hpp"
#include "opencv2/cudastripe/detail/kernel_launch.hpp"
#include "plane_view.hpp"
#include "simd/float_mode.hpp"

namespace cv { namespace cudastripe {

using detail::KernelLaunch;

#ifdef HAVE_CUDASTRIPE_CUDA
#define CUDASTRIPE_IF_CUDA(...) &__VA_ARGS__
#else
#define CUDASTRIPE_IF_CUDA(...) nullptr
#endif

//! Images with one size, type and steps at different addresses, which share a body.
struct RepeatedImages
{
    static constexpr size_t kMax = 65535;  //!< in one launch

    unsigned count = 1;
    PlaneShift each;                     //!< from one image to the next, if all distances are equal
    const PlaneShift* shifts = nullptr;  //!< else from the first image to each, in memory that the kernel reads

    CV_CUDASTRIPE_HD PlaneShift of(int64 image) const
    {
        return shifts ? shifts[image] : PlaneShift{image * each.in, image * each.out};
    }
};

//! Enqueues `body(x, y)` for all x < itemsX, y < itemsY; gives a cudaError_t. Instantiated in src/cuda only.
template <class Body>
int enqueueOnCuda(const void* body, int64 itemsX, int64 itemsY, const KernelLaunch& launch);

//! As enqueueOnCuda(), for each of several images; `body` is that of the first image.
template <class Body>
int enqueueRepeats(const void* body, int64 itemsX, int64 itemsY, const RepeatedImages& images,
                   const KernelLaunch& launch);

//! A body is a trivially copyable function object: `void operator()(int64 x, int64 y) const` is what one thread does.
class KernelRef
{
public:
    //! Memory that a kernel reads or writes; a simulated device finds accesses that nothing orders.
    struct Access
    {
        PlaneView view;
        int64 rows;
        bool write;
    };

    using Accesses = SmallList<Access, 8>;

    using Emulate = void (*)(const void* body, int64 itemsX, int64 itemsY);
    using Enqueue = int (*)(const void* body, int64 itemsX, int64 itemsY, const KernelLaunch& launch);

    //! What one thread does. `offset`: bytes from the planes of the body's own image to those of this one.
    using Item = void (*)(const void* body, int64 x, int64 y, PlaneShift offset);

    //! How a body runs on many images. enqueue() launches its @ref BatchBody. enqueueRepeats() launches the body itself
    //! on repeated images; it is null for kernels with their own launch function.
    struct MergedForm
    {
        Item item;
        bool mayRepeat;
        Enqueue enqueue;
        int (*enqueueRepeats)(const void* body, int64 itemsX, int64 itemsY, const RepeatedImages& images,
                              const KernelLaunch& launch);
        //! Sets `tableAt` of a body; null if the body reads no table.
        void (*setTableAt)(void* body, int64 at);
    };

    //! The accesses of an image and of its repeats.
    struct ShiftedAccesses
    {
        Accesses accesses;
        std::vector<PlaneShift> shifts;  //!< bytes from the image to each repeat

        template <class Use>
        void forEach(const Use& use) const
        {
            std::for_each(accesses.begin(), accesses.end(), use);
            for (const PlaneShift& by : shifts) {
                for (Access access : accesses) {
                    access.view.move(access.write ? by.out : by.in);
                    use(static_cast<const Access&>(access));
                }
            }
        }
    };

    //! What a kernel over many images, or one that reads a table, needs besides its body.
    struct ManyImages
    {
        std::vector<ShiftedAccesses> accesses;
        std::vector<uchar> table;  //!< is copied to the device before the launch; see KernelLaunch::table
        bool usedAgain = false;    //!< other kernels use the same table, so a device should keep its copy
    };

    template <class Body>
    KernelRef(const Body& body, int64 itemsX, int64 itemsY, const Accesses& accesses)
        : KernelRef(body, Enqueue(CUDASTRIPE_IF_CUDA(enqueueOnCuda<Body>)), itemsX, itemsY, accesses)
    {
        if constexpr (kMergesKernels<Body>) {
            static constexpr MergedForm form = {&runOf<Body>, true, CUDASTRIPE_IF_CUDA(enqueueOnCuda<BatchBody<Body>>),
                                                CUDASTRIPE_IF_CUDA(enqueueRepeats<Body>), tableSetter<Body>()};
            merged_ = &form;
        }
    }

    //! A kernel with its own launch function.
    template <class Body>
    KernelRef(const Body& body, Enqueue enqueueItems, int64 itemsX, int64 itemsY, const Accesses& accesses)
        : KernelRef(body, Emulate(nullptr), enqueueItems, itemsX, itemsY, accesses)
    {
        item_ = &runOf<Body>;
        if constexpr (kMergesKernels<Body>) {
            static constexpr MergedForm form = {&runOf<Body>, false, CUDASTRIPE_IF_CUDA(enqueueOnCuda<BatchBody<Body>>),
                                                nullptr, tableSetter<Body>()};
            merged_ = &form;
        }
    }

    //! A kernel with functions that run or enqueue all items; it keeps `keep` alive.
    template <class Body>
    KernelRef(const Body& body, Emulate emulateAll, Enqueue enqueueAll, int64 itemsX, int64 itemsY,
              const Accesses& accesses, std::shared_ptr<const void> keep = nullptr)
        : itemsX_(itemsX),
          itemsY_(itemsY),
          bodyBytes_(sizeof(Body)),
          accesses_(accesses),
          keep_(std::move(keep)),
          emulate_(emulateAll),
          enqueue_(enqueueAll)
    {
        static_assert(std::is_trivially_copyable<Body>::value, "a body travels as bytes");
        static_assert(alignof(Body) <= alignof(std::max_align_t), "new aligns no further");
        if constexpr (HasUsedBytes<Body>::value)
            bodyBytes_ = body.usedBytes();
        void* to = small_;
        if constexpr (sizeof(Body) > sizeof(small_)) {
            auto large = std::shared_ptr<Body>(new Body);
            to = large.get();
            large_ = std::move(large);
        }
        std::memcpy(to, &body, bodyBytes_);
    }

    //! Runs the kernel on the host, thread by thread.
    void emulate() const
    {
        const FloatMode mode;
        if (emulate_)
            return emulate_(body(), itemsX_, itemsY_);
        for (int64 y = 0; y < itemsY_; ++y) {
            for (int64 x = 0; x < itemsX_; ++x)
                item_(body(), x, y, PlaneShift());
        }
    }

    //! Enqueues the kernel on a `cudaStream_t` and gives a `cudaError_t`; the right device must be current. `table` is
    //! the copy of table() on the device.
    int enqueue(void* stream, const void* table = nullptr) const
    {
        return enqueue({stream, busBytes(), table, code_ ? code_->kernel(codeName_) : nullptr});
    }
    int enqueue(const KernelLaunch& launch) const { return enqueue_(body(), itemsX_, itemsY_, launch); }

    //! Call this if the kernel reads or writes host memory.
    void setAcrossBus(bool reads, bool writes)
    {
        acrossBus_[0] = reads && writes;
        acrossBus_[1] = writes;
    }

    //! The bytes that the kernel reads from host memory or those that it writes there, whichever are more. 0 if it only
    //! reads: no writes wait behind these reads, so that BusThrottle need not limit the threads.
    int64 busBytes() const
    {
        int64 bytes[2] = {0, 0};
        if (acrossBus_[0] || acrossBus_[1]) {
            forEachAccess([&](const Access& access) {
                bytes[access.write] += acrossBus_[access.write] ? access.view.rowBytes * access.rows : 0;
            });
        }
        return std::max(bytes[0], bytes[1]);
    }

    //! For a kernel on one image.
    const Accesses& accesses() const { return accesses_; }
    template <class Use>
    void forEachAccess(const Use& use) const
    {
        std::for_each(accesses_.begin(), accesses_.end(), use);
        if (many_) {
            for (const ShiftedAccesses& images : many_->accesses)
                images.forEach(use);
        }
    }

    void setManyImages(std::shared_ptr<const ManyImages> many) { many_ = std::move(many); }
    const std::shared_ptr<const ManyImages>& manyImages() const { return many_; }
    //! Null if the kernel has no table.
    const std::vector<uchar>* table() const { return many_ && !many_->table.empty() ? &many_->table : nullptr; }
    //! Sets the address of a copy of the table in device memory. The copy must live as long as the kernel may run.
    //! Without a copy, each launch copies the table.
    void setTableOnDevice(const void* copy) { tableOnDevice_ = copy; }
    const void* tableOnDevice() const { return tableOnDevice_; }

    //! Code that was compiled for this kernel at run time; null if there is none.
    void setCode(std::shared_ptr<const KernelCode> code, const char* name)
    {
        code_ = std::move(code);
        codeName_ = name;
    }

    // For BatchKernel, which merges kernels.

    const void* body() const { return large_ ? large_.get() : small_; }
    size_t bodyBytes() const { return bodyBytes_; }
    int64 itemsX() const { return itemsX_; }
    int64 itemsY() const { return itemsY_; }
    //! Null if kernels of this body cannot be merged.
    const MergedForm* mergedForm() const { return merged_; }

private:
    //! If a body has usedBytes(), a kernel reads only its first usedBytes() bytes.
    template <class Body, class = void>
    struct HasUsedBytes : std::false_type
    {
    };
    template <class Body>
    struct HasUsedBytes<Body, std::void_t<decltype(&Body::usedBytes)>> : std::true_type
    {
    };

    template <class Body>
    static constexpr auto tableSetter() -> void (*)(void*, int64)
    {
        if constexpr (kReadsTable<Body>)
            return [](void* body, int64 at) { static_cast<Body*>(body)->tableAt = at; };
        else
            return nullptr;
    }

    template <class Body>
    static void runOf([[maybe_unused]] const void* body, [[maybe_unused]] int64 x, [[maybe_unused]] int64 y,
                      [[maybe_unused]] PlaneShift by)
    {
#ifdef CUDASTRIPE_NO_EMULATION
        CV_Error(Error::StsNotImplemented,
                 "cudastripe was built with CUDASTRIPE_EMULATION=OFF: no kernel runs on a CPU");
#else
        runItem(*static_cast<const Body*>(body), x, y, by);
#endif
    }

    alignas(std::max_align_t) unsigned char small_[4096];  // larger bodies, as with lookup tables, lie in large_
    std::shared_ptr<const void> large_;
    int64 itemsX_;
    int64 itemsY_;
    size_t bodyBytes_;
    const MergedForm* merged_ = nullptr;
    Accesses accesses_;
    std::shared_ptr<const ManyImages> many_;
    const void* tableOnDevice_ = nullptr;
    std::shared_ptr<const void> keep_;
    std::shared_ptr<const KernelCode> code_;
    const char* codeName_ = nullptr;
    Emulate emulate_;  // null if item_ is called for each item
    Item item_ = nullptr;
    Enqueue enqueue_;
    bool acrossBus_[2] = {false, false};  // reads, writes
};

}}  // namespace cv::cudastripe
