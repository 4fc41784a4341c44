# install.cmake: the installed package: headers, library, CMake config with version, pkg-config
# SPDX-License-Identifier: MIT
include(CMakePackageConfigHelpers)
set(fm_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/fmod)

install(TARGETS fmod EXPORT fmod-targets FILE_SET HEADERS FILE_SET unverified)
install(EXPORT fmod-targets NAMESPACE fmod:: DESTINATION ${fm_cmake_dir})
# An export of its own, loaded only where Eigen and Random123 are found: fmod::fmod needs neither.
install(TARGETS fmod_header_only EXPORT fmod-header-only-targets)
install(EXPORT fmod-header-only-targets NAMESPACE fmod:: DESTINATION ${fm_cmake_dir})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/fmod-config.cmake.in
  ${PROJECT_BINARY_DIR}/fmod-config.cmake INSTALL_DESTINATION ${fm_cmake_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/fmod-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/fmod-config.cmake ${PROJECT_BINARY_DIR}/fmod-config-version.cmake
  ${PROJECT_SOURCE_DIR}/cmake/FindRandom123.cmake DESTINATION ${fm_cmake_dir})

# pkg-config: paths relative to the .pc file, so the prefix can move; a static library names its needs in Libs.
file(RELATIVE_PATH fm_pc_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
file(RELATIVE_PATH fm_pc_libdir ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH fm_pc_includedir ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
set(fm_pc_libs "")
get_target_property(fm_library_type fmod TYPE)
if(fm_library_type STREQUAL STATIC_LIBRARY)
  set(fm_pc_libs "-pthread")
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/fmod.pc.in ${PROJECT_BINARY_DIR}/fmod.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/fmod.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/fmod)
