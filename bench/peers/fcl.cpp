/// FCL's distance (double), with the GJK solver that it builds on libccd. It keeps no cache between queries.
#include "peers/pass.hpp"
#include "workload/hull_faces.hpp"

#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/distance.h>

namespace bench {

namespace {

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

/// With its faces: FCL finds support points along edges if there are many vertices.
Geometry make_hull(const std::vector<abut::Vec3f>& points) {
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
  for (const auto& p : points) vertices->emplace_back(p.x, p.y, p.z);
  auto faces = std::make_shared<std::vector<int>>();
  const auto triangles = hull_faces(points);
  for (const auto& f : triangles) faces->insert(faces->end(), {3, f[0], f[1], f[2]});
  return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(triangles.size()), faces);
}

/// Its TriangleP is no operand of distance(): a flat hull, with a face on each side.
Geometry make_triangle(const std::vector<abut::Vec3f>& points) {
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
  for (const auto& p : points) vertices->emplace_back(p.x, p.y, p.z);
  auto faces = std::make_shared<std::vector<int>>(std::initializer_list<int>{3, 0, 1, 2, 3, 0, 2, 1});
  return std::make_shared<fcl::Convexd>(vertices, 2, faces);
}

Geometry make_shape(Form form, const Shape<3>& s) {
  const double r = s.radius, height = 2 * double(s.half_height);
  switch (form) {
    case Form::box: {
      const abut::Vec3d sides = abut::detail::widen(s.half) * 2.0;
      return std::make_shared<fcl::Boxd>(sides.x, sides.y, sides.z);
    }
    case Form::capsule: return std::make_shared<fcl::Capsuled>(r, height);
    case Form::cylinder: return std::make_shared<fcl::Cylinderd>(r, height);
    case Form::hull: return make_hull(s.points);
    case Form::ball: return std::make_shared<fcl::Sphered>(r);
    case Form::triangle: return make_triangle(s.points);
  }
  return nullptr;
}

std::vector<Geometry> make_shapes(const Pool<3>& pool) {
  std::vector<Geometry> shapes;
  for (const auto& s : pool.shapes) shapes.push_back(make_shape(pool.form, s));
  return shapes;
}

fcl::Transform3d in_fcl(const abut::Pose3f& pose) {
  fcl::Transform3d t = fcl::Transform3d::Identity();
  const auto q = abut::detail::widen(pose.q);
  t.linear() = fcl::Quaterniond(q.w, q.x, q.y, q.z).normalized().toRotationMatrix();
  t.translation() = fcl::Vector3d(pose.p.x, pose.p.y, pose.p.z);
  return t;
}

class FclPass : public Pass {
 public:
  explicit FclPass(const Workload<3>& w) : a_(make_shapes(w.a)), b_(make_shapes(w.b)) {
    request_.enable_nearest_points = true;
    for (const auto& q : w.queries) {
      asked_.push_back({a_[q.a].get(), b_[q.b].get(), in_fcl(q.pose_a), in_fcl(q.pose_b)});
    }
  }

  void run(std::span<double> answers) override {
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      const Asked& q = asked_[i];
      fcl::DistanceResultd result;
      const double d = fcl::distance(q.a, q.pose_a, q.b, q.pose_b, request_, result);
      answers[i] = d < 0 ? 0 : d;  // shapes that overlap are -1 apart
    }
  }

 private:
  struct Asked {
    const fcl::CollisionGeometryd *a, *b;
    fcl::Transform3d pose_a, pose_b;
  };

  std::vector<Geometry> a_, b_;
  std::vector<Asked> asked_;
  fcl::DistanceRequestd request_;
};

}  // namespace

std::unique_ptr<Pass> fcl(const Workload<3>& workload) { return std::make_unique<FclPass>(workload); }

}  // namespace bench
