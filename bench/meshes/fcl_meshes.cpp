/// FCL's BVHModel of OBBRSS, its usual choice for distances, in double.
#include "meshes/measured_build.hpp"
#include "workload/hull_faces.hpp"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

namespace bench {

namespace {

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;
using Model = fcl::BVHModel<fcl::OBBRSSd>;

std::vector<fcl::Vector3d> points_of(const std::vector<abut::Vec3f>& list) {
  std::vector<fcl::Vector3d> points;
  for (const auto& p : list) points.emplace_back(p.x, p.y, p.z);
  return points;
}

std::shared_ptr<Model> model_of(const std::vector<fcl::Vector3d>& vertices, const std::vector<fcl::Triangle>& faces) {
  auto model = std::make_shared<Model>();
  model->beginModel(static_cast<int>(faces.size()), static_cast<int>(vertices.size()));
  model->addSubModel(vertices, faces);
  model->endModel();
  return model;
}

std::vector<fcl::Triangle> faces_of(const Triangles& mesh) {
  std::vector<fcl::Triangle> faces;
  for (const auto& f : mesh.faces) faces.emplace_back(f[0], f[1], f[2]);
  return faces;
}

Geometry hull_of(const std::vector<abut::Vec3f>& points) {
  auto faces = std::make_shared<std::vector<int>>();
  const auto triangles = hull_faces(points);
  for (const auto& f : triangles) faces->insert(faces->end(), {3, f[0], f[1], f[2]});
  return std::make_shared<fcl::Convexd>(std::make_shared<std::vector<fcl::Vector3d>>(points_of(points)),
                                        static_cast<int>(triangles.size()), faces);
}

Geometry geometry_of(const MeshBody& body) {
  if (body.mesh != nullptr) return model_of(points_of(body.mesh->vertices), faces_of(*body.mesh));
  const Shape<3>& s = body.shape;
  if (body.form == Form::ball) return std::make_shared<fcl::Sphered>(s.radius);
  if (body.form == Form::hull) return hull_of(s.points);
  return std::make_shared<fcl::Boxd>(2 * double(s.half.x), 2 * double(s.half.y), 2 * double(s.half.z));
}

fcl::Transform3d in_fcl(const abut::Pose3d& pose) {
  fcl::Transform3d t = fcl::Transform3d::Identity();
  t.linear() = fcl::Quaterniond(pose.q.w, pose.q.x, pose.q.y, pose.q.z).normalized().toRotationMatrix();
  t.translation() = fcl::Vector3d(pose.p.x, pose.p.y, pose.p.z);
  return t;
}

class FclMeshPairs : public MeshPairs {
 public:
  FclMeshPairs(const MeshBody& a, const MeshBody& b) : a_(geometry_of(a)), b_(geometry_of(b)) {
    request_.enable_nearest_points = true;
  }

  void set(const std::vector<Placement>& queries) override {
    queries_.clear();
    for (const auto& q : queries) queries_.push_back({in_fcl(q.a), in_fcl(q.b)});
  }

  Interval distance(std::size_t i) override {
    fcl::DistanceResultd result;
    const double d = fcl::distance(a_.get(), queries_[i].a, b_.get(), queries_[i].b, request_, result);
    return {d < 0 ? 0 : d, d < 0 ? 0 : d};
  }
  bool overlap(std::size_t i) override {
    fcl::CollisionResultd result;
    return fcl::collide(a_.get(), queries_[i].a, b_.get(), queries_[i].b, fcl::CollisionRequestd(), result) > 0;
  }

 private:
  struct Poses {
    fcl::Transform3d a, b;
  };

  Geometry a_, b_;
  fcl::DistanceRequestd request_;
  std::vector<Poses> queries_;
};

}  // namespace

std::unique_ptr<MeshPairs> fcl_mesh_pairs(const MeshBody& a, const MeshBody& b) {
  return std::make_unique<FclMeshPairs>(a, b);
}

MeshBuild fcl_mesh_build(const Triangles& mesh) {
  const auto vertices = points_of(mesh.vertices);
  const auto faces = faces_of(mesh);
  return measured_build([&] { return model_of(vertices, faces); });
}

}  // namespace bench
