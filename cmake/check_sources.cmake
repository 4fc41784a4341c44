# check_sources.cmake: tests that read sources and objects: layers, style, symbols of the kernels; and the package test
# SPDX-License-Identifier: MIT
find_package(Python3 COMPONENTS Interpreter QUIET)
if(Python3_FOUND)
  foreach(check IN ITEMS layers style)
    add_test(NAME check/${check} COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/check_${check}.py)
    set_tests_properties(check/${check} PROPERTIES LABELS check)
  endforeach()
else()
  message(STATUS "fmod: python3 was not found, the layer and style checks are left out")
endif()

# Sanitizers add symbols of their own and are not what a user installs.
if(NOT FM_SANITIZE)
  add_test(NAME check/isa_symbols COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_isa_symbols.sh ${PROJECT_BINARY_DIR})
  set_tests_properties(check/isa_symbols PROPERTIES LABELS check)
  if(FM_INSTALL)
    add_test(NAME package
      COMMAND ${PROJECT_SOURCE_DIR}/scripts/test_package.sh ${CMAKE_CXX_COMPILER} ${PROJECT_BINARY_DIR})
    set_tests_properties(package PROPERTIES LABELS package TIMEOUT 900)
  endif()
endif()
