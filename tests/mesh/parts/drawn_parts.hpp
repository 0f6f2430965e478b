/// Compounds and clouds of a few parts, beside what the judge of 113 bits takes them for.
#pragma once

#include "mesh/judge.hpp"

#include <abut/compound.hpp>
#include <abut/points.hpp>
#include <abut/solid.hpp>

namespace abut::test {

/// The body moved once more, in 113 bits.
template <Scalar T, int D>
oracle::Body<D> at_pose(oracle::Body<D> body, const Pose<T, D>& pose) {
  const oracle::Matrix<D> m = oracle::matrix(pose.q);
  for (auto& p : body.points) p = m * p + oracle::exact(pose.p);
  return body;
}

/// A part of a body: its parts, one of a shape; and if it is a body the radius by which that is inflated, which is left
/// out of them: its sum with a radius of the whole is rounded.
template <Scalar T, int D>
struct JudgedPart {
  JudgedParts<D> parts;
  T radius = 0;
};
template <Scalar T, int D>
using JudgedBody = std::vector<JudgedPart<T, D>>;

/// The parts of the parts in the world, every one larger by a radius.
template <Scalar T, int D>
std::vector<JudgedParts<D>> at_pose(const JudgedBody<T, D>& body, const Pose<T, D>* pose, T radius) {
  std::vector<JudgedParts<D>> all;
  for (const auto& [parts, own] : body) {
    auto& there = all.emplace_back(parts);
    for (auto& part : there) {
      if (pose != nullptr) part = at_pose(part, *pose);
      part.radius = part.radius + oracle::Real(static_cast<T>(own + radius));
    }
  }
  return all;
}

template <int D>
JudgedParts<D> flattened(const std::vector<JudgedParts<D>>& body) {
  JudgedParts<D> all;
  for (const auto& parts : body) all.insert(all.end(), parts.begin(), parts.end());
  return all;
}

/// What is drawn of a family; a shape for short is the hull of `points` with a radius.
template <Scalar T, int D>
class PartDrawer {
 public:
  PartDrawer(oracle::Random& random, Family family) : random_(random), family_(family) {}

  Vec<T, D> vertex() { return vertex_of<T, D>(random_, family_); }
  Pose<T, D> pose() { return pose_of<T, D>(random_, family_); }
  /// From far less to a few times the size of the family.
  [[gnu::noinline]] T radius() { return static_cast<T>(std::ldexp(random_.decade(-6, 0.5), exponent_of<T>(family_))); }

  /// A shape, a mesh or a cloud, perhaps inflated and placed.
  CompoundPart<T, D> part(bool may_be_body, JudgedPart<T, D>& truth) {
    CompoundPart<T, D> made = may_be_body && random_.chance(0.5) ? body(truth.parts) : shape(truth.parts);
    if (random_.chance(0.3)) {
      const T r = radius();
      made = inflate(made, r);
      if (made.is_body()) {
        truth.radius = r;
      } else {
        truth.parts[0].radius = truth.parts[0].radius + oracle::Real(r);
      }
    }
    if (random_.chance(0.5)) {
      const Pose<T, D> at = pose();
      made = CompoundPart<T, D>(made, at);
      for (auto& x : truth.parts) x = at_pose(x, at);
    }
    return made;
  }

  Compound<T, D> compound(int most, bool may_have_bodies, JudgedBody<T, D>& truth) {
    std::vector<CompoundPart<T, D>> parts;
    truth.clear();
    const int count = random_.integer(1, most);
    for (int i = 0; i < count; ++i) parts.push_back(part(may_have_bodies, truth.emplace_back()));
    auto made = Compound<T, D>::from(parts);
    EXPECT_TRUE(made.has_value());
    return *made;
  }

  Points<T, D> points(int most, JudgedBody<T, D>& truth) {
    JudgedParts<D> all;
    const Points<T, D> made = cloud(most, all);
    truth.clear();
    for (const auto& x : all) truth.push_back({{x}});
    return made;
  }

 private:
  CompoundPart<T, D> shape(JudgedParts<D>& truth) {
    const Vec<T, D> a = vertex(), b = vertex(), c = vertex();
    T r = 0;
    std::vector<Vec<T, D>> core{a};
    AnyShape<T, D> made;
    switch (random_.integer(0, 5)) {
      case 0: made = Point<T, D>{a}; break;
      case 1:
        made = Segment<T, D>{a, b};
        core = {a, b};
        break;
      case 2:
        made = Triangle<T, D>{a, b, c};
        core = {a, b, c};
        break;
      case 3:
        r = radius();
        made = Ball<T, D>{a, r};
        break;
      case 4:
        r = radius();
        made = Capsule<T, D>{a, b, r};
        core = {a, b};
        break;
      default: {
        Box<T, D> box;
        for (int i = 0; i < D; ++i) box.half[i] = detail::absolute(a[i]);
        made = box;
        core.clear();
        for (VertexId i = 0; i < box.vertex_count(); ++i) core.push_back(vec_cast<T>(detail::widen(box.vertex(i))));
      }
    }
    truth.push_back(oracle::body(std::span<const Vec<T, D>>(core), r));
    return made;
  }

  CompoundPart<T, D> body(JudgedParts<D>& truth) {
    if (random_.chance(0.3)) return cloud(3, truth);
    const Soup<T, D> soup = soup_of<T, D>(random_, family_, 2);
    truth = world(soup, Pose<T, D>{});
    if (random_.chance(0.5)) return soup.mesh();
    return std::make_shared<const Mesh<T, D>>(soup.mesh());
  }

  Points<T, D> cloud(int most, JudgedParts<D>& truth) {
    std::vector<Vec<T, D>> centers;
    std::vector<T> radii;
    const int count = random_.integer(1, most), kind = random_.integer(0, 2);
    const T common = kind == 0 ? T(0) : radius();
    for (int i = 0; i < count; ++i) {
      centers.push_back(vertex());
      radii.push_back(kind == 2 && random_.chance(0.8) ? radius() : common);
      truth.push_back(oracle::body(std::span<const Vec<T, D>>(&centers.back(), 1), radii.back()));
    }
    auto made = kind == 2 ? Points<T, D>::from(centers, radii) : Points<T, D>::from(centers, common);
    EXPECT_TRUE(made.has_value());
    return *made;
  }

  oracle::Random& random_;
  const Family family_;
};

}  // namespace abut::test
