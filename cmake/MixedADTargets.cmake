# What every part's CMakeLists.txt uses.
include_guard()

# mixedad_add_part(folder): the part in that folder, when it has a build file.
function(mixedad_add_part folder)
  if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt")
    add_subdirectory(${folder})
  endif()
endfunction()

set(MIXEDAD_SANITIZE_FLAGS "")
if(MIXEDAD_SANITIZE)
  set(MIXEDAD_SANITIZE_FLAGS -fsanitize=${MIXEDAD_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
endif()

# mixedad_own_target(target): warnings for our own sources, and the sanitizers. The plugin takes no sanitizer:
# it is loaded into a compiler that has none.
function(mixedad_own_target target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-unused-parameter $<$<BOOL:${MIXEDAD_WERROR}>:-Werror>)
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "MODULE_LIBRARY")
    target_compile_options(${target} PRIVATE ${MIXEDAD_SANITIZE_FLAGS})
    target_link_options(${target} PRIVATE ${MIXEDAD_SANITIZE_FLAGS})
  endif()
endfunction()

# mixedad_add_unit_test(name SOURCES... [LIBS libs...] [DEPENDS targets...]): a GoogleTest executable of that
# name (end it in "Tests": lit finds unit tests by that suffix), run by check-all and by ctest.
function(mixedad_add_unit_test name)
  cmake_parse_arguments(arg "" "" "LIBS;DEPENDS" ${ARGN})
  if(NOT name MATCHES "Tests$")
    message(FATAL_ERROR "mixedad_add_unit_test: '${name}' does not end in Tests, lit would not run it")
  endif()
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/plugin" "${PROJECT_SOURCE_DIR}/include")
  target_link_libraries(${name} PRIVATE ${arg_LIBS} GTest::gmock GTest::gtest_main)
  mixedad_own_target(${name})
  if(arg_DEPENDS)
    add_dependencies(${name} ${arg_DEPENDS})
  endif()
  add_test(NAME ${name} COMMAND ${name})
  set_property(GLOBAL APPEND PROPERTY MIXEDAD_TEST_TARGETS ${name})
endfunction()
