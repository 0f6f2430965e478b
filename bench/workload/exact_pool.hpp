/// A pool in double, its types erased: for making queries and judging answers, where speed does not matter.
#pragma once

#include "workload/workload.hpp"

#include <abut/any_shape.hpp>

namespace bench {

/// The numbers of the pool, which double holds exactly.
template <int D>
class ExactPool {
 public:
  explicit ExactPool(const Pool<D>& pool);

  abut::ShapeRef<double, D> operator[](std::uint32_t i) const { return shapes_[i].shape(); }

 private:
  std::vector<abut::AnyShape<double, D>> shapes_;
};

}  // namespace bench
