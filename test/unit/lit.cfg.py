# Runs the GoogleTest executables that CMake built: each test case is a lit test.
import lit.formats

config.name = "MixedAD-Unit"
config.suffixes = []
config.test_format = lit.formats.GoogleTest(".", "Tests")
config.test_source_root = config.mixedad_unit_build
config.test_exec_root = config.mixedad_unit_build
