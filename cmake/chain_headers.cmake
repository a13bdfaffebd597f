# The headers of chains' kernels as one text, from which chains are compiled at run time. A header that another one
# includes comes first.
get_filename_component(root "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
set(text "")
foreach(header
    include/opencv2/cudastripe/detail/basic_types.hpp
    include/opencv2/cudastripe/detail/host_device.hpp
    include/opencv2/cudastripe/detail/word_copy.hpp
    include/opencv2/cudastripe/yuv_layout.hpp
    src/op/depth_types.hpp
    src/op/plane_view.hpp
    src/op/rounding_cast.hpp
    src/op/word_bytes.hpp
    src/op/chain/body/program.hpp
    src/op/chain/body/real_functions.hpp
    src/op/chain/body/math.hpp
    src/op/chain/body/pixels.hpp
    src/op/chain/body/interpreter.hpp
    src/op/chain/body/memory.hpp
    src/op/chain/body/grid.hpp
    src/op/chain/body/body.hpp
    src/op/chain/body/byte_words.hpp
    src/op/chain/body/word_body.hpp
    src/model/tensor_value.hpp
    src/op/chain/tensor/half.hpp
    src/op/chain/tensor/sink.hpp
    src/model/yuv/packing.hpp
    src/op/yuv/formula.hpp
    src/op/yuv/decode_formula.hpp
    src/op/yuv/linear_work.hpp
    src/op/yuv/linear_body.hpp
    src/op/yuv/places.hpp
    src/op/chain/yuv/source.hpp
    src/op/chain/yuv/sink.hpp
    src/op/chain/yuv/body.hpp)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${root}/${header}")
  file(READ "${root}/${header}" content)
  string(REGEX REPLACE "#(include \"|pragma once)[^\n]*" "" content "${content}")
  string(APPEND text "R\"header(${content})header\"\n")
endforeach()
set(generated "${CMAKE_CURRENT_BINARY_DIR}/chain_headers")
file(CONFIGURE OUTPUT "${generated}/cudastripe_chain_headers.inc" CONTENT "${text}" @ONLY)
set_property(SOURCE "${root}/src/op/chain/compiled/source.cpp" PROPERTY INCLUDE_DIRECTORIES "${generated}")
