# Picks the compiler before project(): the Clang that will load the plugin where it is installed, otherwise the
# system's default. An explicit CMAKE_CXX_COMPILER or CXX wins. ccache is used when present.
if(NOT DEFINED CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX})
  find_program(MIXEDAD_DEFAULT_CXX NAMES clang++-${MIXEDAD_LLVM_VERSION}
               HINTS /usr/lib/llvm-${MIXEDAD_LLVM_VERSION}/bin)
  mark_as_advanced(MIXEDAD_DEFAULT_CXX)
  if(MIXEDAD_DEFAULT_CXX)
    set(CMAKE_CXX_COMPILER "${MIXEDAD_DEFAULT_CXX}" CACHE FILEPATH "C++ compiler")
  endif()
endif()

if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(MIXEDAD_CCACHE ccache)
  mark_as_advanced(MIXEDAD_CCACHE)
  if(MIXEDAD_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${MIXEDAD_CCACHE}" CACHE STRING "Compiler launcher")
  endif()
endif()

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
