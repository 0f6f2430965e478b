/// libccd (double) has no distance, only a verdict, by its GJK, and a depth, by its EPA. It has no shapes either: the
/// support functions are written here.
#include "peers/pass.hpp"

#include <ccd/ccd.h>
#include <cmath>
#include <limits>

namespace bench {

namespace {

/// A shape with its pose; the rotation as the rows of its matrix.
struct Body {
  Form form = Form::hull;
  ccd_vec3_t half{};
  double radius = 0, half_height = 0;
  const std::vector<ccd_vec3_t>* points = nullptr;
  ccd_vec3_t row[3]{}, origin{};
};

ccd_vec3_t in_ccd(double x, double y, double z) {
  ccd_vec3_t v;
  ccdVec3Set(&v, x, y, z);
  return v;
}

ccd_vec3_t support_of_points(const std::vector<ccd_vec3_t>& points, const ccd_vec3_t& d) {
  const ccd_vec3_t* best = nullptr;
  double most = -std::numeric_limits<double>::infinity();
  for (const auto& p : points) {
    const double height = ccdVec3Dot(&p, &d);
    if (height > most) {
      most = height;
      best = &p;
    }
  }
  return best != nullptr ? *best : points[0];
}

ccd_vec3_t local_support(const Body& s, const ccd_vec3_t& d) {
  const double x = d.v[0], y = d.v[1], z = d.v[2];
  switch (s.form) {
    case Form::box:
      return in_ccd(std::copysign(s.half.v[0], x), std::copysign(s.half.v[1], y), std::copysign(s.half.v[2], z));
    case Form::capsule: {
      const double k = s.radius / std::sqrt(x * x + y * y + z * z);
      return in_ccd(k * x, k * y, k * z + std::copysign(s.half_height, z));
    }
    case Form::cylinder: {
      const double across = std::sqrt(x * x + y * y), k = across > 0 ? s.radius / across : 0;
      return in_ccd(k * x, k * y, std::copysign(s.half_height, z));
    }
    case Form::ball: {
      const double k = s.radius / std::sqrt(x * x + y * y + z * z);
      return in_ccd(k * x, k * y, k * z);
    }
    case Form::triangle:
    case Form::hull: return support_of_points(*s.points, d);
  }
  return d;
}

void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* point) {
  const Body& s = *static_cast<const Body*>(object);
  ccd_vec3_t local = in_ccd(0, 0, 0);
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) local.v[k] += s.row[i].v[k] * direction->v[i];
  }
  const ccd_vec3_t p = local_support(s, local);
  for (int i = 0; i < 3; ++i) point->v[i] = ccdVec3Dot(&s.row[i], &p) + s.origin.v[i];
}

using Points = std::vector<std::vector<ccd_vec3_t>>;

Points points_of(const Pool<3>& pool) {
  Points r;
  for (const auto& s : pool.shapes) {
    auto& points = r.emplace_back();
    for (const auto& p : s.points) points.push_back(in_ccd(p.x, p.y, p.z));
  }
  return r;
}

Body body_of(Form form, const Shape<3>& s, const std::vector<ccd_vec3_t>& points, const abut::Pose3f& pose) {
  Body r;
  r.form = form;
  r.half = in_ccd(s.half.x, s.half.y, s.half.z);
  r.radius = s.radius;
  r.half_height = s.half_height;
  r.points = &points;
  r.origin = in_ccd(pose.p.x, pose.p.y, pose.p.z);
  const auto m = abut::detail::matrix(abut::detail::rescaled(pose.q));
  for (int i = 0; i < 3; ++i) r.row[i] = in_ccd(m.row[i].x, m.row[i].y, m.row[i].z);
  return r;
}

class CcdPass : public Pass {
 public:
  /// `depths`: by its EPA.
  CcdPass(const Workload<3>& w, bool depths) : depths_(depths), points_a_(points_of(w.a)), points_b_(points_of(w.b)) {
    CCD_INIT(&ccd_);
    ccd_.support1 = support;
    ccd_.support2 = support;
    ccd_.max_iterations = 500;  // by default there is no limit
    for (const auto& q : w.queries) {
      asked_.push_back({body_of(w.a.form, w.a.shapes[q.a], points_a_[q.a], q.pose_a),
                        body_of(w.b.form, w.b.shapes[q.b], points_b_[q.b], q.pose_b)});
    }
  }

  void run(std::span<double> answers) override {
    if (depths_) return run_depths(answers);
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      const bool overlap = ccdGJKIntersect(&asked_[i].a, &asked_[i].b, &ccd_) != 0;
      answers[i] = overlap ? 0 : std::numeric_limits<double>::infinity();
    }
  }

 private:
  struct Asked {
    Body a, b;
  };

  void run_depths(std::span<double> answers) {
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      ccd_real_t depth = 0;
      ccd_vec3_t direction, place;
      const bool found = ccdGJKPenetration(&asked_[i].a, &asked_[i].b, &ccd_, &depth, &direction, &place) == 0;
      answers[i] = found ? depth : std::numeric_limits<double>::quiet_NaN();
    }
  }

  bool depths_;
  Points points_a_, points_b_;
  std::vector<Asked> asked_;
  ccd_t ccd_{};
};

}  // namespace

std::unique_ptr<Pass> ccd(const Workload<3>& workload) { return std::make_unique<CcdPass>(workload, false); }
std::unique_ptr<Pass> ccd_depths(const Workload<3>& workload) { return std::make_unique<CcdPass>(workload, true); }

}  // namespace bench
