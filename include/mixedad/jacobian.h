//===- jacobian.h - dense first and second derivatives --------------------===//
//
//   jacobian<f>(x, y)           one block per argument: the result by that argument
//   hvp<f>(x, y, dx, dy)        the Hessian times a direction, one per argument that has a gradient
//   hessian<f>(x, y)            get<i, j>(h): the block of arguments i and j
//
// A block is a number when both sides are numbers, and otherwise a `matrix`, whose rows and columns count the reals
// of the result (or of argument i) and of argument j. Second derivatives are forward mode over reverse mode: the
// pushforward of a function that computes the gradient.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_JACOBIAN_H
#define MIXEDAD_JACOBIAN_H

#include "mixedad/detail/coordinates.h"
#include "mixedad/gradient.h"
#include <vector>

#include "mixedad/detail/names_begin.h"

namespace mixedad {

/// Dense, by rows.
template <class T> class matrix {
public:
  matrix() = default;
  matrix(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns), values_(rows * columns) {}
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  T &operator()(std::size_t row, std::size_t column) { return values_[row * columns_ + column]; }
  const T &operator()(std::size_t row, std::size_t column) const { return values_[row * columns_ + column]; }
  const T *data() const { return values_.data(); }

private:
  std::size_t rows_ = 0, columns_ = 0;
  std::vector<T> values_;
};

/// The block of arguments I and J.
template <std::size_t I, std::size_t J, class... T> const auto &get(const gradients<T...> &rows) {
  return mixedad::get<J>(mixedad::get<I>(rows));
}

namespace detail {

template <std::size_t I, class T, class... Rest> struct nth : nth<I - 1, Rest...> {};
template <class T, class... Rest> struct nth<0, T, Rest...> { using type = T; };

template <class Row, class Column, bool Scalars = is_real<Row> &&is_real<Column>> struct block {
  using type = matrix<typename coordinates<Column>::real>;
  static type make(const Row &row, const Column &column) {
    return type(coordinates<Row>::size(row), coordinates<Column>::size(column));
  }
  static void set(type &b, std::size_t row, std::size_t column, typename coordinates<Column>::real value) {
    b(row, column) = value;
  }
};
template <class Row, class Column> struct block<Row, Column, true> {
  using type = Column;
  static type make(const Row &, const Column &) { return type(0); }
  static void set(type &b, std::size_t, std::size_t, Column value) { b = value; }
};
template <class Column, bool Scalars> struct block<none, Column, Scalars> { using type = none; };
template <class Row, bool Scalars> struct block<Row, none, Scalars> { using type = none; };
template <bool Scalars> struct block<none, none, Scalars> { using type = none; };
template <class Row, class Column> using block_t = typename block<Row, Column>::type;

//--- Second order ----------------------------------------------------------------------------------------------

/// The gradient as a function that itself has derivatives.
template <class Fn, class Acts, class R, class Params, class Shadows> struct gradient_function;
template <class Fn, class Acts, class R, class... P, class... D>
struct gradient_function<Fn, Acts, R, list<P...>, list<D...>> {
  static void run(P... p, D &...d) {
    detail::engine_reverse<Fn, Acts, R, list<P...>>(bare<R>(1), static_cast<P &&>(p)..., d...);
  }
};

template <class Acts, std::size_t... K> struct appended_ones;
template <int... Mask, std::size_t... K> struct appended_ones<acts<Mask...>, K...> {
  using type = acts<Mask..., (static_cast<void>(K), 1)...>;
};

template <class Plan, class Params, class Active, class... A> struct second_order;

template <class Plan, class... P, std::size_t... K, class... A>
struct second_order<Plan, list<P...>, std::index_sequence<K...>, A...> {
  static_assert(is_real<bare<typename Plan::R>>, "mixedad: second derivatives are of functions that return a number");
  static_assert((!is_dup<A> && ...), "mixedad: second derivatives are by values; memory (dup) has none");
  using grads = typename Plan::grads;
  template <std::size_t I> using entry_type = typename element<I, grads>::type;
  using function = gradient_function<typename Plan::Fn, typename Plan::reverse_acts, typename Plan::R, list<P...>,
                                     list<entry_type<K>...>>;
  using tag = fn_tag<&function::run>;
  using mask = typename appended_ones<typename Plan::reverse_acts, K...>::type;

  template <std::size_t... I> static grads hvp(std::index_sequence<I...>, grads &direction, A &...a) {
    grads g = Plan::start(a...), hv = Plan::start(a...);
    (detail::same_size(detail::entry_at<K>(g), detail::entry_at<K>(direction)), ...);
    detail::engine_pushforward<tag, mask, void, list<P..., entry_type<K> &...>>(
        detail::convert<P>(argument<I, P, A, wrt_all>::primal(a))..., detail::entry_at<K>(g)...,
        detail::entry_at<K>(direction)..., detail::entry_at<K>(hv)...);
    return hv;
  }

  /// Row I of the Hessian: one hvp a coordinate of argument I.
  template <std::size_t I, class Row> static void fill_row(Row &row, A &...a) {
    grads direction = Plan::start(a...);
    auto &mine = detail::entry_at<I>(direction);
    using Mine = coordinates<bare<decltype(mine)>>;
    for (std::size_t k = 0; k < Mine::size(mine); ++k) {
      Mine::set(mine, k, 1);
      grads hv = hvp(std::index_sequence_for<A...>{}, direction, a...);
      Mine::set(mine, k, 0);
      (copy<I, K>(detail::entry_at<K>(row), k, detail::entry_at<K>(hv)), ...);
    }
  }
  template <std::size_t I, std::size_t J, class Block, class Entry>
  static void copy(Block &b, std::size_t k, const Entry &from) {
    for (std::size_t l = 0; l < coordinates<Entry>::size(from); ++l)
      block<entry_type<I>, Entry>::set(b, k, l, coordinates<Entry>::get(from, l));
  }

  template <class Mine, std::size_t... J>
  static gradients<block_t<Mine, entry_type<J>>...> make_row(std::index_sequence<J...>, const Mine &mine, const grads &g) {
    return {{entry<J, block_t<Mine, entry_type<J>>>{make_block(mine, detail::entry_at<J>(g))}...}};
  }
  template <class Row, class Column> static block_t<Row, Column> make_block(const Row &row, const Column &column) {
    if constexpr (std::is_same_v<block_t<Row, Column>, none>)
      return none{};
    else
      return block<Row, Column>::make(row, column);
  }
  template <class Row, std::size_t... J> static gradients<block_t<Row, entry_type<J>>...> row_type(std::index_sequence<J...>);
  template <std::size_t I> using row = decltype(row_type<entry_type<I>>(std::index_sequence_for<A...>{}));
  template <std::size_t... I> static gradients<row<I>...> hessian_type(std::index_sequence<I...>);
  /// A class of its own, so that hvp does not number the reals.
  struct hessian_result { using type = decltype(hessian_type(std::index_sequence_for<A...>{})); };

  template <std::size_t... I> static auto hessian(std::index_sequence<I...> all, A &...a) {
    grads like = Plan::start(a...);
    typename hessian_result::type h{{entry<I, row<I>>{make_row(all, detail::entry_at<I>(like), like)}...}};
    (fill_row<K>(detail::entry_at<K>(h), a...), ...);
    return h;
  }
};

template <class Plan, class... A>
using second_order_of = second_order<Plan, typename Plan::Params, typename active_indices<typename Plan::reverse_acts>::type,
                                     unwrapped_reference<A>...>;

/// hvp<F>(arguments..., directions...): the split.
template <auto F, class Indices, class... All> struct hvp_call;
template <auto F, std::size_t... I, class... All> struct hvp_call<F, std::index_sequence<I...>, All...> {
  using plan = plan_named<F, wrt_all, typename nth<I, All...>::type...>;
  using second = second_order_of<plan, typename nth<I, All...>::type...>;
  using grads = typename plan::grads;
  using active = typename active_indices<typename plan::reverse_acts>::type;

  template <std::size_t... K> static grads run(std::index_sequence<K...>, All &...all) {
    static_assert(sizeof...(All) == sizeof...(I) + sizeof...(K),
                  "mixedad: hvp takes the arguments, then one direction for each argument that has a gradient");
    grads direction = plan::start(detail::pick<I>(all...)...);
    set<sizeof...(I)>(std::index_sequence<K...>{}, std::make_index_sequence<sizeof...(K)>{}, direction, all...);
    return second::hvp(std::index_sequence<I...>{}, direction, detail::pick<I>(all...)...);
  }
  template <std::size_t N, std::size_t... K, std::size_t... D>
  static void set(std::index_sequence<K...>, std::index_sequence<D...>, grads &direction, All &...all) {
    ((detail::entry_at<K>(direction) = detail::pick<N + D>(all...)), ...);
  }
};
template <class Params> inline constexpr std::size_t count = 0;
template <class... P> inline constexpr std::size_t count<list<P...>> = sizeof...(P);
template <auto F, class... All>
using hvp_of = hvp_call<F, std::make_index_sequence<count<typename signature<F>::params>>, All...>;

//--- First order -----------------------------------------------------------------------------------------------

template <class Plan, class Indices, class... A> struct jacobian_call;
template <class Plan, std::size_t... I, class... A> struct jacobian_call<Plan, std::index_sequence<I...>, A...> {
  using R = bare<typename Plan::R>;
  using grads = typename Plan::grads;
  template <std::size_t J> using entry_type = typename element<J, grads>::type;
  using result = gradients<block_t<R, entry_type<I>>...>;

  static result run(A &...a) {
    grads direction = Plan::start(a...);
    result j{};
    (fill<I>(j, direction, a...), ...);
    return j;
  }

private:
  template <std::size_t J> static void fill(result &j, grads &direction, A &...a) {
    if constexpr (!std::is_same_v<entry_type<J>, none>) {
      auto &mine = detail::entry_at<J>(direction);
      using Mine = coordinates<entry_type<J>>;
      auto &b = detail::entry_at<J>(j);
      for (std::size_t k = 0; k < Mine::size(mine); ++k) {
        Mine::set(mine, k, 1);
        const R column = push(direction, a...);
        Mine::set(mine, k, 0);
        if (k == 0)
          b = block<R, entry_type<J>>::make(column, mine);
        for (std::size_t l = 0; l < coordinates<R>::size(column); ++l)
          block<R, entry_type<J>>::set(b, l, k, coordinates<R>::get(column, l));
      }
    }
  }
  /// Forward mode by all arguments: the direction is zero but in one coordinate.
  static R push(grads &direction, A &...a) {
    return push_with(typename Plan::Params{}, typename active_indices<typename Plan::reverse_acts>::type{}, direction, a...);
  }
  template <class... P, std::size_t... K>
  static R push_with(list<P...>, std::index_sequence<K...>, grads &direction, A &...a) {
    return detail::engine_pushforward<typename Plan::Fn, typename Plan::reverse_acts, typename Plan::R, list<P...>>(
               detail::convert<P>(argument<I, P, A, wrt_all>::primal(a))..., detail::entry_at<K>(direction)...)
        .tangent;
  }
};
template <class Plan, class... A>
using jacobian_of = jacobian_call<Plan, std::index_sequence_for<A...>, unwrapped_reference<A>...>;

} // namespace detail

/// Blocks of the result by each argument, in forward mode.
template <auto F, class W = detail::wrt_all, class... A>
MIXEDAD_CALL(detail::plan_named<F, W, A...>)
typename detail::jacobian_of<detail::plan_named<F, W, A...>, A...>::result jacobian(A &&...args) {
  return detail::jacobian_of<detail::plan_named<F, W, A...>, A...>::run(args...);
}

/// The Hessian times a direction.
template <auto F, class... All> typename detail::hvp_of<F, All...>::grads hvp(All &&...all) {
  return detail::hvp_of<F, All...>::run(typename detail::hvp_of<F, All...>::active{}, all...);
}

/// All second derivatives.
template <auto F, class W = detail::wrt_all, class... A>
MIXEDAD_CALL(detail::plan_named<F, W, A...>)
typename detail::second_order_of<detail::plan_named<F, W, A...>, A...>::hessian_result::type hessian(A &&...args) {
  return detail::second_order_of<detail::plan_named<F, W, A...>, A...>::hessian(std::index_sequence_for<A...>{}, args...);
}

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
