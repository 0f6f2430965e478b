/// Embree, in float. It chooses its instructions by the processor, and has no closest point of its own: its point query
/// calls back for each triangle that may be nearer, and the closest point of a triangle is computed here.
#include "meshes/measured_build.hpp"

#include <embree3/rtcore.h>

#include <atomic>
#include <cstring>
#include <limits>

namespace bench {

namespace {

using abut::Vec3f;

/// Ericson, Real-Time Collision Detection, 5.1.5.
Vec3f closest_on(const Vec3f& a, const Vec3f& b, const Vec3f& c, const Vec3f& q) {
  const Vec3f ab = b - a, ac = c - a, aq = q - a, bq = q - b, cq = q - c;
  const float d1 = dot(ab, aq), d2 = dot(ac, aq), d3 = dot(ab, bq), d4 = dot(ac, bq), d5 = dot(ab, cq),
              d6 = dot(ac, cq);
  if (d1 <= 0 && d2 <= 0) return a;
  if (d3 >= 0 && d4 <= d3) return b;
  if (d6 >= 0 && d5 <= d6) return c;
  const float over_c = d1 * d4 - d3 * d2, over_b = d5 * d2 - d1 * d6, over_a = d3 * d6 - d5 * d4;
  if (over_c <= 0 && d1 >= 0 && d3 <= 0) return a + ab * (d1 / (d1 - d3));
  if (over_b <= 0 && d2 >= 0 && d6 <= 0) return a + ac * (d2 / (d2 - d6));
  if (over_a <= 0 && d4 >= d3 && d5 >= d6) return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
  const float sum = over_a + over_b + over_c;
  return a + ab * (over_b / sum) + ac * (over_c / sum);
}

class Scene {
 public:
  Scene(const Triangles& mesh, bool robust) : mesh_(mesh), device_(rtcNewDevice("threads=1")), bytes_(0) {
    rtcSetDeviceMemoryMonitorFunction(
        device_,
        [](void* bytes, ssize_t size, bool) {
          *static_cast<std::atomic<ssize_t>*>(bytes) += size;
          return true;
        },
        &bytes_);
    scene_ = rtcNewScene(device_);
    if (robust) rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
    const RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
    void* const vertices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                   sizeof(Vec3f), mesh.vertices.size());
    std::memcpy(vertices, mesh.vertices.data(), mesh.vertices.size() * sizeof(Vec3f));
    void* const faces = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                                sizeof(mesh.faces[0]), mesh.faces.size());
    std::memcpy(faces, mesh.faces.data(), mesh.faces.size() * sizeof(mesh.faces[0]));
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene_, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene_);
  }
  Scene(Scene&&) = delete;
  ~Scene() {
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }

  double bytes() const { return static_cast<double>(bytes_); }

  double distance(const Vec3f& point) {
    RTCPointQuery query{point.x, point.y, point.z, 0, std::numeric_limits<float>::infinity()};
    RTCPointQueryContext context;
    rtcInitPointQueryContext(&context);
    rtcPointQuery(scene_, &query, &context, visit, this);
    return double(query.radius);
  }

  double ray(const Vec3f& origin, const Vec3f& direction) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRayHit hit{};
    hit.ray = {origin.x,    origin.y,    origin.z,
               0,           direction.x, direction.y,
               direction.z, 0,           std::numeric_limits<float>::infinity(),
               ~0U,         0,           0};
    hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene_, &context, &hit);
    return hit.hit.geomID == RTC_INVALID_GEOMETRY_ID ? std::numeric_limits<double>::infinity() : double(hit.ray.tfar);
  }

 private:
  static bool visit(RTCPointQueryFunctionArguments* arguments) {
    const Triangles& mesh = static_cast<const Scene*>(arguments->userPtr)->mesh_;
    const auto& f = mesh.faces[arguments->primID];
    RTCPointQuery& query = *arguments->query;
    const Vec3f q{query.x, query.y, query.z};
    const float d = abut::length(q - closest_on(mesh.vertices[f[0]], mesh.vertices[f[1]], mesh.vertices[f[2]], q));
    if (!(d < query.radius)) return false;
    query.radius = d;
    return true;
  }

  const Triangles& mesh_;
  RTCDevice device_;
  std::atomic<ssize_t> bytes_;
  RTCScene scene_ = nullptr;
};

class EmbreeMeshProbes : public MeshProbes {
 public:
  EmbreeMeshProbes(const Triangles& mesh, bool robust) : scene_(mesh, robust) {}

  double distance(const Vec3f& point) override { return scene_.distance(point); }
  double ray(const Vec3f& origin, const Vec3f& direction) override { return scene_.ray(origin, direction); }

 private:
  Scene scene_;
};

}  // namespace

std::unique_ptr<MeshProbes> embree_mesh_probes(const Triangles& mesh, bool robust) {
  return std::make_unique<EmbreeMeshProbes>(mesh, robust);
}

MeshBuild embree_mesh_build(const Triangles& mesh) {
  const double start = thread_nanoseconds();
  const Scene scene(mesh, true);
  return {thread_nanoseconds() - start, scene.bytes()};
}

}  // namespace bench
