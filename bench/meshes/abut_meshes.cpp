/// abut's meshes.
#include "meshes/measured_build.hpp"
#include "workload/pools.hpp"

#include <abut/mesh.hpp>

#include <limits>

namespace bench {

namespace {

template <class T>
abut::Mesh<T, 3> mesh_from(const Triangles& mesh) {
  std::vector<abut::Vec<T, 3>> vertices;
  for (const auto& v : mesh.vertices) vertices.push_back(abut::vec_cast<T>(v));
  return *abut::Mesh<T, 3>::from(vertices, mesh.faces);
}

template <class T>
abut::Pose<T, 3> pose_of(const abut::Pose3d& pose) {
  return {abut::vec_cast<T>(pose.p), {T(pose.q.w), T(pose.q.x), T(pose.q.y), T(pose.q.z)}};
}

/// What B is made from, and what is placed.
template <class T>
class MeshOwner {
 public:
  explicit MeshOwner(const MeshBody& body) : mesh_(mesh_from<T>(*body.mesh)) {}
  abut::MeshView<T, 3> operator*() const { return mesh_.view(); }

 private:
  abut::Mesh<T, 3> mesh_;
};
template <class T, Form F>
class ShapeOwner {
 public:
  explicit ShapeOwner(const MeshBody& body) : pool_(Pool<3>{F, {body.shape}}) {}
  const auto& operator*() const { return pool_[0]; }

 private:
  ShapePool<T, F, 3> pool_;
};

template <class T, class OwnerOfB>
class AbutMeshPairs : public MeshPairs {
 public:
  AbutMeshPairs(const MeshBody& a, const MeshBody& b) : a_(a), b_(b) {}

  void set(const std::vector<Placement>& queries) override {
    queries_.clear();
    for (const auto& q : queries) queries_.push_back({pose_of<T>(q.a), pose_of<T>(q.b)});
  }

  Interval distance(std::size_t i) override {
    const auto r = abut::distance(abut::place(*a_, queries_[i].a), abut::place(*b_, queries_[i].b));
    return {double(r.lower), double(r.upper)};
  }
  bool overlap(std::size_t i) override {
    return abut::overlap(abut::place(*a_, queries_[i].a), abut::place(*b_, queries_[i].b)).overlap;
  }

 private:
  struct Poses {
    abut::Pose<T, 3> a, b;
  };

  MeshOwner<T> a_;
  OwnerOfB b_;
  std::vector<Poses> queries_;
};

template <class T>
std::unique_ptr<MeshPairs> make(const MeshBody& a, const MeshBody& b) {
  if (b.mesh != nullptr) return std::make_unique<AbutMeshPairs<T, MeshOwner<T>>>(a, b);
  switch (b.form) {
    case Form::box: return std::make_unique<AbutMeshPairs<T, ShapeOwner<T, Form::box>>>(a, b);
    case Form::ball: return std::make_unique<AbutMeshPairs<T, ShapeOwner<T, Form::ball>>>(a, b);
    case Form::hull: return std::make_unique<AbutMeshPairs<T, ShapeOwner<T, Form::hull>>>(a, b);
    default: return nullptr;
  }
}

/// In float, as Embree and its inputs are.
class AbutMeshProbes : public MeshProbes {
 public:
  explicit AbutMeshProbes(const Triangles& mesh) : mesh_(mesh_from<float>(mesh)) {}

  double distance(const abut::Vec3f& point) override { return double(abut::closest_point(point, mesh_).distance); }
  double ray(const abut::Vec3f& origin, const abut::Vec3f& direction) override {
    using Limits = std::numeric_limits<double>;
    const auto r = abut::ray_cast(abut::Ray3f{origin, direction}, mesh_);
    return r.hit ? double(r.t) : r.miss ? Limits::infinity() : Limits::quiet_NaN();
  }

 private:
  abut::Mesh3f mesh_;
};

}  // namespace

std::unique_ptr<MeshPairs> abut_mesh_pairs_in_float(const MeshBody& a, const MeshBody& b) { return make<float>(a, b); }
std::unique_ptr<MeshPairs> abut_mesh_pairs_in_double(const MeshBody& a, const MeshBody& b) {
  return make<double>(a, b);
}
std::unique_ptr<MeshProbes> abut_mesh_probes(const Triangles& mesh) { return std::make_unique<AbutMeshProbes>(mesh); }

MeshBuild abut_mesh_build(const Triangles& mesh) {
  return measured_build([&] { return *abut::Mesh3f::from(mesh.vertices, mesh.faces); });
}

}  // namespace bench
