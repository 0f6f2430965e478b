#include "workload/exact_pool.hpp"

#include "workload/pools.hpp"

namespace bench {

namespace {

template <int D>
abut::AnyShape<double, D> exact_shape(Form form, const Shape<D>& s) {
  if constexpr (D == 3) {
    if (form == Form::capsule) return TypeOf<double, Form::capsule, 3>::from(s);
    if (form == Form::cylinder) return TypeOf<double, Form::cylinder, 3>::from(s);
    if (form == Form::ball) return TypeOf<double, Form::ball, 3>::from(s);
    if (form == Form::triangle) return TypeOf<double, Form::triangle, 3>::from(s);
  }
  if (form == Form::box) return TypeOf<double, Form::box, D>::from(s);
  return hull_from<double>(s);
}

}  // namespace

template <int D>
ExactPool<D>::ExactPool(const Pool<D>& pool) {
  for (const auto& s : pool.shapes) shapes_.push_back(exact_shape(pool.form, s));
}

template class ExactPool<2>;
template class ExactPool<3>;

}  // namespace bench
