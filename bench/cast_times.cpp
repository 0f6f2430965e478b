/// Casts: abut by its three methods beside Bullet and Box2D, on the same motions.
///
/// The motions are those of the times of impact without the rotations; most of them hit. A ray begins at the origin of
/// A. abut is exact to the rounding of float; Bullet and Box2D have tolerances of their own, which are lengths.
#include "motion_times.hpp"
#include "peers/motions/abut_motions.hpp"
#include "report/quartiles.hpp"

#include <fmt/format.h>

namespace bench {

namespace {

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
