# kernels.cmake: src/kernels/isa.cpp compiled once per instruction set; src/kernels/dispatch.cpp chooses at run time
# SPDX-License-Identifier: MIT
#
# Each set has its own object library fm_isa_<set>, its own FM_ISA and its own name for Eigen's namespace, so that no
# inline function of one set can replace that of another (scripts/check_isa_symbols.sh looks). Nothing here is exported.
include(CheckCXXCompilerFlag)

set(fm_isa_flags_baseline "")
set(fm_isa_flags_avx2 -mavx2 -mfma -mtune=generic)
set(fm_isa_flags_avx512 -march=x86-64-v4 -mtune=generic)

set(fm_isa_known baseline)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8
   AND NOT CMAKE_OSX_ARCHITECTURES MATCHES "arm64")
  check_cxx_compiler_flag("-mavx2 -mfma -mtune=generic" FM_COMPILER_HAS_AVX2)
  check_cxx_compiler_flag("-march=x86-64-v4 -mtune=generic" FM_COMPILER_HAS_AVX512)
  if(FM_COMPILER_HAS_AVX2)
    list(APPEND fm_isa_known avx2)
  endif()
  if(FM_COMPILER_HAS_AVX512)
    list(APPEND fm_isa_known avx512)
  endif()
endif()

file(GLOB fm_isa_source CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/kernels/isa.cpp)
set(fm_isa_definitions "")
foreach(set IN LISTS fm_isa_known)
  if(NOT fm_isa_source OR (NOT set STREQUAL baseline AND NOT set IN_LIST FM_ISA_SETS))
    continue()
  endif()
  add_library(fm_isa_${set} OBJECT ${fm_isa_source})
  fm_own_target(fm_isa_${set})
  target_compile_features(fm_isa_${set} PRIVATE cxx_std_20)
  target_compile_definitions(fm_isa_${set} PRIVATE FM_ISA=${set} Eigen=Eigen_${set})
  # -O3 in every configuration: kernels at -O0 would make the tests of everything else slow.
  target_compile_options(fm_isa_${set} PRIVATE
    ${fm_isa_flags_${set}} $<${fm_gnu_like}:-O3;-fno-math-errno;-fno-trapping-math>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)  # false alarms in g++ 12's own AVX-512 intrinsics
  target_include_directories(fm_isa_${set} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(fm_isa_${set} PRIVATE Boost::headers Eigen3::Eigen Random123::Random123)
  set_target_properties(fm_isa_${set} PROPERTIES POSITION_INDEPENDENT_CODE ON INTERPROCEDURAL_OPTIMIZATION OFF)
  target_sources(fmod PRIVATE $<TARGET_OBJECTS:fm_isa_${set}>)
  if(NOT set STREQUAL baseline)
    string(TOUPPER ${set} fm_isa_upper)
    list(APPEND fm_isa_definitions FM_HAVE_ISA_${fm_isa_upper})
  endif()
endforeach()
target_include_directories(fmod PRIVATE ${PROJECT_SOURCE_DIR}/src)
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/kernels/dispatch.cpp PROPERTIES
  COMPILE_DEFINITIONS "${fm_isa_definitions}")
