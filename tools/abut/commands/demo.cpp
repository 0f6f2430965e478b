#include "commands/demo.hpp"

#include "io/decimal.hpp"
#include "io/standard_output.hpp"
#include "io/table.hpp"
#include "picture/demo.hpp"
#include "shared/whole_file.hpp"

#include <abut/abut.hpp>

#include <fmt/format.h>
#include <cmath>
#include <numbers>
#include <utility>

namespace abut::tool {

using shared::write_whole_file;

namespace {

template <Scalar T, int D>
std::string kind() {
  return fmt::format("{}D {}", D, std::same_as<T, float> ? "float" : "double");
}

template <Shape A, Shape B>
void add_distance(Table& table, const char* question, const A& a, const B& b) {
  const auto r = distance(a, b);
  table.add({question, kind<ScalarOf<A>, abut::dimension_of<A>>(), fmt::format("{:.7g}", r.distance),
             interval(r.lower, r.upper), to_string(r.status), fmt::format("{}", r.iterations)});
}

/// An ellipse as a custom shape: its support function is all that a query needs.
Vec2d support_of_ellipse(Vec2d d) {
  const Vec2d half{2, 1};
  const double length = std::hypot(half.x * d.x, half.y * d.y);
  return length > 0 ? Vec2d{half.x * half.x * d.x / length, half.y * half.y * d.y / length} : Vec2d{half.x, 0};
}

void add_distances_3d(Table& table) {
  const Box3f crate{.half = {1, 1, 1}};
  const Capsule3f arm{.a = {0, 0, -1}, .b = {0, 0, 1}, .radius = 0.25f};
  add_distance(table, "a box and a capsule", crate, place(arm, Pose3f{.p = {3, 0, 0}}));
  const Box3d box{.half = {1, 1, 1}};
  const Capsule3d rod{.a = {0, 0, -1}, .b = {0, 0, 1}, .radius = 0.25};
  add_distance(table, "the same in double", box, place(rod, Pose3d{.p = {3, 0, 0}}));
  add_distance(table, "two boxes that touch", box, place(box, Pose3d{.p = {2, 0, 0}}));
  add_distance(table, "two boxes that overlap", box, place(box, Pose3d{.p = {1, 1, 0}}));
  const auto tilted = Rotation3d::about({1, 1, 0}, 0.5);
  add_distance(table, "a box and a turned box", box, place(box, Pose3d{.p = {3, 2, 1}, .q = tilted}));
  const Tetrahedron3d tetrahedron{.a = {0, 0, 0}, .b = {1, 0, 0}, .c = {0, 1, 0}, .d = {0, 0, 1}};
  add_distance(table, "a tetrahedron and a ball", tetrahedron, Ball3d{.center = {1, 1, 1}, .radius = 0.5});
  const Vec3f cloud[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  const auto octahedron = *PointSet3f::from(cloud);
  const Triangle3f triangle{.a = {2, 2, 0}, .b = {2, 0, 2}, .c = {0, 2, 2}};
  add_distance(table, "a point set and a triangle", octahedron, triangle);
}

void add_distances_2d(Table& table) {
  const auto house = *Polygon2f::from({{0, 0}, {2, 0}, {2, 1.5f}, {1, 2.5f}, {0, 1.5f}});
  add_distance(table, "a polygon and a disc", house, Ball2f{.center = {4, 3}, .radius = 1});
  const Box2d square{.half = {1, 1}};
  const Pose2d corner_first{.p = {4, 0}, .q = Rotation2d::by(std::numbers::pi / 4)};
  add_distance(table, "a square and a turned square", square, place(square, corner_first));
  add_distance(table, "a square and your own ellipse", place(square, Pose2d{.p = {3, 3}}),
               custom<Vec2d>(support_of_ellipse));
  const Box2f speck{.half = {1e-6f, 1e-6f}};
  add_distance(table, "two specks of size 1e-6", speck, place(speck, Pose2f{.p = {3e-6f, 0}}));
  const Pose2f here{.p = {1e4f, 1e4f}}, there{.p = {1e4f + 4, 1e4f + 3}};
  const Box2f tile{.half = {1, 1}};
  add_distance(table, "two squares far out, at 1e4", place(tile, here), place(tile, there));
}

std::string coordinates(const auto& v, int dimension) {
  std::string text;
  for (int i = 0; i < dimension; ++i) text += fmt::format("{}{:.6g}", i == 0 ? "(" : ", ", v[i]);
  return text + ")";
}

/// "edge bc": the vertices whose bits are set.
std::string feature(unsigned region, bool inside) {
  if (inside) return "inside";
  std::string vertices;
  for (unsigned i = 0; i < 4; ++i) {
    if ((region >> i & 1U) != 0) vertices += static_cast<char>('a' + i);
  }
  const char* const kinds[] = {"nothing", "vertex", "edge", "face"};
  return fmt::format("{} {}", kinds[vertices.size() & 3U], vertices);
}

template <Scalar T, int D, int N>
void add_closest(Table& table, const char* question, const ClosestOnSimplex<T, D, N>& r) {
  table.add({question, kind<T, D>(), coordinates(r.point, D), feature(r.region, r.inside), coordinates(r.weight, N),
             "closed form"});
}

template <Scalar T, int D>
void add_closest(Table& table, const char* question, const ClosestPoint<T, D>& r) {
  table.add({question, kind<T, D>(), coordinates(r.point, D), r.inside ? "inside" : "surface",
             interval(r.lower, r.upper), to_string(r.status)});
}

void add_closest_points(Table& table) {
  const Segment2f segment{.a = {0, 0}, .b = {4, 0}};
  add_closest(table, "a segment to (1, 2)", closest_point_on_simplex(Vec2f{1, 2}, segment));
  add_closest(table, "a segment to (5, 1)", closest_point_on_simplex(Vec2f{5, 1}, segment));
  const Triangle3d triangle{.a = {3, 0, 0}, .b = {0, 3, 0}, .c = {0, 0, 3}};
  add_closest(table, "a triangle to (0, 0, 0)", closest_point_on_simplex(Vec3d{0, 0, 0}, triangle));
  const Tetrahedron3d tetrahedron{.a = {0, 0, 0}, .b = {4, 0, 0}, .c = {0, 4, 0}, .d = {0, 0, 4}};
  add_closest(table, "a tetrahedron to (3, 3, 0)", closest_point_on_simplex(Vec3d{3, 3, 0}, tetrahedron));
  add_closest(table, "a tetrahedron to (1, 1, 1)", closest_point_on_simplex(Vec3d{1, 1, 1}, tetrahedron));
  add_closest(table, "a box to (3, 2, 0)", closest_point(Vec3f{3, 2, 0}, Box3f{.half = {1, 1, 1}}));
  const Capsule2d capsule{.a = {0, 0}, .b = {2, 0}, .radius = 0.5};
  add_closest(table, "a capsule to (5, 4)", closest_point(Vec2d{5, 4}, capsule));
}

/// Overlap, depth, exit direction and contact points of shapes that touch or overlap.
void add_contacts(Table& table) {
  const Box3d box{.half = {1, 1, 1}};
  const Pose3d beside{.p = {1.75, 0.5, 0}}, turned{.p = {1.5, 1, 0.5}, .q = Rotation3d::about({1, 1, 0}, 0.5)};
  for (const auto& [question, pose] :
       {std::pair{"a box in the side of another", beside}, std::pair{"a turned box in it", turned}}) {
    const auto b = place(box, pose);
    const auto met = overlap(box, b);
    const auto deep = penetration(box, b);
    table.add({question, kind<double, 3>(),
               met.overlap ? "yes"
               : met.apart ? "no"
                           : "open",
               interval(deep.lower, deep.upper), coordinates(deep.normal, 3),
               fmt::format("{}", contact(box, b).count)});
  }
  const HalfSpace3d ground{.normal = {0, 0, 1}, .offset = 0};
  const auto sunk = place(box, Pose3d{.p = {0, 0, 0.75}});
  const auto deep = penetration(ground, sunk);
  table.add({"a box in the ground", kind<double, 3>(), overlap(ground, sunk).overlap ? "yes" : "no",
             interval(deep.lower, deep.upper), coordinates(deep.normal, 3),
             fmt::format("{}", contact(ground, sunk).count)});
}

}  // namespace

int demo(const DemoOptions& options) {
  Table distances(
      {{"how far apart are"}, {"in"}, {"distance"}, {"the true distance lies in"}, {"status"}, {"steps", true}});
  add_distances_3d(distances);
  add_distances_2d(distances);
  Table points({{"which point is nearest, of"},
                {"in"},
                {"point"},
                {"on"},
                {"weights, or the true distance lies in"},
                {"status"}});
  add_closest_points(points);
  Table contacts({{"do they meet"}, {"in"}, {"answer"}, {"the true depth lies in"}, {"way out"}, {"contacts", true}});
  add_contacts(contacts);
  // The tables first: they are the answer, whatever happens to the picture.
  print(fmt::format("\n{}\n{}\n{}\n", distances.text(), points.text(), contacts.text()));
  try {
    write_whole_file(options.output, demo_picture());
  } catch (const Failure& e) {
    fmt::print(stderr, "abut: warning: there is no picture: {}\n", e.what());
    return 2;
  }
  print(fmt::format("  picture: {}\n", options.output));
  return 0;
}

}  // namespace abut::tool
