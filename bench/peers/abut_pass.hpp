/// abut's pass over a workload, in either scalar.
#pragma once

#include "peers/pass.hpp"
#include "workload/pools.hpp"
#include "workload/rows.hpp"

#include <abut/distance.hpp>
#include <abut/overlap.hpp>
#include <abut/penetration.hpp>

#include <limits>

namespace bench {

template <class T, int D>
abut::Pose<T, D> pose_in(const abut::Pose<float, D>& pose) {
  if constexpr (std::same_as<T, float>) {
    return pose;
  } else {
    return widened(pose);
  }
}

/// Not inlined, so that the whole answer is computed: points, normal, bounds and features, not only the distance.
template <Question Q, class A, class B>
[[gnu::noinline]] auto ask(const A& a, const B& b) {
  if constexpr (Q == Question::verdict) {
    return abut::overlap(a, b);
  } else if constexpr (Q == Question::depth) {
    return abut::penetration(a, b);
  } else {
    return abut::distance(a, b);
  }
}

// Answers as Pass::run defines them. Without an answer: NaN.

template <class T, int D>
double number_of(const abut::Distance<T, D>& r) {
  return double(r.distance);
}
template <class T, int D>
double number_of(const abut::Overlap<T, D>& r) {
  using Limits = std::numeric_limits<double>;
  return r.overlap ? 0 : r.apart ? Limits::infinity() : Limits::quiet_NaN();
}
template <class T, int D>
double number_of(const abut::Penetration<T, D>& r) {
  return r.status == abut::Status::converged ? double(r.depth) : std::numeric_limits<double>::quiet_NaN();
}

template <class A, class B, int D>
[[gnu::noinline]] auto ask(const A& a, const B& b, abut::Cache<D>& cache) {
  return abut::distance(a, b, {.cache = &cache});
}

template <class T, Form A, Form B, int D, Question Q = Question::distance>
class AbutPass : public Pass {
 public:
  explicit AbutPass(const Workload<D>& workload)
      : a_(workload.a), b_(workload.b), caches_(workload.warm ? workload.pairs : 0) {
    for (const auto& q : workload.queries) {
      asked_.push_back({q.a, q.b, pose_in<T>(q.pose_a), pose_in<T>(q.pose_b)});
    }
  }

  void run(std::span<double> answers) override {
    if (!caches_.empty()) return run_warm(answers);
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      const Asked& q = asked_[i];
      answers[i] = number_of(ask<Q>(abut::place(a_[q.a], q.pose_a), abut::place(b_[q.b], q.pose_b)));
    }
  }

 private:
  struct Asked {
    std::uint32_t a, b;
    abut::Pose<T, D> pose_a, pose_b;
  };

  void run_warm(std::span<double> answers) {
    for (auto& cache : caches_) cache = {};
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      const Asked& q = asked_[i];
      auto& cache = caches_[i % caches_.size()];
      answers[i] = double(ask(abut::place(a_[q.a], q.pose_a), abut::place(b_[q.b], q.pose_b), cache).distance);
    }
  }

  ShapePool<T, A, D> a_;
  ShapePool<T, B, D> b_;
  std::vector<Asked> asked_;
  std::vector<abut::Cache<D>> caches_;
};

template <class T>
std::unique_ptr<Pass> make_abut(const Workload<2>& w) {
  return std::make_unique<AbutPass<T, Form::hull, Form::hull, 2>>(w);
}

template <class T>
std::unique_ptr<Pass> make_abut(const Workload<3>& w) {
  switch (w.a.form) {
    case Form::box: return std::make_unique<AbutPass<T, Form::box, Form::box, 3>>(w);
    case Form::capsule: return std::make_unique<AbutPass<T, Form::capsule, Form::capsule, 3>>(w);
    case Form::cylinder: return std::make_unique<AbutPass<T, Form::cylinder, Form::box, 3>>(w);
    case Form::hull: return std::make_unique<AbutPass<T, Form::hull, Form::hull, 3>>(w);
  }
  return nullptr;
}

/// Verdicts or depths of boxes and hulls. Null for other shapes.
template <class T, Question Q>
std::unique_ptr<Pass> make_abut_asking(const Workload<3>& w) {
  switch (w.a.form) {
    case Form::box: return std::make_unique<AbutPass<T, Form::box, Form::box, 3, Q>>(w);
    case Form::hull: return std::make_unique<AbutPass<T, Form::hull, Form::hull, 3, Q>>(w);
    default: return nullptr;
  }
}

}  // namespace bench
