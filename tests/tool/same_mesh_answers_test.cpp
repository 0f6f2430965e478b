/// Meshes as operands of a record: the answers are those of the library, bit by bit.
#include "mesh/soups.hpp"
#include "tool/answer.hpp"
#include "tool/bodies.hpp"
#include "unit/spaces.hpp"

#include <abut/solid.hpp>

#include <optional>

namespace abut::test {
namespace {

template <class S>
struct SameMeshAnswers : ::testing::Test {
  using T = typename S::T;
  static constexpr int D = S::D;
  Random random{9};

  Pose<T, D> pose(double width) {
    Pose<T, D> r;
    r.p = random.vec<T, D>(width);
    const auto q = random.vec<T, 3>(1);
    if constexpr (D == 2) {
      r.q = {q.x, q.y};
    } else {
      r.q = {q.x, q.y, q.z, T(0.5)};
    }
    return r;
  }

  /// A mesh of a record, with its pose.
  struct Written {
    Mesh<T, D> mesh;
    std::string members;
    std::optional<Pose<T, D>> pose;

    std::string fields(char name) const {
      const std::string at = pose ? fmt::format(R"(,"pose_{}":{})", name, json(*pose)) : "";
      return fmt::format(R"("{}":{}{})", name, members, at);
    }
    /// f of what the library takes.
    template <class F>
    auto visit(F f) const {
      return pose ? f(place(mesh, *pose)) : f(mesh);
    }
  };

  static Written written(const Soup<T, D>& soup) {
    std::string vertices, parts;
    for (const auto& v : soup.vertices) vertices += (vertices.empty() ? "" : ",") + json(v);
    for (const auto& part : soup.parts) parts += fmt::format("{}[{}]", parts.empty() ? "" : ",", fmt::join(part, ","));
    return {soup.mesh(),
            fmt::format(R"({{"vertices":[{}],"{}":[{}]}})", vertices, D == 2 ? "segments" : "triangles", parts),
            {}};
  }

  static Answer answer(const char* op, const std::string& fields) {
    return Answer::to<T>(fmt::format(R"({{"op":"{}","dim":{},{}}})", op, D, fields));
  }

  template <class Result>
  static void expect_parts(Answer& answer, const Result& r) {
    answer.expect_text("status", to_string(r.status));
    answer.expect("iterations", r.iterations);
    answer.expect_lower("lower", double(r.lower));
    answer.expect_upper("upper", double(r.upper));
    answer.expect("part_a", double(r.part_a));
    answer.expect("part_b", double(r.part_b));
  }

  /// Of the verbs about two operands, given as f(query) and as fields.
  template <class Ask>
  static void expect_pair(const std::string& fields, Ask ask) {
    auto measured = answer("distance", fields);
    const CompositeDistance<T, D> d = ask([](const auto& a, const auto& b) { return distance(a, b); });
    expect_parts(measured, d);
    measured.expect("distance", double(d.distance));
    measured.expect("point_a", d.point_a);
    measured.expect("point_b", d.point_b);
    measured.expect("normal", d.normal);
    auto met = answer("overlap", fields);
    const CompositeOverlap<T, D> o = ask([](const auto& a, const auto& b) { return overlap(a, b); });
    expect_parts(met, o);
    met.expect_truth("overlap", o.overlap);
    met.expect_truth("apart", o.apart);
    met.expect_if(o.apart, "axis", o.axis);
    met.expect_if(o.overlap, "point", o.point);
  }
};

TYPED_TEST_SUITE(SameMeshAnswers, Spaces);

TYPED_TEST(SameMeshAnswers, BesideShapesHalfSpacesAndMeshes) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  auto mesh = this->written(dented_ball<T, D>(5, 0.25));
  auto other = this->written(dented_ball<T, D>(4, 0.5));
  for (Body<T, D> body : bodies<T, D>()) {
    for (const double width : {0.5, 3.0}) {
      const auto a_first = [&](auto verb) {
        return mesh.visit([&](const auto& a) { return body.visit([&](const auto& b) { return verb(a, b); }); });
      };
      const auto b_first = [&](auto verb) {
        return body.visit([&](const auto& a) { return mesh.visit([&](const auto& b) { return verb(a, b); }); });
      };
      this->expect_pair(mesh.fields('a') + "," + body.fields('b'), a_first);
      this->expect_pair(body.fields('a') + "," + mesh.fields('b'), b_first);
      (width < 1 ? mesh.pose : body.pose) = this->pose(width);
    }
    mesh.pose = {};
  }
  for (int i = 0; i < 4; ++i) {
    this->expect_pair(mesh.fields('a') + "," + other.fields('b'), [&](auto verb) {
      return mesh.visit([&](const auto& a) { return other.visit([&](const auto& b) { return verb(a, b); }); });
    });
    (i % 2 == 0 ? other.pose : mesh.pose) = this->pose(2);
  }
}

TYPED_TEST(SameMeshAnswers, ClosestPoint) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  auto mesh = this->written(dented_ball<T, D>(5, 0.25));
  for (int i = 0; i < 20; ++i) {
    const auto q = this->random.template vec<T, D>(2);
    auto answer = this->answer("closest_point", fmt::format(R"({},"point":{})", mesh.fields('a'), json(q)));
    const CompositeClosestPoint<T, D> r = mesh.visit([&](const auto& body) { return closest_point(q, body); });
    answer.expect_text("status", to_string(r.status));
    answer.expect("distance", double(r.distance));
    answer.expect_lower("lower", double(r.lower));
    answer.expect_upper("upper", double(r.upper));
    answer.expect("point", r.point);
    answer.expect_if(!r.inside, "normal", r.normal);
    answer.expect("part", double(r.part));
    mesh.pose = this->pose(1);
  }
}

TYPED_TEST(SameMeshAnswers, RayCast) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  auto mesh = this->written(dented_ball<T, D>(5, 0.25));
  for (int i = 0; i < 20; ++i) {
    const Ray<T, D> ray{this->random.template vec<T, D>(2), this->random.template vec<T, D>(1)};
    const auto fields =
        fmt::format(R"({},"origin":{},"direction":{})", mesh.fields('a'), json(ray.origin), json(ray.direction));
    auto answer = this->answer("ray_cast", fields + R"(,"max_t":8)");
    const CompositeRayCast<T, D> r = mesh.visit([&](const auto& body) { return ray_cast(ray, body, {.max_t = T(8)}); });
    answer.expect_text("status", to_string(r.status));
    answer.expect_truth("hit", r.hit);
    answer.expect_truth("miss", r.miss);
    answer.expect_if(r.hit, "t", double(r.t));
    answer.expect_lower("t_safe", double(r.t_safe));
    answer.expect_if(r.hit, "point", r.point);
    answer.expect_if(r.hit, "part", double(r.part));
    answer.expect_if(r.hit, "barycentric", r.barycentric);
    mesh.pose = this->pose(1);
  }
}

TYPED_TEST(SameMeshAnswers, ShapeCast) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  auto mesh = this->written(dented_ball<T, D>(5, 0.25));
  for (const Body<T, D>& body : bodies<T, D>()) {
    mesh.pose = this->pose(3);
    const auto way = this->random.template vec<T, D>(6);
    auto answer = this->answer("shape_cast",
                               fmt::format(R"({},{},"translation":{})", mesh.fields('a'), body.fields('b'), json(way)));
    const CompositeShapeCast<T, D> r =
        mesh.visit([&](const auto& a) { return body.visit([&](const auto& b) { return shape_cast(a, way, b); }); });
    answer.expect_text("status", to_string(r.status));
    answer.expect_truth("hit", r.hit);
    answer.expect_truth("miss", r.miss);
    answer.expect_if(r.hit, "t", double(r.t));
    answer.expect_lower("t_safe", double(r.t_safe));
    answer.expect_if(r.hit, "point_a", r.point_a);
    answer.expect_if(r.hit, "normal", r.normal);
    answer.expect_if(r.hit, "part_a", double(r.part_a));
    answer.expect_if(r.hit, "part_b", double(r.part_b));
  }
}

TYPED_TEST(SameMeshAnswers, Solids) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Soup<T, D> soup;
  if constexpr (D == 2) {
    soup = dented_ball<T, D>(5, 0.25);
  } else {
    soup = cube<T>();
  }
  auto mesh = this->written(soup);
  const auto solid = Solid<T, D>::from(mesh.mesh);
  ASSERT_TRUE(solid);
  mesh.members.insert(1, R"("solid":true,)");
  const Ball<T, D> ball{{}, T(0.125)};
  for (int i = 0; i < 10; ++i) {
    const Pose<T, D> at = this->pose(1);
    const auto fields =
        fmt::format(R"({},"b":{{"shape":"ball","radius":0.125}},"pose_b":{})", mesh.fields('a'), json(at));
    this->expect_pair(fields, [&](auto verb) {
      return mesh.pose ? verb(place(*solid, *mesh.pose), place(ball, at)) : verb(*solid, place(ball, at));
    });
    mesh.pose = this->pose(0.5);
  }
}

}  // namespace
}  // namespace abut::test
