# Tests are programs and text checks; a site config written by CMake says where things are.
#
#   %mixedad_cxx     compiles with the plugin          %plain_cxx      without it
#   %mixedad_verify  checks expected-error and friends, emits nothing
#   %mixedad_cuda    compiles a .cu file with the plugin (REQUIRES: cuda), and %mixedad_cuda_libs links it
#   %gpu_run         runs a program that needs a device; without one, checks that it says so
#   %mixedad_libs    the runtime, for programs that use mixedad/mixedad.h
#   %openmp          -fopenmp without its library; %openmp_libs is LLVM's libomp, or a stand-in with one thread
#   %cuda_on_host    compiles a .cu file for the host alone, without CUDA: see support/cuda_on_host.h
#   %mixedad_build   the build folder
import os

import lit.formats

config.name = "MixedAD"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".cu", ".test"]
config.excludes = ["support", "unit", "Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.mixedad_obj_root, "test")

for variable in ("HOME", "TMPDIR", "CCACHE_DIR", "ASAN_OPTIONS", "UBSAN_OPTIONS", "CUDA_VISIBLE_DEVICES"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]
config.environment["PATH"] = os.pathsep.join([config.llvm_tools_dir, os.environ.get("PATH", "")])

include = os.path.join(config.mixedad_src_root, "include")
support = os.path.join(config.test_source_root, "support")
plain = f"{config.clangxx} -std=c++20 -I{include} -I{support}"
if config.sanitize:
    plain += f" -fsanitize={config.sanitize} -fno-omit-frame-pointer"
plugin = f"-fplugin={config.mixedad_plugin}"

if config.sanitize:
    # What sanitizers add to a large main() keeps clang's -O2 busy for many minutes (GVN) and tells nothing that -O0 does
    # not: the program of the -O0 run runs again.
    config.substitutions.append(("%mixedad_cxx -O2 %s -o %t", "test -x %t || %mixedad_cxx -O0 %s -o %t"))
config.substitutions += [
    ("%mixedad_cxx", f"{plain} {plugin}"),
    ("%mixedad_verify", f"{plain} {plugin} -fsyntax-only -Xclang -verify"),
    ("%mixedad_libs", f"{config.mixedad_runtime} -lpthread -ldl"),
    ("%mixedad_build", config.mixedad_obj_root),
    ("%mixedad_plugin", plugin),
    ("%plain_cxx", plain),
    ("%clangxx", config.clangxx),
    ("%filecheck", config.filecheck),
    ("%cuda_on_host", f"{plain} {plugin} -x cuda --cuda-host-only --no-offload-new-driver -nocudainc -nocudalib -Wno-unknown-cuda-version"),
    ("%openmp ", "-Xclang -fopenmp "),
    ("%openmp_libs", config.openmp_libs or f"{support}/openmp_one_thread.cpp"),
]
if config.cuda_found:
    config.available_features.add("cuda")
    config.substitutions.append(
        ("%mixedad_cuda_libs", f"-x none {config.mixedad_runtime} -lpthread {config.cuda_libs}"))
    config.substitutions.append(("%mixedad_cuda", f"{plain} {plugin} {' '.join(config.cuda_flags)}"))
    gpu = os.path.exists("/dev/nvidiactl")
    config.substitutions.append(("%gpu_run", "" if gpu else f"sh {support}/without_device.sh"))
    if gpu:
        config.available_features.add("gpu")
if "address" in config.sanitize:
    config.available_features.add("asan")
