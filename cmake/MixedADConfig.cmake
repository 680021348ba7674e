# find_package(MixedAD), in a project that uses it:
#
#   find_package(MixedAD REQUIRED)
#   target_link_libraries(program PRIVATE MixedAD::gradient)   # loads the plugin, finds the headers
#   target_link_libraries(program PRIVATE MixedAD::arrays)     # the same, and the runtime that mixedad/mixedad.h needs
#
# Works installed, and in the source tree with -DMixedAD_DIR=<MixedAD>/cmake, where the plugin is the one that
# mixedad-config finds: everything comes from there.
cmake_minimum_required(VERSION 3.20)

set(mixedad_config "")
set(mixedad_top "${CMAKE_CURRENT_LIST_DIR}")
while(NOT mixedad_config AND NOT mixedad_top STREQUAL "/")
  foreach(mixedad_folder bin tools)
    if(EXISTS "${mixedad_top}/${mixedad_folder}/mixedad-config")
      set(mixedad_config "${mixedad_top}/${mixedad_folder}/mixedad-config")
    endif()
  endforeach()
  get_filename_component(mixedad_top "${mixedad_top}" DIRECTORY)
endwhile()

# mixedad_ask(variable option): a list of flags; sets MixedAD_NOT_FOUND_MESSAGE when there is no answer.
function(mixedad_ask variable option)
  execute_process(COMMAND "${mixedad_config}" ${option} OUTPUT_VARIABLE answer ERROR_VARIABLE error RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    set(MixedAD_NOT_FOUND_MESSAGE "${error}" PARENT_SCOPE)
  endif()
  separate_arguments(answer UNIX_COMMAND "${answer}")
  set(${variable} "${answer}" PARENT_SCOPE)
endfunction()

set(MixedAD_NOT_FOUND_MESSAGE "")
mixedad_ask(mixedad_plugin --plugin)
mixedad_ask(mixedad_clang --clang)
mixedad_ask(mixedad_clang_version --clang-version)
mixedad_ask(mixedad_include --includedir)
mixedad_ask(mixedad_libs --libs)
if(NOT MixedAD_NOT_FOUND_MESSAGE AND NOT (CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND
                                          CMAKE_CXX_COMPILER_VERSION MATCHES "^${mixedad_clang_version}[.]"))
  set(MixedAD_NOT_FOUND_MESSAGE
      "The plugin is loaded by Clang ${mixedad_clang_version} only, and the compiler here is ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}. Configure a fresh build folder with -DCMAKE_CXX_COMPILER=${mixedad_clang}")
endif()
if(MixedAD_NOT_FOUND_MESSAGE)
  set(MixedAD_FOUND FALSE)
  return()
endif()

if(NOT TARGET MixedAD::gradient)
  add_library(MixedAD::gradient INTERFACE IMPORTED)
  set_target_properties(MixedAD::gradient PROPERTIES
    INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CXX>:-fplugin=${mixedad_plugin}>"
    INTERFACE_INCLUDE_DIRECTORIES "${mixedad_include}"
    INTERFACE_COMPILE_FEATURES cxx_std_17)
  add_library(MixedAD::arrays INTERFACE IMPORTED)
  set_target_properties(MixedAD::arrays PROPERTIES INTERFACE_LINK_LIBRARIES "MixedAD::gradient;${mixedad_libs}")
endif()
