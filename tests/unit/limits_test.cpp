/// The first table of docs/limits.md, as far as it is about C++: each cell is asked of the library.
#include <abut/abut.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace abut {
namespace {

/// The cells of each row of the table, by verb.
std::map<std::string, std::vector<std::string>> table() {
  std::ifstream page(ABUT_DOCS "/limits.md");
  std::map<std::string, std::vector<std::string>> rows;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("| `", 0) != 0) continue;
    std::vector<std::string> cells;
    for (std::size_t from = 2, to = 0; (to = line.find(" |", from)) != std::string::npos; from = to + 3)
      cells.push_back(line.substr(from, to - from));
    if (cells.size() == 9) rows[cells[0].substr(1, cells[0].size() - 2)] = cells;
  }
  return rows;
}

/// Accepts every kind of step.
struct AnyTrace {
  void operator()(const auto&) const {}
};

// One type per verb, called with a shape, the other operand, and what more the verb takes.
// NOLINTBEGIN(cppcoreguidelines-macro-usage): the name of a function can not be a template argument here.
#define ABUT_VERB(VERB, ...)                                                            \
  struct Ask_##VERB {                                                                   \
    static auto ask(const auto& a, [[maybe_unused]] const auto& b, const auto&... more) \
      requires requires { VERB(__VA_ARGS__); }                                          \
    {                                                                                   \
      return VERB(__VA_ARGS__);                                                         \
    }                                                                                   \
  };
ABUT_VERB(distance, a, b, more...)
ABUT_VERB(overlap, a, b, more...)
ABUT_VERB(separation, a, b, more...)
ABUT_VERB(penetration, a, b, more...)
ABUT_VERB(depth_along, a, b, Vec3d{0, 0, 1}, more...)
ABUT_VERB(contact, a, b, more...)
ABUT_VERB(separation_gradient, a, b, more...)
ABUT_VERB(closest_point, Vec3d{0, 0, 9}, a, more...)
ABUT_VERB(ray_cast, Ray3d{}, a, more...)
ABUT_VERB(shape_cast, a, Vec3d{0, 0, 9}, b, more...)
ABUT_VERB(aabb, a, more...)
ABUT_VERB(mass_properties, a, more...)
#undef ABUT_VERB
// NOLINTEND(cppcoreguidelines-macro-usage)

struct Ask_time_of_impact {
  static auto ask(const auto& a, const auto& b, const auto&... more)
    requires requires { time_of_impact(moving(a, Motion3d{}), b, more...); }
  {
    return time_of_impact(moving(a, Motion3d{}), b, more...);
  }
};

template <class Ask, class... Arguments>
concept Takes = requires(const Arguments&... arguments) { Ask::ask(arguments...); };

/// The name of the option by which the verb ends early.
template <class Options>
std::string limit_of() {
  if constexpr (requires(Options o) { o.cutoff; }) return "cutoff";
  if constexpr (requires(Options o) { o.margin; }) return "margin";
  if constexpr (requires(Options o) { o.max_t; }) return "max_t";
  return "no";
}

struct NoOptions {};

template <class Ask, class Options>
void expect_row(const std::string& verb) {
  const auto rows = table();
  ASSERT_EQ(rows.count(verb), 1U) << verb;
  const std::vector<std::string>& cells = rows.at(verb);
  const auto words = [](bool yes) { return yes ? "yes" : "no"; };
  EXPECT_EQ(cells[1], words(Takes<Ask, Box3d, Box3d>)) << verb;
  EXPECT_EQ(cells[5], words(Takes<Ask, HalfSpace3d, Box3d>)) << verb << " with a half-space";
  EXPECT_EQ(cells[6], words(requires(Options o) { o.cache; })) << verb << " with a cache";
  EXPECT_EQ(cells[7], words(Takes<Ask, Box3d, Box3d, Options, AnyTrace>)) << verb << " with a trace";
  EXPECT_EQ(cells[8], limit_of<Options>()) << verb;
}

/// Each answers a half-space, in either order where there are two operands.
template <class Ask>
void expect_answer() {
  const HalfSpace3d ground;
  const Box3d crate{.half = {1, 1, 1}};
  const auto there = place(crate, Pose3d{.p = {0, 0, 5}});
  const auto is_valid = [](const auto& r) {
    if constexpr (requires { r.status; }) {
      return r.status != Status::invalid_argument;
    } else if constexpr (requires { r.separation; }) {
      return r.separation.status != Status::invalid_argument;
    } else {
      return true;
    }
  };
  EXPECT_TRUE(is_valid(Ask::ask(ground, there)));
  EXPECT_TRUE(is_valid(Ask::ask(crate, ground)));
}

TEST(Limits, AreThoseOfTheTable) {
  EXPECT_EQ(table().size(), 13U);
  expect_row<Ask_distance, DistanceOptions3d>("distance");
  expect_row<Ask_overlap, OverlapOptions3d>("overlap");
  expect_row<Ask_separation, SeparationOptions3d>("separation");
  expect_row<Ask_penetration, PenetrationOptions3d>("penetration");
  expect_row<Ask_depth_along, DepthAlongOptions3d>("depth_along");
  expect_row<Ask_contact, ContactOptions3d>("contact");
  expect_row<Ask_separation_gradient, SeparationOptions3d>("separation_gradient");
  expect_row<Ask_closest_point, DistanceOptions3d>("closest_point");
  expect_row<Ask_ray_cast, RayCastOptions3d>("ray_cast");
  expect_row<Ask_shape_cast, ShapeCastOptions3d>("shape_cast");
  expect_row<Ask_time_of_impact, TimeOfImpactOptions3d>("time_of_impact");
  expect_row<Ask_aabb, NoOptions>("aabb");
  expect_row<Ask_mass_properties, NoOptions>("mass_properties");
}

TEST(Limits, EveryVerbAnswersAHalfSpace) {
  expect_answer<Ask_distance>();
  expect_answer<Ask_overlap>();
  expect_answer<Ask_separation>();
  expect_answer<Ask_penetration>();
  expect_answer<Ask_depth_along>();
  expect_answer<Ask_contact>();
  expect_answer<Ask_separation_gradient>();
  expect_answer<Ask_closest_point>();
  expect_answer<Ask_ray_cast>();
  expect_answer<Ask_shape_cast>();
  expect_answer<Ask_time_of_impact>();
  expect_answer<Ask_aabb>();
}

}  // namespace
}  // namespace abut
