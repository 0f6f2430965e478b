/// A pool in double, type-erased: for making queries and judging answers, where speed does not matter.
#pragma once

#include "workload/workload.hpp"

#include <abut/shape_ref.hpp>

#include <memory>

namespace bench {

/// The numbers of the pool, which double holds exactly.
template <int D>
class ExactPool {
 public:
  explicit ExactPool(const Pool<D>& pool);
  ~ExactPool();
  ExactPool(ExactPool&&) = delete;  // refs_ point to the shapes

  const abut::ShapeRef<double, D>& operator[](std::uint32_t i) const { return refs_[i]; }

 private:
  struct Shapes;
  std::unique_ptr<Shapes> shapes_;
  std::vector<abut::ShapeRef<double, D>> refs_;
};

}  // namespace bench
