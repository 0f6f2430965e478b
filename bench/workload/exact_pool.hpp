/// A pool in double, behind one type: for those who make queries and judge answers, and need not be quick.
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
  ExactPool(ExactPool&&) = delete;  // the shapes are referred to

  const abut::ShapeRef<double, D>& operator[](std::uint32_t i) const { return refs_[i]; }

 private:
  struct Shapes;
  std::unique_ptr<Shapes> shapes_;
  std::vector<abut::ShapeRef<double, D>> refs_;
};

}  // namespace bench
