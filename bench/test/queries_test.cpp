/// The queries of the benchmark are what their rows say.
#include "reference/depth_reference.hpp"
#include "reference/ray_reference.hpp"
#include "reference/truths.hpp"
#include "workload/hull_faces.hpp"
#include "workload/rows.hpp"

#include "oracle/judge/depth_judge.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <set>
#include <stdexcept>

namespace {

using namespace bench;

constexpr int few = 40;

TEST(BenchRows, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const Row& row : rows()) EXPECT_TRUE(names.insert(row.name).second) << row.name;
}

TEST(BenchRows, AreChosenByAPartOfTheirNames) {
  EXPECT_EQ(rows_containing("").size(), rows().size());
  EXPECT_EQ(rows_containing("scale-").size(), 2U);
  EXPECT_EQ(rows_containing("rods", depth_rows()).size(), 1U);
  EXPECT_TRUE(rows_containing("no such row").empty());
}

double squared_length(const abut::Rotation2f& q) { return double(q.c) * q.c + double(q.s) * q.s; }
double squared_length(const abut::Rotation3f& q) {
  return double(q.w) * q.w + double(q.x) * q.x + double(q.y) * q.y + double(q.z) * q.z;
}

/// Four float roundings of numbers below 1 change a squared length by less than 4 eps.
template <int D>
void expect_unit_rotations(const Workload<D>& w) {
  for (const auto& q : w.queries) {
    EXPECT_NEAR(squared_length(q.pose_a.q), 1, 4 * 0x1p-23);
    EXPECT_NEAR(squared_length(q.pose_b.q), 1, 4 * 0x1p-23);
  }
}

/// Poses are rounded to float: positions by 2^-24 of their largest coordinate, rotations by about as much of the size.
template <int D>
double rounding(const Row& row, const Truth& truth) {
  return 8 * 0x1p-24 * (row.offset * row.scale + 20 * truth.size);
}

template <int D>
void expect_gaps(const Row& row) {
  // Rows with other questions are arranged as those of distances are.
  const Workload<D> w = make_workload<D>(row, row.question == Question::distance ? few : few / 5);
  expect_unit_rotations(w);
  for (const Truth& t : certified_distances(w)) {
    EXPECT_LE(t.width, certified_width * t.distance);
    switch (row.arrangement) {
      case Arrangement::overlapping:
      case Arrangement::resting:
      case Arrangement::stacked: EXPECT_EQ(t.distance, 0); break;
      case Arrangement::frames:
        EXPECT_GT(t.distance, 0.01 * t.size);
        EXPECT_LT(t.distance, t.size);
        break;
      default:
        if (row.gap < 0) {
          EXPECT_EQ(t.distance, 0);
          break;
        }
        EXPECT_NEAR(t.distance, row.gap * t.size, rounding<D>(row, t) + row.gap * t.size * 1e-6);
    }
  }
}

TEST(BenchWorkloads, KeepTheirGaps) {
  for (const Row& row : rows()) {
    if (row.warm || row.points > 256) continue;  // warm rows repeat the cold ones; larger hulls only take longer
    if (row.question == Question::ray) continue;
    SCOPED_TRACE(row.name);
    row.dimension == 2 ? expect_gaps<2>(row) : expect_gaps<3>(row);
  }
}

TEST(BenchWorkloads, AreTheSameTwiceAndWarmAsCold) {
  for (const char* name : {"hull32-frames", "box-contact-frames"}) {
    SCOPED_TRACE(name);
    const auto cold = make_workload<3>(rows_containing(std::string(name) + "-cold").at(0), few);
    const auto warm = make_workload<3>(rows_containing(std::string(name) + "-warm").at(0), few);
    EXPECT_FALSE(cold.warm);
    EXPECT_TRUE(warm.warm);
    ASSERT_EQ(cold.queries.size(), warm.queries.size());
    for (std::size_t i = 0; i < cold.queries.size(); ++i) {
      EXPECT_EQ(cold.queries[i].a, warm.queries[i].a);
      EXPECT_EQ(cold.queries[i].pose_b.p, warm.queries[i].pose_b.p);
    }
  }
}

/// The cosine of the angle between the last axes of both boxes.
double cosine_of_tilt(const Query<3>& q) {
  const auto z = [](const abut::Pose3f& pose) { return abut::rotate(widened(pose).q, abut::Vec3d{0, 0, 1}); };
  return dot(z(q.pose_a), z(q.pose_b));
}

TEST(BenchWorkloads, BoxesRestOnAFace) {
  for (const Row& row : rows_containing("box-contact")) {
    if (row.arrangement != Arrangement::resting && row.arrangement != Arrangement::stacked) continue;
    SCOPED_TRACE(row.name);
    const auto w = make_workload<3>(row, 4 * few);
    const auto truths = truths_of(row, w);
    for (std::size_t i = 0; i < truths.size(); ++i) {
      EXPECT_GE(cosine_of_tilt(w.queries[i]), 1 - 1e-6);  // rotations are rounded: 2^-10 radians, and a little
      EXPECT_LE(truths[i].distance, -0.9e-3);
      EXPECT_GE(truths[i].distance, -2.1e-2);
    }
  }
}

TEST(BenchWorkloads, RaysBeginOutsideAndMostMeet) {
  for (const Row& row : rows_containing("-ray")) {
    SCOPED_TRACE(row.name);
    const auto w = make_workload<2>(row, 400);
    int hits = 0;
    for (const Truth& t : truths_of(row, w)) {
      EXPECT_GT(t.distance, 0);
      hits += std::isfinite(t.distance) ? 1 : 0;
    }
    EXPECT_GT(hits, 300);
    EXPECT_LT(hits, 400);
  }
}

TEST(BenchWorkloads, MoveLittleFromFrameToFrame) {
  const auto w = make_workload<3>(rows_containing("box-frames-cold").at(0), 640);
  for (std::size_t i = w.pairs; i < w.queries.size(); ++i) {
    const auto &before = w.queries[i - w.pairs], &now = w.queries[i];
    EXPECT_EQ(before.a, now.a);
    EXPECT_EQ(before.b, now.b);
    const abut::Vec3f step = now.pose_a.p - before.pose_a.p;
    EXPECT_LT(std::sqrt(abut::norm_squared(step)), 0.04F);  // 1 % of a size of at most 2 sqrt 3
  }
}

Pool<3> one_box(const abut::Vec3f& half) {
  Shape<3> box;
  box.half = half;
  return {Form::box, {box}};
}

Pool<3> one_round(Form form, float radius, float half_height) {
  Shape<3> shape;
  shape.radius = radius;
  shape.half_height = half_height;
  return {form, {shape}};
}

Workload<3> two_boxes(const abut::Vec3f& at) {
  Workload<3> w;
  w.a = one_box({1, 1, 1});
  w.b = one_box({0.5F, 0.5F, 0.5F});
  w.queries = {{0, 0, {}, {at, {}}}};
  return w;
}

TEST(BenchReference, KnowsBoxes) {
  EXPECT_EQ(certified_distances(two_boxes({4, 0, 0}))[0].distance, 2.5);      // face to face
  EXPECT_EQ(certified_distances(two_boxes({4.5F, 5.5F, 0}))[0].distance, 5);  // edge to edge: 3, 4
  EXPECT_EQ(certified_distances(two_boxes({2, 0.25F, 1}))[0].distance, 0.5);
  EXPECT_EQ(certified_distances(two_boxes({1, 0.25F, 1}))[0].distance, 0);
}

TEST(BenchReference, KnowsDepths) {
  EXPECT_EQ(true_depths(two_boxes({1.25F, 0.5F, 0}))[0].distance, 0.25);
  EXPECT_EQ(true_depths(two_boxes({0, 0.5F, 0}))[0].distance, 1);
  EXPECT_THROW(static_cast<void>(true_depths(two_boxes({4, 0, 0}))), std::runtime_error);
}

/// All separating axes of two boxes, compared with the same in 113 bits; this also tests how rows are pushed in.
TEST(BenchReference, DepthsAreThoseOfTheJudge) {
  for (const Row& row : depth_rows()) {
    SCOPED_TRACE(row.name);
    if (row.form_a != Form::box) continue;
    const auto w = make_workload<3>(row, few);
    const auto truths = true_depths(w);
    for (std::size_t i = 0; i < truths.size(); ++i) {
      const auto& q = w.queries[i];
      const auto corners = [](const abut::Vec3f& h) {
        std::vector<abut::Vec3f> r;
        for (int k = 0; k < 8; ++k) r.push_back({k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z});
        return r;
      };
      const auto a = oracle::body<float, 3>(corners(w.a.shapes[q.a].half), q.pose_a);
      const auto b = oracle::body<float, 3>(corners(w.b.shapes[q.b].half), q.pose_b);
      EXPECT_NEAR(truths[i].distance, -oracle::narrow(oracle::DepthJudge<3>(a, b).separation()),
                  1e-15 * truths[i].size);
    }
  }
}

TEST(BenchReference, DepthsOfPolygonsAreThoseOfTheJudge) {
  for (const Row& row : rows_containing("-contact-overlap")) {
    SCOPED_TRACE(row.name);
    const auto w = make_workload<2>(row, few);
    const auto truths = truths_of(row, w);
    for (std::size_t i = 0; i < truths.size(); ++i) {
      const auto& q = w.queries[i];
      const auto a = oracle::body<float, 2>(w.a.shapes[q.a].points, q.pose_a);
      const auto b = oracle::body<float, 2>(w.b.shapes[q.b].points, q.pose_b);
      EXPECT_NEAR(truths[i].distance, oracle::narrow(oracle::DepthJudge<2>(a, b).separation()), 1e-15 * truths[i].size);
    }
  }
}

TEST(BenchReference, KnowsRays) {
  Shape<2> square;
  square.points = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  Workload<2> w;
  w.a = w.b = {Form::hull, {square}};
  const auto ray = [&](const abut::Vec2f& from, const abut::Vec2f& direction) {
    w.queries = {{0, 0, {from, {}}, {{2, 0}, {}}, direction}};
    return true_rays(w)[0].distance;
  };
  EXPECT_EQ(ray({0, 0}, {2, 0}), 0.5);          // through a side
  EXPECT_EQ(ray({0, 0}, {1, 0}), 1);            // ends on it
  EXPECT_EQ(ray({0, 0}, {0.5F, 0}), INFINITY);  // ends before it
  EXPECT_EQ(ray({0, 0}, {-2, 0}), INFINITY);
  EXPECT_EQ(ray({0, 1}, {2, 0}), 0.5);  // along an edge
  EXPECT_EQ(ray({0, 2}, {2, 0}), INFINITY);
  EXPECT_EQ(ray({0, 2}, {2, -2}), 0.5);  // at a corner
}

TEST(BenchReference, KnowsBallsAndTriangles) {
  Workload<3> w;
  w.a = one_round(Form::ball, 0.5F, 0);
  Shape<3> triangle;
  triangle.points = {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};
  w.b = {Form::triangle, {triangle}};
  w.queries = {{0, 0, {}, {{0, 0, 2}, {}}}, {0, 0, {}, {{0, 4, 0}, {}}}, {0, 0, {}, {{0, 0, 0.25F}, {}}}};
  const auto truths = certified_distances(w);
  EXPECT_EQ(truths[0].distance, 1.5);
  EXPECT_EQ(truths[1].distance, 2.5);
  EXPECT_EQ(truths[2].distance, 0);
}

TEST(BenchReference, KnowsCapsulesAndCylinders) {
  Workload<3> w;
  w.a = one_round(Form::capsule, 0.25F, 1);
  w.b = w.a;
  w.queries = {{0, 0, {}, {{3, 4, 0.5F}, {}}}, {0, 0, {}, {{0.25F, 0, 0.5F}, {}}}};
  EXPECT_EQ(certified_distances(w)[0].distance, 4.5);
  EXPECT_EQ(certified_distances(w)[1].distance, 0);
  w.a.form = Form::cylinder;
  w.b = one_box({1, 1, 1});
  w.queries = {{0, 0, {}, {{0.5F, 0, 5}, {}}}};
  const Truth t = certified_distances(w)[0];
  EXPECT_NEAR(t.distance, 3, t.width);
}

/// The judge of the property tests searches on its own.
TEST(BenchReference, AgreesWithTheJudge) {
  const auto w = make_workload<3>(rows_containing("hull32-gap-0.0001").at(0), few);
  const auto truths = certified_distances(w);
  for (std::size_t i = 0; i < truths.size(); ++i) {
    const auto& q = w.queries[i];
    const auto a = oracle::body<float, 3>(w.a.shapes[q.a].points, q.pose_a);
    const auto b = oracle::body<float, 3>(w.b.shapes[q.b].points, q.pose_b);
    const auto judged = oracle::distance(a, b);
    ASSERT_TRUE(judged.closed);
    EXPECT_NEAR(truths[i].distance, oracle::narrow(judged.upper), certified_width * truths[i].distance);
  }
}

TEST(BenchHullFaces, HaveEveryPointBehindThem) {
  const auto w = make_workload<3>(rows_containing("hull32-gap-1").at(0), 1);
  for (const auto& shape : w.a.shapes) {
    const auto& points = shape.points;
    const auto faces = hull_faces(points);
    EXPECT_EQ(faces.size(), 2 * points.size() - 4);  // Euler's formula, all of them triangles
    for (const auto& f : faces) {
      const auto at = [&](int k) {
        return abut::detail::widen(points[static_cast<std::size_t>(f[static_cast<std::size_t>(k)])]);
      };
      const abut::Vec3d n = cross(at(1) - at(0), at(2) - at(0));
      for (const auto& p : points) EXPECT_LE(dot(n, abut::detail::widen(p) - at(0)), 1e-12);
    }
  }
}

}  // namespace
