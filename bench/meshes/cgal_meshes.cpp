/// CGAL's AABB_tree, in double. Degenerate triangles, which it does not allow, are left out.
#include "meshes/measured_build.hpp"

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Simple_cartesian.h>

#include <cmath>
#include <limits>

namespace bench {

namespace {

using Kernel = CGAL::Simple_cartesian<double>;
using Faces = std::vector<Kernel::Triangle_3>;
using Primitive = CGAL::AABB_triangle_primitive<Kernel, Faces::iterator>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

Kernel::Point_3 in_cgal(const abut::Vec3f& p) { return {p.x, p.y, p.z}; }

Faces faces_of(const Triangles& mesh) {
  Faces faces;
  faces.reserve(mesh.faces.size());
  for (const auto& f : mesh.faces) {
    const Kernel::Triangle_3 triangle(in_cgal(mesh.vertices[f[0]]), in_cgal(mesh.vertices[f[1]]),
                                      in_cgal(mesh.vertices[f[2]]));
    if (!triangle.is_degenerate()) faces.push_back(triangle);
  }
  return faces;
}

/// With the inner points that its distances start from.
struct Body {
  Faces faces;
  Tree tree;

  explicit Body(const Triangles& mesh) : faces(faces_of(mesh)), tree(faces.begin(), faces.end()) {
    tree.build();
    tree.accelerate_distance_queries();
  }
};

class CgalMeshProbes : public MeshProbes {
 public:
  explicit CgalMeshProbes(const Triangles& mesh) : body_(mesh) {}

  double distance(const abut::Vec3f& point) override { return std::sqrt(body_.tree.squared_distance(in_cgal(point))); }

  double ray(const abut::Vec3f& origin, const abut::Vec3f& direction) override {
    const Kernel::Vector_3 d(direction.x, direction.y, direction.z);
    const auto start = in_cgal(origin);
    const auto hit = body_.tree.first_intersection(Kernel::Ray_3(start, d));
    if (!hit) return std::numeric_limits<double>::infinity();
    if (const auto* p = boost::get<Kernel::Point_3>(&hit->first)) return (*p - start) * d / d.squared_length();
    const auto* s = boost::get<Kernel::Segment_3>(&hit->first);
    return std::fmin((s->source() - start) * d, (s->target() - start) * d) / d.squared_length();
  }

 private:
  Body body_;
};

}  // namespace

std::unique_ptr<MeshProbes> cgal_mesh_probes(const Triangles& mesh) { return std::make_unique<CgalMeshProbes>(mesh); }

MeshBuild cgal_mesh_build(const Triangles& mesh) {
  return measured_build([&] { return std::make_unique<Body>(mesh); });
}

}  // namespace bench
