/// Times of impact: abut by both proven methods beside Bullet and Box2D, on the same sweeps.
///
/// About nine in ten of the sweeps hit. abut has its default tolerance, 1e-4 of the bounding radius; in 2D it has the
/// target and tolerance of Box2D.
#include "motion_times.hpp"
#include "peers/motions/abut_motions.hpp"
#include "report/quartiles.hpp"

#include <fmt/format.h>

namespace bench {

namespace {

template <class S, int D>
void measure(const char* name, const char* peer_name, const std::vector<S>& shapes, const Sweeps<D>& w,
             ImpactOptions<D> options, MotionPass& peer) {
  AbutImpacts<S, D> advancement(shapes, w, options);
  options.method = ImpactMethod::bilateral;
  AbutImpacts<S, D> bilateral(shapes, w, options);
  std::vector<double> times, other, ratios;
  int hits = 0, same = 0, peer_hits = 0;
  for (int i = 0; i < motion_rounds; ++i) {
    times.push_back(time_of(advancement, hits));
    other.push_back(time_of(bilateral, same) / times.back());
    ratios.push_back(time_of(peer, peer_hits) / times.back());
  }
  const auto ratio = quartiles(ratios);
  const auto mean = [](const auto& pass) { return static_cast<double>(pass.sum) / static_cast<double>(sweep_count); };
  fmt::print("| {} | {:.0f} | {:.2f} / {} | **{:.2f}** | {:.2f} / {} | {} **{:.2f}** {:.2f}-{:.2f} | {} | {} |\n", name,
             quartiles(times).median, mean(advancement), advancement.most, quartiles(other).median, mean(bilateral),
             bilateral.most, peer_name, ratio.median, ratio.lower, ratio.upper, hits, peer_hits);
}

}  // namespace

void print_impact_times() {
  fmt::print(
      "| sweeps | advancement, ns | distances, mean / most | bilateral, times that | distances | peer, times "
      "advancement | hits of {} | hits of the peer |\n|---|---|---|---|---|---|---|---|\n",
      sweep_count);
  const auto boxes = sweeps_of_boxes(Turning::yes);
  measure("box", "Bullet", boxes_of(boxes), boxes, {}, *bullet_impacts(boxes));
  const auto hulls = sweeps_of_hulls(Turning::yes);
  const HullPool pool(hulls);
  measure("hull32", "Bullet", pool.views(), hulls, {}, *bullet_impacts(hulls));
  // The target of Box2D is three times its slop outside the skins of both shapes; ours is the same distance.
  const auto polygons = sweeps_of_polygons(Turning::yes);
  measure("polygon6", "Box2D", point_sets_of(polygons), polygons, {.target = 0.005F, .target_tolerance = 0.00125F},
          *box2d_impacts(polygons));
}

}  // namespace bench
