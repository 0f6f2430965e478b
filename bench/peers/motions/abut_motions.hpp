/// abut's passes over sweeps: casts by a method, and times of impact.
#pragma once

#include "peers/motions/motion_pass.hpp"
#include "peers/verbs.hpp"
#include "workload/sweep_shapes.hpp"

#include <abut/shape_cast.hpp>

#include <algorithm>

namespace bench {

struct CastShape {
  template <class S, int D>
  static bool hits(const std::vector<S>& shapes, const Sweep<D>& s, abut::CastMethod method) {
    return abut::shape_cast(place(shapes[s.a], s.motion_a.start), s.motion_a.velocity,
                            place(shapes[s.b], s.motion_b.start), {.method = method})
        .hit;
  }
};

struct CastRay {
  template <class S, int D>
  static bool hits(const std::vector<S>& shapes, const Sweep<D>& s, abut::CastMethod method) {
    const abut::Ray<float, D> ray{s.motion_a.start.p, s.motion_a.velocity};
    return cast_ray(ray, place(shapes[s.b], s.motion_b.start), method).hit;
  }
};

/// The shapes and sweeps must outlive it.
template <class Query, class S, int D>
class AbutCasts : public MotionPass {
 public:
  AbutCasts(const std::vector<S>& shapes, const Sweeps<D>& w, abut::CastMethod method)
      : shapes_(shapes), sweeps_(w.sweeps), method_(method) {}

  int run() override {
    int hits = 0;
    for (const auto& s : sweeps_) hits += Query::hits(shapes_, s, method_) ? 1 : 0;
    return hits;
  }

 private:
  const std::vector<S>& shapes_;
  const std::vector<Sweep<D>>& sweeps_;
  const abut::CastMethod method_;
};

/// The shapes and sweeps must outlive it.
template <class S, int D>
class AbutImpacts : public MotionPass {
 public:
  AbutImpacts(const std::vector<S>& shapes, const Sweeps<D>& w, const ImpactOptions<D>& options)
      : shapes_(shapes), sweeps_(w.sweeps), options_(options) {}

  int run() override {
    int hits = 0;
    sum = most = 0;
    for (const auto& s : sweeps_) {
      const auto r = abut::time_of_impact(moving(shapes_[s.a], s.motion_a), moving(shapes_[s.b], s.motion_b), options_);
      hits += r.hit ? 1 : 0;
      sum += r.iterations;
      most = std::max(most, r.iterations);
    }
    return hits;
  }

  int sum = 0, most = 0;  ///< distances evaluated: in all, and for one sweep

 private:
  const std::vector<S>& shapes_;
  const std::vector<Sweep<D>>& sweeps_;
  const ImpactOptions<D> options_;
};

}  // namespace bench
