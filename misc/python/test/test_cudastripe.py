#!/usr/bin/env python
'''The functions of cv2.cudastripe against those of cv2.'''
import cv2 as cv
import numpy as np

from tests_common import NewOpenCVTests, unittest

TO_YUV = ['BGR2YUV', 'RGB2YUV', 'BGR2YCrCb', 'RGB2YCrCb', 'BGR2YUV_I420', 'RGB2YUV_YV12', 'BGRA2YUV_I420', 'BGR2YUV_UYVY',
          'RGB2YUV_YUY2']
FROM_YUV = ['YUV2BGR_NV12', 'YUV2RGB_NV21', 'YUV2BGRA_I420', 'YUV2RGB_YV12', 'YUV2GRAY_420']
FROM_PACKED = ['YUV2BGR_UYVY', 'YUV2RGBA_YUY2', 'YUV2BGR_YVYU']


def code_of(name):
    return getattr(cv, 'COLOR_' + name)


class cudastripe_test(NewOpenCVTests):
    def setUp(self):
        super(cudastripe_test, self).setUp()
        if not hasattr(cv, 'cudastripe'):
            self.skipTest('without CUDA, OpenCV wraps no module whose name begins with cuda')
        self.random = np.random.default_rng(7)

    def image(self, shape, dtype=np.uint8):
        return self.random.integers(0, np.iinfo(dtype).max, shape, dtype, endpoint=True)

    def check(self, source, name):
        expected = cv.cvtColor(source, code_of(name))
        actual = cv.cudastripe.cvtColor(source, code_of(name))
        self.assertEqual(expected.dtype, actual.dtype)
        self.assertTrue(np.array_equal(expected, actual), name)

    def test_to_yuv(self):
        for name in TO_YUV:
            self.check(self.image((38, 66, 4 if 'BGRA' in name else 3)), name)
        self.check(self.image((33, 65, 3), np.uint16), 'BGR2YUV')

    def test_from_yuv(self):
        for name in FROM_YUV:
            self.check(self.image((57, 66)), name)
        for name in FROM_PACKED:
            self.check(self.image((38, 66, 2)), name)
        for name in ['YUV2BGR', 'YCrCb2RGB']:
            self.check(self.image((38, 66, 3)), name)

    def test_writes_into_dst(self):
        source = self.image((40, 60, 3))
        dst = np.zeros_like(source)
        result = cv.cudastripe.cvtColor(source, cv.COLOR_BGR2YUV, dst)
        self.assertIs(result, dst)
        self.assertTrue(np.array_equal(dst, cv.cvtColor(source, cv.COLOR_BGR2YUV)))

    def test_channels(self):
        source = self.image((38, 66, 3))
        result = cv.cudastripe.cvtColor(source, cv.COLOR_YUV2BGR, dstCn=4)
        self.assertTrue(np.array_equal(result, cv.cvtColor(source, cv.COLOR_YUV2BGR, dstCn=4)))

    def test_two_planes(self):
        luma, chroma = self.image((38, 66)), self.image((19, 33, 2))
        for name in ['YUV2BGR_NV12', 'YUV2RGBA_NV21']:
            expected = cv.cvtColorTwoPlane(luma, chroma, code_of(name))
            self.assertTrue(np.array_equal(cv.cudastripe.cvtColorTwoPlane(luma, chroma, code_of(name)), expected), name)

    def test_formats(self):
        names = cv.cudastripe.formatNames()
        self.assertIn('nv12:bt709:limited', names)
        grey = np.repeat(np.arange(256, dtype=np.uint8).reshape(16, 16, 1), 3, axis=2)
        for name in ['i444:bt601:full', 'nv12:bt601:full', 'packed444:bt2020:full']:
            yuv = cv.cudastripe.cvtToYuv(grey, name)
            back = cv.cudastripe.cvtFromYuv(yuv, name)
            if name.startswith('nv12'):
                self.assertEqual((24, 16), yuv.shape)
            else:
                self.assertTrue(np.array_equal(back, grey), name)
        nv12 = self.image((57, 66))
        i420 = cv.cudastripe.cvtYuv(nv12, 'nv12:bt709', 'i420:bt709')
        self.assertTrue(np.array_equal(i420[:38], nv12[:38]))
        self.assertTrue(np.array_equal(i420[38:].reshape(2, -1), nv12[38:].reshape(-1, 2).T))
        rgba = cv.cudastripe.cvtFromYuv(nv12, 'nv12:opencv420', order=cv.cudastripe.ChannelOrder_RGB, channels=4)
        self.assertTrue(np.array_equal(rgba, cv.cvtColor(nv12, cv.COLOR_YUV2RGBA_NV12)))

    def test_resize(self):
        source = self.image((57, 66, 3))
        for mode in [cv.INTER_NEAREST, cv.INTER_LINEAR, cv.INTER_AREA, cv.INTER_LANCZOS4]:
            expected = cv.resize(source, (40, 30), interpolation=mode)
            self.assertTrue(np.array_equal(cv.cudastripe.resize(source, (40, 30), interpolation=mode), expected), mode)
        half = cv.cudastripe.resize(source, None, fx=0.5, fy=0.5)
        self.assertTrue(np.array_equal(half, cv.resize(source, None, fx=0.5, fy=0.5)))
        box = cv.cudastripe.Resampling_Filter_Box
        means = cv.cudastripe.resizeAsPillow(source, (22, 19), box).astype(int)
        sums = source.astype(int).reshape(19, 3, 22, 3, 3).sum(axis=(1, 3))
        self.assertTrue(np.abs(means - sums / 9).max() <= 1)
        part = cv.cudastripe.resizeAsPillow(source, (20, 10), box, box=(3, 5, 20, 10))
        self.assertTrue(np.array_equal(part, source[5:15, 3:23]))

    def test_errors(self):
        with self.assertRaisesRegex(cv.error, 'nv13'):
            cv.cudastripe.cvtToYuv(self.image((4, 4, 3)), 'nv13')
        with self.assertRaises(cv.error):
            cv.cudastripe.cvtColor(self.image((3, 3, 3)), cv.COLOR_BGR2YUV_I420)

    def test_explain(self):
        self.assertIn('host', cv.cudastripe.explain(self.image((64, 64, 3)), cv.COLOR_BGR2YUV))

    def test_on_the_gpu(self):
        if cv.cuda.getCudaEnabledDeviceCount() < 1:
            self.skipTest('No CUDA-capable device is detected')
        source = self.image((480, 640, 3))
        on_device, stream = cv.cuda_GpuMat(source), cv.cuda_Stream()
        expected = cv.cvtColor(source, cv.COLOR_BGR2YUV)
        self.assertTrue(np.array_equal(cv.cudastripe.cvtColor(on_device, cv.COLOR_BGR2YUV).download(), expected))
        result = cv.cudastripe.cvtColorInStream(on_device, cv.COLOR_BGR2YUV, stream)
        stream.waitForCompletion()
        self.assertTrue(np.array_equal(result.download(), expected))


if __name__ == '__main__':
    NewOpenCVTests.bootstrap()
