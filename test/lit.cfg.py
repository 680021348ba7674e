# Tests are programs and text checks; a site config written by CMake says where things are.
import os
import lit.formats

config.name = "MixedAD"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".cu", ".c", ".test"]
config.excludes = ["support", "unit", "Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.mixedad_obj_root, "test")

for variable in ("PATH", "HOME", "CCACHE_DIR", "ASAN_OPTIONS", "UBSAN_OPTIONS", "CUDA_VISIBLE_DEVICES", "TMPDIR"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]
config.environment["PATH"] = os.pathsep.join([config.llvm_tools_dir, config.environment.get("PATH", "")])

include = os.path.join(config.mixedad_src_root, "include")
support = os.path.join(config.test_source_root, "support")
plugin = f"-fplugin={config.mixedad_plugin}"
compiler = f"{config.clangxx} -std=c++20 -I{include} -I{support}"
libraries = f"{config.mixedad_libraries}"

# Compiles with the plugin; `plain` without it; `verify` checks expected-error and friends and emits nothing.
config.substitutions += [
    ("%mixedad_cxx", f"{compiler} {plugin} {config.mixedad_flags}"),
    ("%mixedad_verify", f"{compiler} {plugin} -fsyntax-only -Xclang -verify"),
    ("%mixedad_syntax", f"{compiler} {plugin} -fsyntax-only"),
    ("%mixedad_libs", libraries),
    ("%mixedad_plugin", plugin),
    ("%plain_cxx", compiler),
    ("%filecheck", f"{os.path.join(config.llvm_tools_dir, 'FileCheck')} %s"),
]
if config.cuda_root:
    config.available_features.add("cuda")
    arch = config.cuda_arch or "sm_90"
    config.substitutions.append(("%mixedad_cuda", f"{compiler} {plugin} --cuda-path={config.cuda_root} "
                                 f"--cuda-gpu-arch={arch} -L{config.cuda_root}/lib64 -lcudart"))
if config.has_gpu:
    config.available_features.add("gpu")
if config.asan:
    config.available_features.add("asan")
