# compile_fail.cmake: one test per tests/compile_fail/**.cpp; what each expects is said in the file (see the script)
# SPDX-License-Identifier: MIT
set(fm_compile_flags -std=c++20 -I ${PROJECT_SOURCE_DIR}/include -I ${PROJECT_SOURCE_DIR}/tests)
foreach(target IN ITEMS Boost::headers Eigen3::Eigen)
  get_target_property(fm_directories ${target} INTERFACE_INCLUDE_DIRECTORIES)
  foreach(directory IN LISTS fm_directories)
    # Naming a directory that the compiler searches anyway would change the order of the standard headers.
    if(directory AND NOT directory IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
      list(APPEND fm_compile_flags -isystem ${directory})
    endif()
  endforeach()
endforeach()

# All of them start from the umbrella header, which the first test precompiles.
set(fm_precompiled ${PROJECT_BINARY_DIR}/tests/compile_fail)
file(MAKE_DIRECTORY ${fm_precompiled}/fmod)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(fm_precompiled_file ${fm_precompiled}/fmod/fmod.hpp.gch)
  set(fm_precompiled_flags -iquote ${fm_precompiled} -include fmod/fmod.hpp)
else()
  set(fm_precompiled_file ${fm_precompiled}/fmod/fmod.hpp.pch)
  set(fm_precompiled_flags -include-pch ${fm_precompiled_file})
endif()
add_test(NAME compile_fail_header COMMAND ${CMAKE_CXX_COMPILER} ${fm_compile_flags} -w -x c++-header
  ${PROJECT_SOURCE_DIR}/include/fmod/fmod.hpp -o ${fm_precompiled_file})
set_tests_properties(compile_fail_header PROPERTIES LABELS compile_fail FIXTURES_SETUP compile_fail_header TIMEOUT 300)

set(fm_compile_fail_root ${PROJECT_SOURCE_DIR}/tests/compile_fail)
file(GLOB_RECURSE fm_compile_fail_files CONFIGURE_DEPENDS RELATIVE ${fm_compile_fail_root} ${fm_compile_fail_root}/*.cpp)
foreach(file IN LISTS fm_compile_fail_files)
  string(REGEX REPLACE "\\.cpp$" "" name ${file})
  add_test(NAME compile_fail/${name} COMMAND ${PROJECT_SOURCE_DIR}/scripts/compile_fail.sh
    ${fm_compile_fail_root}/${file} ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER} ${fm_precompiled_flags}
    ${fm_compile_flags})
  set_tests_properties(compile_fail/${name} PROPERTIES LABELS compile_fail FIXTURES_REQUIRED compile_fail_header
    TIMEOUT 300)
endforeach()
