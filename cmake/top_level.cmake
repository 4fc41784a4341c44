# top_level.cmake: conveniences for working on fmod itself; a project that includes fmod gets none of them
# SPDX-License-Identifier: MIT
get_property(fm_multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT fm_multi_config AND NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

if(CMAKE_CXX_FLAGS MATCHES "-ffast-math|-Ofast")
  message(WARNING "fmod: -ffast-math changes results (NaN and infinity are lost); remove it from CMAKE_CXX_FLAGS")
endif()

if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER AND NOT DEFINED ENV{CMAKE_CXX_COMPILER_LAUNCHER})
  find_program(FM_CCACHE ccache)
  mark_as_advanced(FM_CCACHE)
  if(FM_CCACHE)  # the sloppiness lets it cache files that use a precompiled header
    set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${FM_CCACHE})
  endif()
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
