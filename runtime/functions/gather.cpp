//===- gather.cpp - rows of a table by number -----------------------------===//
#include "common.h"

#include <cstring>

namespace mixedad {
namespace detail {
namespace {

/// Indices as whole numbers, checked against the number of rows.
class Rows {
public:
  Rows(const Node *indices, index_t rows, const char *function)
      : node_(on_host(required(indices, "the array of indices"))), wide_(node_->element == sizeof(index_t)) {
    for (index_t i = 0; i < size(); ++i)
      if ((*this)[i] < 0 || (*this)[i] >= rows)
        fail<argument_error>("mixedad: %s: index %lld is out of range for %lld rows", function,
                             static_cast<long long>((*this)[i]), static_cast<long long>(rows));
  }
  index_t size() const { return node_->layout.count(); }
  const Node *node() const { return node_.get(); }
  index_t operator[](index_t i) const {
    return wide_ ? reinterpret_cast<const index_t *>(node_->data)[i] : reinterpret_cast<const int *>(node_->data)[i];
  }

private:
  Held node_;
  bool wide_;
};

void require_table(const Node *table, const char *function) {
  required(table, function);
  if (table->layout.rank == 0)
    throw_shape(function, Shape(1), Shape());
}

/// The shape of the rows that indices pick.
Shape picked_shape(const Node *table, const Node *indices) {
  Shape shape = required(indices, "the array of indices")->layout.shape();
  if (shape.rank() + table->layout.rank - 1 > max_rank)
    fail<shape_error>("mixedad: the result would have more than %d dimensions", max_rank);
  for (int d = 1; d < table->layout.rank; ++d)
    shape.push_back(table->layout.size[d]);
  return shape;
}

} // namespace

Node *gather(const Node *table, const Node *indices) {
  require_table(table, "gather: the table");
  const Shape shape = picked_shape(table, indices);
  if (table->device >= 0)
    return device_gather(table, indices, shape);
  const Rows rows(indices, table->layout.size[0], "gather");
  Held source(dense(table)), out(make_node(shape, table->element, -1));
  const std::size_t bytes =
      table->layout.size[0] ? static_cast<std::size_t>(table->layout.count() / table->layout.size[0]) * table->element : 0;
  for (index_t i = 0; i < rows.size(); ++i)
    std::memcpy(out->data + static_cast<std::size_t>(i) * bytes, source->data + static_cast<std::size_t>(rows[i]) * bytes,
                bytes);
  count_arrays({rows.node(), out.get(), out.get()});
  return out.take();
}

void scatter_add_into(Node *into, const Node *indices, const Node *values, DType type) {
  require_table(into, "scatter_add: the table");
  const Shape shape = picked_shape(into, indices);
  if (required(values, "scatter_add: the values")->layout.shape() != shape)
    throw_shape("scatter_add: the values", shape, values->layout.shape());
  if (into->device >= 0) {
    device_scatter_add(into, indices, values, type);
    return;
  }
  const Rows rows(indices, into->layout.size[0], "scatter_add");
  Held source(dense(values));
  const index_t width = into->layout.size[0] ? into->layout.count() / into->layout.size[0] : 0;
  Layout row = into->layout;
  for (int d = 1; d < row.rank; ++d) {
    row.size[d - 1] = row.size[d];
    row.stride[d - 1] = row.stride[d];
  }
  --row.rank;
  const bool packed = row.contiguous();
  Loop loop;
  Access access(nullptr, row, 1);
  plan_loop(loop, row.shape(), &access, 1);
  with_type(type, "scatter_add", [&](auto *t) {
    using T = std::remove_pointer_t<decltype(t)>;
    const T *from = reinterpret_cast<const T *>(source->data);
    for (index_t i = 0; i < rows.size(); ++i, from += width) {
      T *to = reinterpret_cast<T *>(into->data) + rows[i] * into->layout.stride[0];
      for (index_t k = 0; k < width; ++k)
        to[packed ? k : loop.offset(access, k)] += from[k];
    }
  });
  count_arrays({rows.node(), source.get(), source.get(), source.get()});
}

Node *scatter_add(Node *into, const Node *indices, const Node *values, DType type) {
  required(into, "scatter_add: the table");
  Held out(make_node(into->layout.shape(), into->element, into->device));
  copy_elements(out.get(), into);
  scatter_add_into(out.get(), indices, values, type);
  return out.take();
}

} // namespace detail
} // namespace mixedad
