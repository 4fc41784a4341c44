# own_target.cmake: fm_own_target(target), the warnings and sanitizers of the project's own targets; never exported
# SPDX-License-Identifier: MIT
include_guard(GLOBAL)

set(fm_gnu_like "$<CXX_COMPILER_ID:GNU,Clang,AppleClang>")
string(REPLACE ";" "," fm_sanitize_list "${FM_SANITIZE}")

function(fm_own_target target)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  # clang counts sign conversions among conversions, g++ does not.
  target_compile_options(${target} PRIVATE
    $<${fm_gnu_like}:-Wall;-Wextra;-Wpedantic;-Wconversion;-Wno-sign-conversion;-Wshadow>
    $<$<BOOL:${FM_WERROR}>:$<${fm_gnu_like}:-Werror>>)
  if(FM_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=${fm_sanitize_list} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${fm_sanitize_list})
  endif()
endfunction()
