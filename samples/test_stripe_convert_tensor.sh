#!/usr/bin/env bash
# Tests stripe_convert --tensor, seen from outside: samples/test_stripe_convert_tensor.sh PROGRAM
. "$(dirname "${BASH_SOURCE[0]}")/test_common.sh"
command -v python3 > /dev/null || { skip "python3, which reads the tensors, is not installed"; exit 77; }

# Computes a tensor from .ppm and .pgm, without OpenCV and without the library.
cat > "$work/expected.py" <<'END'
import ast, functools, struct, sys

def single(x):
    return struct.unpack('<f', struct.pack('<f', x))[0]

def half(x):
    try:
        return struct.pack('<e', x)  # to nearest, halves to even
    except OverflowError:
        return struct.pack('<e', float('inf') if x > 0 else float('-inf'))

def numbers(text):
    parts = [float(p.split('/')[0]) / float((p + '/1').split('/')[1]) for p in text.split(',')]
    return parts * 3 if len(parts) == 1 else parts

def samples(name):  # the size, and R, G, B of each pixel
    kind, size, most, data = open(name, 'rb').read().split(b'\n', 3)
    width, height = map(int, size.split())
    if int(most) > 255:
        data = struct.unpack('>%dH' % (len(data) // 2), data)
    planes = [data[c::3] for c in range(3)] if kind == b'P6' else [data] * 3
    assert all(len(plane) == width * height for plane in planes)
    return width, height, planes

@functools.lru_cache(None)
def value(code, mean, scale, kind):
    x = float(code)
    x = x if mean is None else single(x - single(mean))
    x = x if scale is None else single(x * scale)
    return half(x) if kind == 'float16' else struct.pack('<f', x)

@functools.lru_cache(None)
def expected(name):
    width, height, planes = samples(name)
    planes = planes if order == 'rgb' else planes[::-1]
    planes = [[value(code, m, s, kind) for code in plane] for plane, m, s in zip(planes, means, scales)]
    values = sum(planes, []) if layout == 'chw' else [v for pixel in zip(*planes) for v in pixel]
    return width, height, b''.join(values)

file, kind, layout, order, means, scales, repeats = sys.argv[1:8]
means = [None] * 3 if means == '-' else numbers(means)
scales = [None] * 3 if scales == '-' else numbers(scales)
pictures = sys.argv[8:]
with open(file, 'rb') as tensor:
    start, (length,) = tensor.read(8), struct.unpack('<H', tensor.read(2))
    text, data = tensor.read(length), tensor.read()
assert start == b'\x93NUMPY\x01\x00', start
assert (10 + length) % 64 == 0 and text.endswith(b'\n'), length
header = ast.literal_eval(text.decode('latin1'))
width, height, _ = expected(pictures[0])
shape = (3, height, width) if layout == 'chw' else (height, width, 3)
assert header == {'descr': {'float32': '<f4', 'float16': '<f2'}[kind], 'fortran_order': False,
                  'shape': (len(pictures) * int(repeats),) + shape}, header
wanted = b''.join(expected(name)[2] for name in pictures)
assert len(data) == len(wanted) * int(repeats), (len(data), len(wanted))
for i in range(int(repeats)):
    got = data[i * len(wanted):(i + 1) * len(wanted)]
    assert got == wanted, ('repeat', i, 'byte', next(j for j in range(len(wanted)) if got[j] != wanted[j]))
try:
    import numpy
except ImportError:
    sys.exit()
array = numpy.load(file)
assert array.shape == header['shape'] and array.dtype == kind and array.tobytes() == data
END
# holds FILE TYPE LAYOUT ORDER MEAN SCALE REPEATS PICTURE...: what a tensor must be; - for no mean, no scale
holds() { python3 "$work/expected.py" "$@" 2> "$err" || fail "$*: $(tail -n 1 "$err")"; }

# shifted WIDTH HEIGHT MAGIC MOST BYTES: a picture of other bytes than that of picture
shifted() { printf '%s\n%d %d\n%d\n' "$3" "$1" "$2" "$4"; picture "$(($1 + 8))" "$(($2 * 2))" | tail -c "$5"; }
picture 60 36 > a.ppm
shifted 60 36 P6 255 $((60 * 36 * 3)) > b.ppm
shifted 60 36 P5 255 $((60 * 36)) > grey.pgm
shifted 60 36 P6 65535 $((60 * 36 * 6)) > deep.ppm
picture 61 36 > wide.ppm
echo 'not a picture' > text.jpg
check "two pictures" test "$(cmp -s a.ppm b.ppm; echo $?)" = 1
succeeds --format=nv12 --output=a.yuv a.ppm
succeeds --format=nv12 --output=b.yuv b.ppm
cat a.yuv b.yuv > ab.yuv
raw=(--from=nv12 --size=60x36)

# Options
for option in --output=x --as=yuv --format=nv12 --resume --report=x.json; do
    refuses "${option%%=*} does not go with --tensor" "$option" --tensor=x.npy a.ppm
done
for option in --tensor-type=float16 --tensor-layout=hwc --mean=1 --scale=1 --rgb; do
    refuses "${option%%=*} goes with --tensor only" "$option" a.ppm
done
fails '--tensor=x.bin: not the name of a .npy file' --tensor=x.bin a.ppm
fails '--tensor-type=int8: not float32 or float16' --tensor=x.npy --tensor-type=int8 a.ppm
fails '--tensor-layout=nchw: not chw or hwc' --tensor=x.npy --tensor-layout=nchw a.ppm
for value in x 1x '1 ' 1,2 1,2,3,4 1,,3 nan 1e999 1/0 1/ /2 1/2/3; do
    fails "--mean=$value: not a number" --tensor=x.npy "--mean=$value" a.ppm
done
fails '--scale=1,2: not a number' --tensor=x.npy --scale=1,2 a.ppm
cp a.yuv raw.npy
refuses 'raw.npy: the output would replace an input' "${raw[@]}" --tensor=./raw.npy raw.npy

# Values
prints '^x.npy: float32 of 1x3x36x60$' --tensor=x.npy a.ppm
holds x.npy float32 chw bgr - - 1 a.ppm
for type in float32 float16; do
    for layout in chw hwc; do
        for order in bgr=--device=cpu rgb=--rgb; do
            succeeds --tensor=x.npy --tensor-type=$type --tensor-layout=$layout "${order#*=}" \
                --mean=123.675,116.28,103.53 --scale=0.0171,1/57,-1e-1 a.ppm grey.pgm b.ppm
            holds x.npy $type $layout ${order%%=*} 123.675,116.28,103.53 0.0171,1/57,-1e-1 1 a.ppm grey.pgm b.ppm
        done
    done
done
succeeds --tensor=x.npy --mean=0.1 --tensor-layout=hwc b.ppm
holds x.npy float32 hwc bgr 0.1 - 1 b.ppm
succeeds --tensor=x.npy --tensor-type=float16 --scale=300.7 a.ppm
holds x.npy float16 chw bgr - 300.7 1 a.ppm
succeeds --tensor=x.npy --rgb --mean=32768.5 --scale=1/65535 deep.ppm deep.ppm
holds x.npy float32 chw rgb 32768.5 1/65535 1 deep.ppm deep.ppm
mkdir folder
cp b.ppm folder/2.ppm
cp a.ppm folder/1.ppm
succeeds --tensor=x.npy folder grey.pgm
holds x.npy float32 chw bgr - - 1 a.ppm b.ppm grey.pgm

# YUV: the values of the pictures that the program makes of it
succeeds --to=bgr "${raw[@]}" --as=ppm --output=decoded a.yuv b.yuv
for order in bgr=--device=cpu rgb=--rgb; do
    for layout in chw hwc; do
        succeeds "${raw[@]}" --tensor=x.npy --tensor-type=float16 --tensor-layout=$layout "${order#*=}" \
            --mean=1,2,3 --scale=1/255 a.yuv ab.yuv
        holds x.npy float16 $layout ${order%%=*} 1,2,3 1/255 1 decoded/a.ppm decoded/a.ppm decoded/b.ppm
    done
done
succeeds --format=p010 --output=deep.yuv b.ppm
succeeds --to=bgr --format=p010 --size=60x36 --output=decoded/deep.ppm deep.yuv
succeeds --from=p010 --size=60x36 --tensor=x.npy deep.yuv
holds x.npy float32 chw bgr - - 1 decoded/deep.ppm
succeeds --format=i420:full --output=a.y4m a.ppm
if reads_videos a.y4m; then
    succeeds --to=bgr --output=decoded/y4m.ppm a.y4m
    succeeds --tensor=x.npy a.y4m a.y4m
    holds x.npy float32 chw bgr - - 2 decoded/y4m.ppm
    cp a.y4m folder/3.y4m
    succeeds --tensor=both.npy --videos folder
    holds both.npy float32 chw bgr - - 1 a.ppm b.ppm decoded/y4m.ppm
    succeeds --tensor=x.npy folder
    holds x.npy float32 chw bgr - - 1 a.ppm b.ppm
else
    skip "reading a video, as this program was built without FFmpeg's libraries"
fi

# More than a batch holds: 64 MB are 18 pictures, and 2589 frames
picture 640 480 > large.ppm
shifted 640 480 P6 255 $((640 * 480 * 3)) > other.ppm
some=(large.ppm other.ppm large.ppm other.ppm other.ppm)
prints '^x.npy: float32 of 20x3x480x640$' \
    --tensor=x.npy --scale=1/255 "${some[@]}" "${some[@]}" "${some[@]}" "${some[@]}"
holds x.npy float32 chw bgr - 1/255 4 "${some[@]}"
for _ in {1..1300}; do cat ab.yuv; done > long.yuv
prints '^x.npy: float32 of 2600x36x60x3$' "${raw[@]}" --tensor=x.npy --tensor-layout=hwc long.yuv
holds x.npy float32 hwc bgr - - 1300 decoded/a.ppm decoded/b.ppm
rm x.npy

# An input that does not fit leaves the tensor from before
echo before > x.npy
# breaks WORDS ARGUMENT...: fails, and leaves no file
breaks() {
    fails "$1" --tensor=x.npy "${@:2}"
    check "$*: x.npy was replaced" grep -qx before x.npy
    check "$*: files are left: $(ls -A)" test -z "$(find . -name '*.part')"
}
breaks 'wide.ppm: 61x36 of 8 bits, but the first picture has 60x36 of 8 bits' a.ppm wide.ppm b.ppm
breaks 'deep.ppm: 60x36 of 16 bits, but the first picture has 60x36 of 8 bits' a.ppm deep.ppm
breaks 'missing.ppm: No such file' a.ppm b.ppm missing.ppm
breaks 'text.jpg: not a picture that OpenCV can read' a.ppm text.jpg b.ppm
mkdir empty
breaks 'empty: no picture in this folder' empty
head -c 3000 b.yuv > short.yuv
breaks 'short.yuv: no frame: cut off after 0 frames of nv12' "${raw[@]}" a.yuv short.yuv
mkfifo pipe.yuv
head -c 5000 ab.yuv > pipe.yuv &
breaks 'pipe.yuv: cut off after 1 frames of nv12:bt709:limited of 60x36: it has 1760 of 3240 bytes' "${raw[@]}" pipe.yuv
fails 'missing/x.npy: cannot be written: ' --tensor=missing/x.npy a.ppm

# A full disk, here a limit on the size of a file: met by a batch, and by what is written at the end
picture 9 9 > tiny.ppm
for limit in 16=large.ppm 0=tiny.ppm; do
    text=$(
        trap '' XFSZ
        ulimit -f "${limit%=*}"
        exec "$program" --tensor=x.npy "${limit#*=}" 2>&1 > /dev/null
    ) && fail "${limit#*=}: exit code 0 although the tensor could not be written"
    check "a full disk: $text" grep -qx 'stripe_convert: x.npy: cannot be written: [^\n]*' <<< "$text"
    check "x.npy was replaced on a full disk" grep -qx before x.npy
    check "files after a full disk: $(ls -A)" test -z "$(find . -name '*.part')"
done

# A signal ends it, and frames that never end are written in batches
for signal in TERM KILL; do
    { while cat long.yuv; do :; done > pipe.yuv; } 2> /dev/null &
    writer=$!
    "$program" "${raw[@]}" --tensor=x.npy pipe.yuv > "$out" 2> "$err" &
    for _ in {1..400}; do
        [ -n "$(find . -name '*.part' -size +120M)" ] && break
        sleep 0.05
    done
    check "memory with SIG$signal" test "$(awk '/^VmHWM/ { print $2 }' /proc/$!/status)" -lt 400000
    kill -s $signal $!
    wait $! 2> /dev/null
    check "exit code after SIG$signal" test $? = $((128 + $(kill -l $signal)))
    kill $writer 2> /dev/null
    check "x.npy was replaced with SIG$signal" grep -qx before x.npy
    [ $signal = KILL ] || check "files after SIG$signal: $(ls -A)" test -z "$(find . -name '*.part')"
done
check "a file that looks whole after SIGKILL" test "$(head -c 128 cudastripe.*.part | tr -d '\0' | wc -c)" = 0

finish
