/// Casts: abut by its three methods beside Bullet and Box2D, on the same motions.
///
/// The motions are those of the times of impact without the rotations; most of them hit. A ray begins at the origin of
/// A. abut is exact to the rounding of float; Bullet and Box2D have tolerances of their own, which are lengths.
#include "motion_times.hpp"
#include "report/quartiles.hpp"
#include "workload/sweep_shapes.hpp"

#include <abut/ray_cast.hpp>
#include <abut/shape_cast.hpp>

#include <fmt/format.h>

namespace bench {

namespace {

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
    return abut::ray_cast(ray, place(shapes[s.b], s.motion_b.start), {.limit = 1, .method = method}).hit;
  }
};

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

template <class Query, class S, int D>
void measure(const char* name, const char* peer_name, const std::vector<S>& shapes, const Sweeps<D>& w,
             MotionPass& peer) {
  using Pass = AbutCasts<Query, S, D>;
  Pass gjk(shapes, w, abut::CastMethod::gjk), advancement(shapes, w, abut::CastMethod::advancement),
      mpr(shapes, w, abut::CastMethod::mpr);
  std::vector<double> times, by_advancement, by_mpr, ratios;
  int hits = 0, same = 0, peer_hits = 0;
  for (int i = 0; i < motion_rounds; ++i) {
    times.push_back(time_of(gjk, hits));
    by_advancement.push_back(time_of(advancement, same) / times.back());
    by_mpr.push_back(time_of(mpr, same) / times.back());
    ratios.push_back(time_of(peer, peer_hits) / times.back());
  }
  const auto ratio = quartiles(ratios);
  fmt::print("| {} | {:.0f} | {:.2f} | {:.2f} | {} **{:.2f}** {:.2f}-{:.2f} | {} | {} |\n", name,
             quartiles(times).median, quartiles(by_advancement).median, quartiles(by_mpr).median, peer_name,
             ratio.median, ratio.lower, ratio.upper, hits, peer_hits);
}

}  // namespace

void print_cast_times() {
  fmt::print(
      "| casts | gjk, ns | advancement, times that | mpr, times that | peer, times gjk | hits of {} | hits "
      "of the peer |\n|---|---|---|---|---|---|---|\n",
      sweep_count);
  const auto boxes = sweeps_of_boxes(Turning::no);
  measure<CastShape>("box", "Bullet", boxes_of(boxes), boxes, *bullet_casts(boxes));
  const auto hulls = sweeps_of_hulls(Turning::no);
  const HullPool pool(hulls);
  measure<CastShape>("hull32", "Bullet", pool.views(), hulls, *bullet_casts(hulls));
  measure<CastRay>("ray, hull32", "Bullet", pool.views(), hulls, *bullet_rays(hulls));
  const auto polygons = sweeps_of_polygons(Turning::no);
  measure<CastShape>("polygon6", "Box2D", point_sets_of(polygons), polygons, *box2d_casts(polygons));
}

}  // namespace bench
