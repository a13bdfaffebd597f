// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The sizes of tiles for the kernel that resizes by many taps.

#pragma once

#include "../op/resize/body.hpp"

namespace cv { namespace cudastripe {

//! The tile of the result that a block makes, and the sizes of its data in shared memory.
struct ResizeTile
{
    static constexpr int kThreads = 256;
    static constexpr int kMostStaged = 32;
    //! A launch may use 48 KB without an attribute, including the block's static shared memory.
    static constexpr int kMostSharedBytes = 47 << 10;
    static constexpr int kFewTaps = 16;  //!< taps of a pixel up to which threads without tiles are as fast
    static constexpr int kAlignment = 16;
    static constexpr int kSlack = 24;            //!< bytes after a row that may be read: three pixels, and two words
    static constexpr int64 kEnoughBlocks = 264;  //!< two for each multiprocessor of an H200

    int cols, rows;   //!< of the result
    int staged;       //!< rows of the source that are staged at once
    int sourceBytes;  //!< of a staged row, a multiple of kAlignment
    int middleRows;   //!< rows of the source that a tile needs
    int taps;         //!< of a pixel, across
    int bytes;        //!< of shared memory
};

//! Bytes of the weights of a column of the result.
template <class Math>
__host__ __device__ constexpr int weightBytesOf(int taps)
{
    // Pillow's weights are split into three bytes. A word holds one byte of the weights of four taps.
    if constexpr (std::is_same<Math, PillowBytes>::value)
        return (taps + 3) / 4 * 12;
    else
        return taps * int(sizeof(typename Math::Weight));
}

CV_CUDASTRIPE_HD inline int alignedUp(int bytes)
{
    return (bytes + ResizeTile::kAlignment - 1) / ResizeTile::kAlignment * ResizeTile::kAlignment;
}

//! The most source samples that the results of a tile need.
inline int spannedByTiles(const TapPlaces& places, const uchar* table, int results, int each, int offset)
{
    int most = 0;
    for (int first = 0; first < results; first += each) {
        const SourceSpan last = places.span(table, offset + std::min(first + each, results) - 1);
        most = std::max(most, last.first + last.count - places.span(table, offset + first).first);
    }
    return most;
}

//! Chooses, on the host, the largest tile that fits and gives enough blocks for all multiprocessors. If no tile does,
//! takes the smallest that fits; if none fits, returns a tile without rows.
template <class Math>
ResizeTile resizeTile(const ResizeBody<Math>& body, int rows, int64 images)
{
    ResizeTile found = {};
    // On an H200, 32 x 16 takes 0.6 times as long as 16 x 8 for Pillow's Bicubic of 32 images of 1080p to 640 x 640.
    static constexpr int kShapes[][3] = {{32, 16, 32}, {32, 8, 32}, {32, 8, 16}, {16, 8, 16},
                                         {16, 4, 16},  {16, 4, 8},  {16, 2, 4},  {16, 1, 2}};
    for (const auto& [tileCols, tileRows, staged] : kShapes) {
        ResizeTile tile = {tileCols, tileRows, staged, 0, 0, body.across.width, 0};
        const int sourceCols = spannedByTiles(body.across, body.table, body.cols, tileCols, 0);
        tile.sourceBytes =
            alignedUp(sourceCols * body.channels * int(sizeof(typename Math::Sample)) + ResizeTile::kSlack);
        tile.middleRows = spannedByTiles(body.down, body.table, rows, tileRows, body.firstResult);
        const int64 middleValues = int64(tile.middleRows) * tileCols * body.channels;
        const int64 bytes = int64(staged) * tile.sourceBytes + alignedUp(weightBytesOf<Math>(tile.taps) * tileCols) +
                            middleValues * int64(sizeof(typename Math::Middle));
        if (bytes > ResizeTile::kMostSharedBytes)
            continue;
        tile.bytes = static_cast<int>(bytes);
        found = tile;
        const auto blocks = [](int all, int each) { return (all + each - 1) / each; };
        if (blocks(body.cols, tileCols) * blocks(rows, tileRows) * images >= ResizeTile::kEnoughBlocks)
            break;
    }
    return found;
}

}}  // namespace cv::cudastripe
