/// Queries about meshes, in the types of one library. Everything that can be prepared is; the members only query.
#pragma once

#include "reference/accuracy.hpp"
#include "workload/meshes.hpp"
#include "workload/workload.hpp"

#include <memory>
#include <vector>

namespace bench {

/// A mesh, or a convex shape: a box, a hull or a ball.
struct MeshBody {
  const Triangles* mesh = nullptr;
  Form form = Form::box;
  Shape<3> shape;
};

/// Where both bodies of a query are.
struct Placement {
  abut::Pose3d a, b;
};

/// A is a mesh.
class MeshPairs {
 public:
  MeshPairs() = default;
  MeshPairs(MeshPairs&&) = delete;
  virtual ~MeshPairs() = default;

  virtual void set(const std::vector<Placement>& queries) = 0;
  /// Of query i. A library without bounds gives its answer for both; 0 if the bodies meet.
  virtual Interval distance(std::size_t i) = 0;
  virtual bool overlap(std::size_t i) = 0;
};

std::unique_ptr<MeshPairs> abut_mesh_pairs_in_float(const MeshBody& a, const MeshBody& b);
std::unique_ptr<MeshPairs> abut_mesh_pairs_in_double(const MeshBody& a, const MeshBody& b);
std::unique_ptr<MeshPairs> fcl_mesh_pairs(const MeshBody& a, const MeshBody& b);

/// Points and rays at a mesh that stays where it is.
class MeshProbes {
 public:
  MeshProbes() = default;
  MeshProbes(MeshProbes&&) = delete;
  virtual ~MeshProbes() = default;

  virtual double distance(const abut::Vec3f& point) = 0;
  /// The t of the first hit, infinite for a miss; NaN if neither is proven.
  virtual double ray(const abut::Vec3f& origin, const abut::Vec3f& direction) = 0;
};

std::unique_ptr<MeshProbes> abut_mesh_probes(const Triangles& mesh);
std::unique_ptr<MeshProbes> cgal_mesh_probes(const Triangles& mesh);
std::unique_ptr<MeshProbes> embree_mesh_probes(const Triangles& mesh, bool robust);

/// What a library makes of a mesh before its first query, on one thread.
struct MeshBuild {
  double nanoseconds, bytes;  ///< of the whole mesh, its own copy of the triangles included
};
MeshBuild abut_mesh_build(const Triangles& mesh);
MeshBuild fcl_mesh_build(const Triangles& mesh);
MeshBuild cgal_mesh_build(const Triangles& mesh);
MeshBuild embree_mesh_build(const Triangles& mesh);

}  // namespace bench
