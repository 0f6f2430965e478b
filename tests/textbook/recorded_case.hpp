/// The recorded cases of tests/cases as support functions with the truth beside them, for the programs of
/// examples/textbook. Their fields are those of tests/cases/MANIFEST.md and tests/cases/field/MANIFEST.md.
#pragma once

#include "examples/textbook/vec.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace textbook::test {

/// Where a body is at a time: a point of it goes to rotation * p + position.
struct Placement {
  Vec3 position;
  Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};  // the axes of the body

  Vec3 to_world(Vec3 p) const { return position + p.x * x + p.y * y + p.z * z; }
  Vec3 to_body(Vec3 d) const { return {dot(d, x), dot(d, y), dot(d, z)}; }
};

/// Cases of the plane lie in z = 0.
struct Body {
  std::vector<Vec3> points;  // of a hull; empty for other shapes
  double radius = 0;
  std::function<Vec3(Vec3)> support;           // at rest, or in the body's frame if it moves
  std::function<Placement(double)> placement;  // if it moves
  Vec3 velocity;
  double angular_speed = 0;
};

/// Signed distances: negative is minus the depth.
struct Truth {
  double separation = 0;
  double size = 0;  // of the Minkowski difference, seen from the origin: errors are parts of it
};

struct MotionTruth {
  std::optional<double> earliest,
      latest;  // of the hit; without `earliest` there is none, without `latest` it is optional
  double target = 0, target_tolerance = 0;
};

struct RecordedCase {
  std::string name;  // the file and the id
  int dimension = 3;
  bool curved = false;
  Body a, b;
  bool moves = false;
  bool translates = false;  // A moves along a line, and nothing turns
  Truth truth;              // of bodies at rest
  MotionTruth motion;       // of bodies that move
};

/// All cases but those of hulls to be built.
std::vector<RecordedCase> read_recorded_cases();

/// Those of bodies at rest, with every length multiplied. By a power of two that is exact, and so the truth is.
std::vector<RecordedCase> scaled(const std::vector<RecordedCase>& cases, double factor);

}  // namespace textbook::test
