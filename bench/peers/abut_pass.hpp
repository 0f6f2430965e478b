/// abut's pass over a workload, in either scalar.
#pragma once

#include "peers/pass.hpp"
#include "peers/verbs.hpp"
#include "workload/pools.hpp"
#include "workload/rows.hpp"

#include <abut/overlap.hpp>
#include <abut/penetration.hpp>

#include <algorithm>
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
  } else if constexpr (Q == Question::contact) {
    return abut::contact(a, b);
  } else {
    return abut::distance(a, b);
  }
}

template <Question Q, class A, class B, int D>
[[gnu::noinline]] auto ask(const A& a, const B& b, abut::Cache<D>& cache) {
  if constexpr (Q == Question::contact) {
    return warm_contact(a, b, cache);
  } else {
    return warm_distance(a, b, cache);
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
template <class T, int D>
double number_of(const abut::Contact<T, D>& r) {
  if (r.count == 0) return std::numeric_limits<double>::quiet_NaN();
  T deepest = r.points[0].separation;
  for (int i = 1; i < r.count; ++i) deepest = std::min(deepest, r.points[i].separation);
  return double(deepest);
}

/// What is proven about the answer.
template <class Answer>
Interval bounds_of(const Answer& r) {
  return {double(r.lower), double(r.upper)};
}

/// Warm passes ask for distances or contacts.
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
    for_each_answer([&](std::size_t i, const auto& r) { answers[i] = number_of(r); });
  }

  std::size_t outside(std::span<const Truth> truths) override {
    std::size_t count = 0;
    for_each_answer([&](std::size_t i, const auto& r) { count += is_outside(bounds_of(r), truths[i]) ? 1 : 0; });
    return count;
  }

 private:
  struct Asked {
    std::uint32_t a, b;
    abut::Pose<T, D> pose_a, pose_b;
  };

  template <class Use>
  void for_each_answer(const Use& use) {
    if constexpr (Q == Question::distance || Q == Question::contact) {
      if (!caches_.empty()) return for_each_warm_answer(use);
    }
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      const Asked& q = asked_[i];
      use(i, ask<Q>(abut::place(a_[q.a], q.pose_a), abut::place(b_[q.b], q.pose_b)));
    }
  }

  template <class Use>
  void for_each_warm_answer(const Use& use) {
    for (auto& cache : caches_) cache = {};
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      const Asked& q = asked_[i];
      use(i, ask<Q>(abut::place(a_[q.a], q.pose_a), abut::place(b_[q.b], q.pose_b), caches_[i % caches_.size()]));
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
  const auto is = [&](Form a, Form b) { return w.a.form == a && w.b.form == b; };
  if (is(Form::box, Form::box)) return std::make_unique<AbutPass<T, Form::box, Form::box, 3>>(w);
  if (is(Form::hull, Form::hull)) return std::make_unique<AbutPass<T, Form::hull, Form::hull, 3>>(w);
  if (is(Form::capsule, Form::capsule)) return std::make_unique<AbutPass<T, Form::capsule, Form::capsule, 3>>(w);
  if (is(Form::cylinder, Form::box)) return std::make_unique<AbutPass<T, Form::cylinder, Form::box, 3>>(w);
  if (is(Form::ball, Form::box)) return std::make_unique<AbutPass<T, Form::ball, Form::box, 3>>(w);
  if (is(Form::ball, Form::hull)) return std::make_unique<AbutPass<T, Form::ball, Form::hull, 3>>(w);
  if (is(Form::ball, Form::triangle)) return std::make_unique<AbutPass<T, Form::ball, Form::triangle, 3>>(w);
  if (is(Form::capsule, Form::box)) return std::make_unique<AbutPass<T, Form::capsule, Form::box, 3>>(w);
  if (is(Form::capsule, Form::triangle)) return std::make_unique<AbutPass<T, Form::capsule, Form::triangle, 3>>(w);
  return nullptr;
}

/// Polygons, and in 3D boxes and hulls: null for other shapes.
template <class T, Question Q>
std::unique_ptr<Pass> make_abut_asking(const Workload<2>& w) {
  return std::make_unique<AbutPass<T, Form::hull, Form::hull, 2, Q>>(w);
}
template <class T, Question Q>
std::unique_ptr<Pass> make_abut_asking(const Workload<3>& w) {
  switch (w.a.form) {
    case Form::box: return std::make_unique<AbutPass<T, Form::box, Form::box, 3, Q>>(w);
    case Form::hull: return std::make_unique<AbutPass<T, Form::hull, Form::hull, 3, Q>>(w);
    default: return nullptr;
  }
}

}  // namespace bench
