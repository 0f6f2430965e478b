#include "trial.hpp"

#include "examples/textbook/casts/ray_cast.hpp"
#include "examples/textbook/casts/sweep2.hpp"
#include "examples/textbook/closest_point.hpp"
#include "examples/textbook/conservative_advancement.hpp"
#include "examples/textbook/epa.hpp"
#include "examples/textbook/epa2.hpp"
#include "examples/textbook/gjk2.hpp"
#include "examples/textbook/gjk3.hpp"
#include "examples/textbook/minkowski_difference.hpp"
#include "examples/textbook/mpr.hpp"
#include "examples/textbook/mpr2.hpp"
#include "examples/textbook/overlap.hpp"

#include <algorithm>
#include <cmath>

namespace textbook::test {
namespace {

/// What a length may be off by. Polytopes are as good as exact; the supports of curved shapes are rounded, and their
/// searches end by a tolerance or by the limit of iterations.
double tolerance_of(const RecordedCase& c) { return (c.curved ? 1e-6 : 1e-12) * c.truth.size; }

Vec2 flat(Vec3 v) { return {v.x, v.y}; }

/// A body of the plane.
struct Flat {
  const std::function<Vec3(Vec3)>& support;
  Vec2 operator()(Vec2 d) const { return flat(support({d.x, d.y, 0})); }
};

/// A body where it is at a time.
struct Placed {
  const Body& body;
  Placement place;
  Vec3 operator()(Vec3 d) const { return place.to_world(body.support(place.to_body(d))); }
};

/// The verdict and the length of a GJK.
template <class Result>
void judge_distance(Trial& trial, const RecordedCase& c, const Result& result) {
  ++trial.cases;
  const double tolerance = tolerance_of(c), separation = c.truth.separation;
  if (result.distance == 0 && separation > tolerance) return trial.fail("false_overlap", c);
  if (result.distance > 0 && separation < -tolerance) {
    const bool rounding = result.distance < 1e-15 * c.truth.size;
    return trial.fail(rounding ? "apart_by_rounding" : "missed_overlap", c);
  }
  trial.judge(result.distance - std::max(0.0, separation), "distance_off", c);
}

/// The depth of an EPA. B - A reaches as far as the depth against the normal: what is nearest is on the boundary.
template <class Difference, class Result>
void judge_depth(Trial& trial, const RecordedCase& c, const Difference& support, const Result& result,
                 const std::string& symptom) {
  ++trial.cases;
  const double way_out = dot(-result.normal, support(-result.normal).w);
  const double error = std::max(std::abs(result.depth - way_out), std::abs(result.depth + c.truth.separation));
  trial.judge(error, symptom, c);
}

/// The verdict of an MPR, and the depth of its portal.
template <class Stop, class Result>
void judge_portal(Trial& trial, const RecordedCase& c, const Result& result) {
  ++trial.cases;
  const double tolerance = tolerance_of(c), separation = c.truth.separation;
  if (result.meet && separation > tolerance) trial.fail("false_overlap", c);
  if (!result.meet && separation < -tolerance) trial.fail("missed_overlap", c);
  if (!result.meet || std::abs(separation) <= tolerance) return;
  if (result.stop == Stop::portal_on_surface) {
    trial.judge(result.depth + separation, result.depth < -separation ? "depth_too_small" : "depth_not_least", c);
  } else {
    trial.fail(result.stop == Stop::on_the_ray ? "no_portal_to_measure" : "no_depth", c);
  }
}

/// A verdict, which must hold wherever the shapes are clearly apart or clearly overlap.
template <class Difference, class Result>
void judge_verdict(Trial& trial, const RecordedCase& c, const Difference& support, const Result& result) {
  ++trial.cases;
  const double tolerance = tolerance_of(c), separation = c.truth.separation;
  if (result.meet && separation > tolerance) trial.fail("false_overlap", c);
  if (result.meet || separation >= -tolerance) return;
  if (result.stop == OverlapStop::iteration_limit) return trial.fail("undecided", c);
  const double gap = -dot(result.axis, support(result.axis).w) / length(result.axis);
  trial.fail(gap < 1e-15 * c.truth.size ? "apart_by_rounding" : "missed_overlap", c);
}

/// The time of a hit, or a miss.
template <class Result>
void judge_time(Trial& trial, const RecordedCase& c, const Result& result) {
  const MotionTruth& truth = c.motion;
  if (result.hit) {
    if (!truth.earliest || result.t < *truth.earliest) trial.fail("too_early", c);
    if (truth.latest && result.t > *truth.latest) trial.fail("too_late", c);
  } else if (truth.latest) {
    trial.fail("missed", c);
  }
}

/// The point in the middle of a body, as MPR wants one.
Vec3 center_of(const Body& body) {
  Vec3 sum;
  if (body.points.empty()) {
    for (const Vec3 d : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) sum = sum + body.support(d) + body.support(-d);
    return (1.0 / 6) * sum;
  }
  for (const Vec3 p : body.points) sum = sum + p;
  return (1.0 / double(body.points.size())) * sum;
}

/// The gap of bodies where they are at t.
Gap<Vec3> gap_at(const RecordedCase& c, double t) {
  const Placed a{c.a, c.a.placement(t)}, b{c.b, c.b.placement(t)};
  const std::function<Vec3(Vec3)> support_a = a, support_b = b;
  if (c.dimension == 2) {
    const Flat flat_a{support_a}, flat_b{support_b};
    const Gjk2Result result = gjk2(difference(flat_a, flat_b));
    const Vec2 n = result.point_b - result.point_a;
    return {result.distance, (1 / length(n)) * Vec3{n.x, n.y, 0}};
  }
  const Gjk3Result result = gjk3(difference(support_a, support_b));
  const Vec3 n = result.point_b - result.point_a;
  return {result.distance, (1 / length(n)) * n};
}

double reach_of(const Body& body) {
  double reach = 0;
  for (const Vec3 p : body.points) reach = std::max(reach, length(p));
  return reach;
}

}  // namespace

void Trial::fail(const std::string& symptom, const RecordedCase& c) {
  failures.push_back(algorithm + " " + symptom + " " + c.name);
}

void Trial::judge(double error, const std::string& symptom, const RecordedCase& c) {
  const double tolerance = tolerance_of(c);
  error = std::abs(error);
  if (error <= tolerance) {
    if (error > 0) largest_right = std::max(largest_right, error / tolerance);
    return;
  }
  least_wrong = std::min(least_wrong, error / tolerance);
  fail(symptom, c);
}

/// Pairs of a point and at most four points.
Trial try_closest_point(const std::vector<RecordedCase>& cases) {
  Trial trial("closest_point");
  for (const RecordedCase& c : cases) {
    const bool swapped = c.a.points.size() != 1;
    const std::vector<Vec3>& one = swapped ? c.b.points : c.a.points;
    const std::vector<Vec3>& p = swapped ? c.a.points : c.b.points;
    if (c.moves || c.curved || one.size() != 1 || p.size() < 2 || p.size() > 4) continue;
    if (c.dimension == 2 && p.size() == 4) continue;  // a quadrangle
    ++trial.cases;
    const Vec3 q = one[0];
    Closest<Vec3> closest;
    if (p.size() == 2) closest = closest_on_segment(q, p[0], p[1]);
    if (p.size() == 3) closest = closest_on_triangle(q, p[0], p[1], p[2]);
    if (p.size() == 4) closest = closest_on_tetrahedron(q, p[0], p[1], p[2], p[3]);
    trial.judge(length(closest.point - q) - std::max(0.0, c.truth.separation), "distance_off", c);
  }
  return trial;
}

Trial try_gjk2(const std::vector<RecordedCase>& cases) {
  Trial trial("gjk2");
  for (const RecordedCase& c : cases) {
    if (c.moves || c.dimension != 2) continue;
    const Flat a{c.a.support}, b{c.b.support};
    judge_distance(trial, c, gjk2(difference(a, b)));
  }
  return trial;
}

Trial try_gjk3(const std::vector<RecordedCase>& cases) {
  Trial trial("gjk3");
  for (const RecordedCase& c : cases)
    if (!c.moves && c.dimension == 3) judge_distance(trial, c, gjk3(difference(c.a.support, c.b.support)));
  return trial;
}

/// Pairs of the plane that meet.
Trial try_epa2(const std::vector<RecordedCase>& cases) {
  Trial trial("epa2");
  for (const RecordedCase& c : cases) {
    if (c.moves || c.dimension != 2 || c.truth.separation > 0) continue;
    const Flat a{c.a.support}, b{c.b.support};
    const auto support = difference(a, b);
    const Epa2Result result = epa2(support, gjk2(support).simplex);
    const bool limit = c.curved && result.stop == Epa2Stop::iteration_limit;
    judge_depth(trial, c, support, result, limit ? "curved_limit" : "depth_off");
  }
  return trial;
}

/// Pairs of space that meet.
Trial try_epa(const std::vector<RecordedCase>& cases) {
  Trial trial("epa");
  for (const RecordedCase& c : cases) {
    if (c.moves || c.dimension != 3 || c.truth.separation > 0) continue;
    const auto support = difference(c.a.support, c.b.support);
    const EpaResult result = epa(support, gjk3(support).simplex);
    std::string symptom = "depth_off";
    if (c.curved && result.stop == EpaStop::iteration_limit) symptom = "curved_limit";
    if (result.stop == EpaStop::broken_horizon) symptom = "broken_horizon";
    judge_depth(trial, c, support, result, symptom);
  }
  return trial;
}

Trial try_mpr2(const std::vector<RecordedCase>& cases) {
  Trial trial("mpr2");
  for (const RecordedCase& c : cases) {
    if (c.moves || c.dimension != 2) continue;
    const Flat a{c.a.support}, b{c.b.support};
    judge_portal<Mpr2Stop>(trial, c, mpr2(difference(a, b), flat(center_of(c.b) - center_of(c.a))));
  }
  return trial;
}

Trial try_mpr(const std::vector<RecordedCase>& cases) {
  Trial trial("mpr");
  for (const RecordedCase& c : cases)
    if (!c.moves && c.dimension == 3)
      judge_portal<MprStop>(trial, c, mpr(difference(c.a.support, c.b.support), center_of(c.b) - center_of(c.a)));
  return trial;
}

Trial try_conservative_advancement(const std::vector<RecordedCase>& cases) {
  Trial trial("conservative_advancement");
  for (const RecordedCase& c : cases) {
    if (!c.moves) continue;
    ++trial.cases;
    const double turning = c.a.angular_speed * reach_of(c.a) + c.b.angular_speed * reach_of(c.b);
    const auto gap = [&c](double t) { return gap_at(c, t); };
    const auto closing_speed = [&c, turning](Vec3 n) { return dot(n, c.a.velocity - c.b.velocity) + turning; };
    const MotionTruth& truth = c.motion;
    const AdvancementResult result = conservative_advancement(gap, closing_speed, truth.target, truth.target_tolerance);
    const bool undecided =
        result.stop == AdvancementStop::iteration_limit || result.stop == AdvancementStop::no_progress;
    if (undecided) {
      trial.fail(truth.latest ? "undecided" : "undecided_close_pass", c);
    } else {
      judge_time(trial, c, result);
    }
  }
  return trial;
}

Trial try_overlap(const std::vector<RecordedCase>& cases) {
  Trial trial("overlap");
  for (const RecordedCase& c : cases) {
    if (c.moves) continue;
    const Vec3 towards = center_of(c.a) - center_of(c.b);
    if (c.dimension == 3) {
      const auto support = difference(c.a.support, c.b.support);
      judge_verdict(trial, c, support, overlap(support, towards));
      continue;
    }
    const Flat a{c.a.support}, b{c.b.support};
    const auto support = difference(a, b);
    judge_verdict(trial, c, support, overlap(support, flat(towards)));
  }
  return trial;
}

/// Rays, and shapes that move along a line: the ray of the motion and B - A.
Trial try_ray_cast(const std::vector<RecordedCase>& cases) {
  Trial trial("casts/ray_cast");
  for (const RecordedCase& c : cases) {
    if (!c.translates) continue;
    ++trial.cases;
    const auto judge = [&trial, &c](const auto& result) {
      if (result.stop == RayCastStop::iteration_limit) return trial.fail("undecided", c);
      judge_time(trial, c, result);
    };
    if (c.dimension == 3) {
      const auto support = difference(c.a.support, c.b.support);
      judge(ray_cast([&support](Vec3 d) { return support(d).w; }, Vec3{}, c.a.velocity));
      continue;
    }
    const Flat a{c.a.support}, b{c.b.support};
    const auto support = difference(a, b);
    judge(ray_cast([&support](Vec2 d) { return support(d).w; }, Vec2{}, flat(c.a.velocity)));
  }
  return trial;
}

/// Of the same, those of the plane that move, and are apart at the start.
Trial try_sweep2(const std::vector<RecordedCase>& cases) {
  Trial trial("casts/sweep2");
  for (const RecordedCase& c : cases) {
    if (!c.translates || c.dimension != 2 || c.a.velocity == Vec3{}) continue;
    if (c.motion.latest && *c.motion.latest <= 1e-9) continue;  // a hit at 0
    ++trial.cases;
    const Flat a{c.a.support}, b{c.b.support};
    judge_time(trial, c, sweep2(difference(a, b), flat(c.a.velocity)));
  }
  return trial;
}

}  // namespace textbook::test
