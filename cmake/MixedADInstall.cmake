# Installs the plugin, the headers and the runtime, and mixedad-config, which prints the flags for using them.
include(GNUInstallDirs)
if(TARGET MixedAD)
  install(TARGETS MixedAD LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/mixedad)
endif()
if(TARGET mixedad_runtime)
  install(TARGETS mixedad_runtime ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/mixedad)
endif()
if(EXISTS "${PROJECT_SOURCE_DIR}/include/mixedad")
  install(DIRECTORY include/mixedad DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()
if(EXISTS "${PROJECT_SOURCE_DIR}/tools/mixedad-config")
  install(PROGRAMS tools/mixedad-config DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(FILES cmake/MixedADConfig.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/MixedAD)

# Beside the plugin: what it was built for, for mixedad-config.
# The runtime loads cuBLAS when it is first needed.
set(cuda_libs "")
if(MIXEDAD_CUDA_FOUND)
  set(cuda_libs "-L${MIXEDAD_CUDA_ROOT}/lib64 -lcudart_static -ldl -lrt")
endif()
string(JOIN " " cuda_flags ${MIXEDAD_CUDA_FLAGS})
file(WRITE "${PROJECT_BINARY_DIR}/plugin/mixedad.settings"
"version=${PROJECT_VERSION}
clang=${MIXEDAD_CLANG}
clang_version=${MIXEDAD_LLVM_VERSION}
libs=-lpthread -ldl
cuda_flags=${cuda_flags}
cuda_libs=${cuda_libs}
")
install(FILES "${PROJECT_BINARY_DIR}/plugin/mixedad.settings" DESTINATION ${CMAKE_INSTALL_LIBDIR}/mixedad)
