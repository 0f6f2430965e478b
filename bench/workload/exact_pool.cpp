#include "workload/exact_pool.hpp"

#include "workload/pools.hpp"

#include <variant>

namespace bench {

template <>
struct ExactPool<2>::Shapes {
  std::variant<ShapePool<double, Form::box, 2>, ShapePool<double, Form::hull, 2>> pool;
};

template <>
struct ExactPool<3>::Shapes {
  std::variant<ShapePool<double, Form::box, 3>, ShapePool<double, Form::capsule, 3>,
               ShapePool<double, Form::cylinder, 3>, ShapePool<double, Form::hull, 3>>
      pool;
};

template <int D>
ExactPool<D>::ExactPool(const Pool<D>& pool) {
  using Box = ShapePool<double, Form::box, D>;
  using Points = ShapePool<double, Form::hull, D>;
  if constexpr (D == 3) {
    if (pool.form == Form::capsule) {
      shapes_.reset(new Shapes{ShapePool<double, Form::capsule, 3>(pool)});
    } else if (pool.form == Form::cylinder) {
      shapes_.reset(new Shapes{ShapePool<double, Form::cylinder, 3>(pool)});
    }
  }
  if (!shapes_) shapes_.reset(pool.form == Form::box ? new Shapes{Box(pool)} : new Shapes{Points(pool)});
  std::visit(
      [&](const auto& typed) {
        for (std::uint32_t i = 0; i < pool.shapes.size(); ++i) refs_.emplace_back(typed[i]);
      },
      shapes_->pool);
}

template <int D>
ExactPool<D>::~ExactPool() = default;

template class ExactPool<2>;
template class ExactPool<3>;

}  // namespace bench
