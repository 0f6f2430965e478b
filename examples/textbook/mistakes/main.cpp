// What well-known texts get wrong: each mistake beside its mend, on a pair for which it matters.
// docs/guide/well-known-mistakes.md explains them. The exit status is 1 if a wrong program happens to be right, or a
// mended one is not.
#include "advancement_loop.hpp"
#include "difference_support.hpp"
#include "endless_loop.hpp"
#include "portal_depth.hpp"
#include "search_direction.hpp"
#include "swapped_weights.hpp"
#include "touching.hpp"

#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>

using namespace textbook;

namespace {

bool all_as_told = true;

void tell(const char* question, const std::string& wrong, const std::string& mended, const std::string& truth) {
  std::printf("%-44s %-22s %-18s %s\n", question, wrong.c_str(), mended.c_str(), truth.c_str());
  all_as_told = all_as_told && wrong != truth && mended == truth;
}
std::string text(double x) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.6g", x);
  return buffer;
}
std::string text(Vec2 p) { return "(" + text(p.x) + ", " + text(p.y) + ")"; }

void loops() {
  tell("a wall 2 away at speed 4: when?", text(wrong::time_of_impact(gap_to_wall, speed_at_wall(), 1e-9)),
       text(mended::time_of_impact(gap_to_wall, speed_at_wall(), 1e-9)), "0.5");

  const auto support = difference(slanted_segment, point_on_segment);
  int calls = 0;
  const auto counted = [&support, &calls](Vec2 d) {
    if (++calls > 1000) throw std::runtime_error("1000 support calls");
    return support(d);
  };
  std::string verdict;
  try {
    verdict = wrong::meet(counted) ? "meet" : "apart";
  } catch (const std::runtime_error&) {
    verdict = "still running";
  }
  const std::string mended = mended::meet(support) == Answer::undecided ? "undecided" : "meet or apart";
  tell("a point on a segment: does the search end?", verdict, mended, "undecided");
}

void touching_pairs() {
  int wrong = 0, mended = 0;
  for (int degrees = 0; degrees < 90; ++degrees) {
    const BoxOnSlope pair(degrees * 3.14159265358979323846 / 180);
    const auto support = difference(pair.slope, pair.box);
    wrong += wrong::touch_or_overlap(support) == Answer::yes ? 1 : 0;
    mended += mended::touch_or_overlap(support) == Answer::yes ? 1 : 0;
  }
  const auto told = [](int times) { return "at " + std::to_string(times) + " of 90"; };
  tell("a box on a slope: does it touch?", told(wrong), told(mended), told(90));
}

void geometry() {
  const auto distance = [](auto support) {
    return text(gjk2([support](Vec2 d) { return support(left_square, right_square, d); }).distance);
  };
  tell("two squares 1 apart: how far?", distance(wrong::support), distance(mended::support), "1");

  const Vec2 q{1, 1}, from{0, 0}, to{10, 0};
  tell("nearest to (1, 1) of (0, 0) to (10, 0)", text(wrong::closest_on_segment(q, from, to)),
       text(mended::closest_on_segment(q, from, to)), text(Vec2{1, 0}));

  tell("which vertex is nearer than the edge a b?", {support_of_needle(wrong::direction(needle_a, needle_b))},
       {support_of_needle(mended::direction(needle_a, needle_b))}, "c");

  const Vec3 center{-1.5, -0.3, 0.1};
  const Polytope<Vec3> plate = box_at({}, {2, 0.5, 2}), brick = box_at(center, {0.5, 0.5, 0.5});
  tell("a brick in a plate: how deep?", text(wrong::depth(difference(plate, brick), center)),
       text(mended::depth(difference(plate, brick))), "0.7");
}

}  // namespace

int main() {
  std::printf("%-44s %-22s %-18s %s\n", "", "wrong", "mended", "truth");
  loops();
  touching_pairs();
  geometry();
  return all_as_told ? 0 : 1;
}
