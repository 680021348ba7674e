// The names that errors know by their headers are declared there.
// RUN: %mixedad_cxx -fsyntax-only %s
#include <mixedad/half.h>
#include <mixedad/mixedad.h>

using mixedad::gradient, mixedad::value_and_gradient, mixedad::vjp, mixedad::pullback, mixedad::jvp, mixedad::value_and_jvp;
using mixedad::dup, mixedad::constant, mixedad::wrt, mixedad::gradients, mixedad::none, mixedad::tangent_space, mixedad::get;
using mixedad::jacobian, mixedad::hessian, mixedad::hvp, mixedad::matrix;
using mixedad::Array, mixedad::Shape, mixedad::Axes, mixedad::Device, mixedad::host, mixedad::cuda, mixedad::view;
using mixedad::broadcast, mixedad::broadcast_into, mixedad::sum, mixedad::mean, mixedad::max, mixedad::min, mixedad::argmax;
using mixedad::matmul, mixedad::reshape, mixedad::transpose, mixedad::slice, mixedad::concatenate, mixedad::gather;
using mixedad::scatter_add, mixedad::softmax, mixedad::log_softmax, mixedad::logsumexp, mixedad::softmax_cross_entropy;
using mixedad::broadcast_to, mixedad::default_device, mixedad::set_stream, mixedad::synchronize, mixedad::thread_count;
using mixedad::set_thread_count, mixedad::half, mixedad::bfloat16, mixedad::set_memory_budget, mixedad::memory_budget;
