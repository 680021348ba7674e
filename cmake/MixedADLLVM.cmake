# Finds the Clang that loads the plugin, and its headers.
#
# The plugin is never linked to LLVM: the compiler that loads it provides every symbol. So only the headers are
# needed, of exactly the major version that is asked for, and CMake's exported LLVM targets are not.
#
#   MIXEDAD_LLVM_ROOT   prefix of that LLVM, e.g. /usr/lib/llvm-22
#   MIXEDAD_LLVM_TOOLS  its bin folder (FileCheck, lit)
#   MIXEDAD_CLANG       its clang++, which compiles the tests and the examples
#   MixedAD::llvm       interface target for sources that include LLVM or Clang headers

find_program(MIXEDAD_LLVM_CONFIG
  NAMES llvm-config-${MIXEDAD_LLVM_VERSION} llvm-config
  HINTS /usr/lib/llvm-${MIXEDAD_LLVM_VERSION}/bin
  DOC "llvm-config of the Clang that loads the plugin")
if(NOT MIXEDAD_LLVM_CONFIG)
  message(FATAL_ERROR "llvm-config-${MIXEDAD_LLVM_VERSION} not found: install llvm-${MIXEDAD_LLVM_VERSION}-dev "
    "(tools/quickstart does), or set MIXEDAD_LLVM_CONFIG or MIXEDAD_LLVM_VERSION")
endif()

function(_mixedad_llvm_config out flag)
  execute_process(COMMAND "${MIXEDAD_LLVM_CONFIG}" ${flag} OUTPUT_VARIABLE value
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${out} "${value}" PARENT_SCOPE)
endfunction()

_mixedad_llvm_config(MIXEDAD_LLVM_FULL_VERSION --version)
_mixedad_llvm_config(MIXEDAD_LLVM_ROOT --prefix)
_mixedad_llvm_config(MIXEDAD_LLVM_INCLUDE_DIR --includedir)
_mixedad_llvm_config(MIXEDAD_LLVM_TOOLS --bindir)
if(NOT MIXEDAD_LLVM_FULL_VERSION MATCHES "^${MIXEDAD_LLVM_VERSION}\\.")
  message(FATAL_ERROR "${MIXEDAD_LLVM_CONFIG} is LLVM ${MIXEDAD_LLVM_FULL_VERSION}, not ${MIXEDAD_LLVM_VERSION}: "
    "set MIXEDAD_LLVM_CONFIG or MIXEDAD_LLVM_VERSION")
endif()
if(NOT EXISTS "${MIXEDAD_LLVM_INCLUDE_DIR}/clang/AST/ASTContext.h")
  message(FATAL_ERROR "Clang's headers are not in ${MIXEDAD_LLVM_INCLUDE_DIR}: "
    "install libclang-${MIXEDAD_LLVM_VERSION}-dev (tools/quickstart does)")
endif()

find_program(MIXEDAD_CLANG NAMES clang++ clang++-${MIXEDAD_LLVM_VERSION}
  PATHS "${MIXEDAD_LLVM_TOOLS}" NO_DEFAULT_PATH DOC "clang++ that loads the plugin")
if(NOT MIXEDAD_CLANG)
  message(FATAL_ERROR "clang++ not found in ${MIXEDAD_LLVM_TOOLS}: install clang-${MIXEDAD_LLVM_VERSION}")
endif()

# Clang is built without RTTI: so is what derives from its classes. Public headers of LLVM want these macros.
add_library(mixedad_llvm INTERFACE)
add_library(MixedAD::llvm ALIAS mixedad_llvm)
target_include_directories(mixedad_llvm SYSTEM INTERFACE "${MIXEDAD_LLVM_INCLUDE_DIR}")
target_compile_definitions(mixedad_llvm INTERFACE
  _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
target_compile_options(mixedad_llvm INTERFACE -fno-rtti)

message(STATUS "MixedAD: Clang ${MIXEDAD_LLVM_FULL_VERSION} (${MIXEDAD_CLANG})")
