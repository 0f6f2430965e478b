/// abut's pass over rays at polygons, in either scalar.
#pragma once

#include "peers/abut_pass.hpp"

namespace bench {

template <class T, int D, class S>
[[gnu::noinline]] auto ask_ray(const abut::Ray<T, D>& ray, const S& shape) {
  return cast_ray(ray, shape);
}

template <class T, int D>
double number_of(const abut::RayCast<T, D>& r) {
  using Limits = std::numeric_limits<double>;
  return r.hit ? double(r.t) : r.miss ? Limits::infinity() : Limits::quiet_NaN();
}

/// A hit lies between t_safe and the largest number, and a miss beyond all numbers.
template <class T, int D>
Interval bounds_of(const abut::RayCast<T, D>& r) {
  using Limits = std::numeric_limits<double>;
  if (r.miss) return {Limits::infinity(), Limits::infinity()};
  return {double(proven_free(r)), r.hit ? Limits::max() : Limits::infinity()};
}

template <class T>
class AbutRays : public Pass {
 public:
  explicit AbutRays(const Workload<2>& w) : pool_(w.b) {
    for (const auto& q : w.queries) {
      asked_.push_back({q.b, {abut::vec_cast<T>(q.pose_a.p), abut::vec_cast<T>(q.direction)}, pose_in<T>(q.pose_b)});
    }
  }

  void run(std::span<double> answers) override {
    for (std::size_t i = 0; i < asked_.size(); ++i) answers[i] = number_of(answer(asked_[i]));
  }

  std::size_t outside(std::span<const Truth> truths) override {
    std::size_t count = 0;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      count += is_outside(bounds_of(answer(asked_[i])), truths[i]) ? 1 : 0;
    }
    return count;
  }

 private:
  struct Asked {
    std::uint32_t b;
    abut::Ray<T, 2> ray;
    abut::Pose<T, 2> pose;
  };

  auto answer(const Asked& q) const { return ask_ray(q.ray, abut::place(pool_[q.b], q.pose)); }

  ShapePool<T, Form::hull, 2> pool_;
  std::vector<Asked> asked_;
};

}  // namespace bench
