// An arm of five links reaches for a goal among obstacles, in the plane. Every step descends the separation of hand and
// goal, and keeps a clearance to each obstacle: separation_gradient() says how both change with the joints.
#include <abut/abut.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <vector>

using namespace abut;

constexpr int joints = 5;
using Angles = std::array<double, joints>;
using Poses = std::array<Pose2d, joints + 1>;  // of the links, and of the hand at their end

double dot(const Angles& a, const Angles& b) {
  double sum = 0;
  for (std::size_t j = 0; j < joints; ++j) sum += a[j] * b[j];
  return sum;
}

void add(Angles& a, const Angles& b, double factor) {
  for (std::size_t j = 0; j < joints; ++j) a[j] += b[j] * factor;
}

Poses poses_at(const Angles& angles) {
  Poses poses{};
  for (std::size_t j = 0; j < joints; ++j) {
    poses[j].q = poses[j].q * Rotation2d::by(angles[j]);
    poses[j + 1] = {transform(poses[j], {1, 0}), poses[j].q};
  }
  return poses;
}

// A separation, its proven lower bound, and its derivatives by the angles.
struct Slope {
  double separation, lower;
  Angles by{};
};

// A joint rotates every part beyond it about itself: the part's origin moves, and the part turns.
Slope slope(const Poses& poses, std::size_t part, const SeparationGradient<double, 2>& g) {
  Slope s{g.separation.separation, g.separation.lower};
  for (std::size_t j = 0; j < joints && j <= part; ++j)
    s.by[j] = cross(poses[part].p - poses[j].p, g.b.translation) + g.b.rotation;
  return s;
}

// The shortest way to the goal, at most 0.02 radians a joint, bent until no clearance falls below 0.05.
Angles step(const Slope& goal, const std::vector<Slope>& obstacles) {
  double fastest = 0;
  for (const double rate : goal.by) fastest = std::max(fastest, std::abs(rate));
  Angles move{};
  add(move, goal.by, -std::min(goal.separation / dot(goal.by, goal.by), 0.02 / fastest));
  for (int pass = 0; pass < 30; ++pass) {
    for (const Slope& s : obstacles) {
      const double missing = 0.05 - (s.separation + dot(s.by, move));
      if (missing > 0) add(move, s.by, missing / dot(s.by, s.by));
    }
  }
  return move;
}

// Any convex shape is drawn the same way: its outline is what its support mapping finds all around.
void draw(std::ofstream& svg, const Placed<ShapeRef2d>& placed, const char* style) {
  svg << "<path style='" << style << "' d='";
  for (int i = 0; i < 64; ++i) {
    const Rotation2d turn = Rotation2d::by(0.0982 * i);  // 64 times that is one revolution
    const Vec2d d{turn.c, turn.s}, local = placed.shape.support(d).point + d * placed.shape.radius();
    const Vec2d p = transform(placed.pose, local);
    svg << (i == 0 ? 'M' : 'L') << 240 + int(100 * p.x) << ' ' << 400 - int(100 * p.y);
  }
  svg << "Z'/>\n";
}

int main() {
  const Capsule2d link{.a = {0, 0}, .b = {1, 0}, .radius = 0.12}, hand{.radius = 0.2};
  const ShapeRef2d parts[] = {link, link, link, link, link, hand};
  const Ball2d goal{.center = {3.3, -0.2}, .radius = 0.1}, pillar{.radius = 0.6};
  const Box2d shelf{.half = {0.9, 0.12}};
  const Ellipsoid2d rock{.radii = {0.8, 0.5}};
  const Placed<ShapeRef2d> obstacles[] = {place(ShapeRef2d(pillar), {.p = {2, 3}}),
                                          place(ShapeRef2d(shelf), {.p = {3.3, 0.75}, .q = Rotation2d::by(0.35)}),
                                          place(ShapeRef2d(rock), {.p = {1.9, -1}, .q = Rotation2d::by(0.3)})};
  std::ofstream svg("arm.svg");
  svg << "<svg xmlns='http://www.w3.org/2000/svg' width='720' height='560' viewBox='0 0 720 560'>\n"
         "<rect width='720' height='560' rx='12' fill='#fdfbf7'/>\n";
  for (const auto& obstacle : obstacles) draw(svg, obstacle, "fill:#e9e2f6;stroke:#8f7cc0");
  draw(svg, place(ShapeRef2d(goal), {}), "fill:#fbd9d3;stroke:#cb6f5c");

  Angles angles{2.7, -0.9, -0.8, -0.5, 0.9};
  double clearance =
      std::numeric_limits<double>::infinity();  // proven for every pose on the way; between poses, ask time_of_impact()
  for (int moves = 0; moves < 1000; ++moves) {
    const Poses poses = poses_at(angles);
    const Slope to_goal = slope(poses, joints, separation_gradient(goal, place(hand, poses[joints])));
    std::vector<Slope> to_obstacles;
    for (std::size_t part = 0; part <= joints; ++part) {
      for (const auto& obstacle : obstacles)
        to_obstacles.push_back(slope(poses, part, separation_gradient(obstacle, place(parts[part], poses[part]))));
    }
    for (const Slope& s : to_obstacles) clearance = std::min(clearance, s.lower);
    const bool there = to_goal.separation < 0.001;
    for (std::size_t part = 0; part <= joints && (there || moves % 12 == 0); ++part)
      draw(svg, place(parts[part], poses[part]), there ? "fill:#4a86bf" : "fill:#4a86bf;opacity:0.25");
    if (there) {
      std::printf("there after %d moves, never nearer than %g to an obstacle\n", moves, clearance);
      return svg << "</svg>\n" && clearance > 0.04 ? 0 : 1;
    }
    add(angles, step(to_goal, to_obstacles), 1);
  }
  return 1;
}
