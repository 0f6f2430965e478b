#include "recorded_case.hpp"

#include "examples/textbook/minkowski_difference.hpp"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

namespace textbook::test {
namespace {

using Json = simdjson::dom::element;

/// A length that is this part of the size counts as contact in casts.
constexpr double contact_part = 1e-9;

bool has(Json json, const char* name) { return json[name].error() == simdjson::SUCCESS && !json[name].is_null(); }
double number(Json json, const char* name) { return double(json[name]); }
double number_or_zero(Json json, const char* name) { return has(json, name) ? number(json, name) : 0; }
std::string text(Json json, const char* name) { return std::string(std::string_view(json[name])); }

Vec3 vector(Json json) {
  const simdjson::dom::array list = json;
  return {double(list.at(0)), double(list.at(1)), list.size() > 2 ? double(list.at(2)) : 0};
}
std::vector<Vec3> vectors(Json json) {
  std::vector<Vec3> result;
  for (const Json item : simdjson::dom::array(json)) result.push_back(vector(item));
  return result;
}
/// The middle of a certified interval.
double middle(Json json) { return (double(json.at(0)) + double(json.at(1))) / 2; }

Body hull(std::vector<Vec3> points, double radius) {
  const Rounded<Vec3, Polytope<Vec3>> shape{{points}, radius};
  return {points, radius, shape, nullptr, {}, 0};
}

/// A unit quaternion as the axes of a body; w is the real part.
Placement placement(Vec3 position, Vec3 u, double w) {
  const double n = std::sqrt(dot(u, u) + w * w);
  u = (1 / n) * u;
  w /= n;
  const auto turned = [u, w](Vec3 p) { return p + 2 * w * cross(u, p) + 2 * cross(u, cross(u, p)); };
  return {position, turned({1, 0, 0}), turned({0, 1, 0}), turned({0, 0, 1})};
}

/// The shapes with curved sides, along z: those of other axes are turned.
Vec3 curved_support(const std::string& kind, double radius, double half_height, Vec3 radii, Vec3 d) {
  const double across = std::sqrt(d.x * d.x + d.y * d.y);
  const double top = d.z < 0 ? -half_height : half_height;
  const Vec3 rim = across == 0 ? Vec3{} : Vec3{radius * d.x / across, radius * d.y / across, 0};
  if (kind == "cylinder") return rim + Vec3{0, 0, top};
  if (kind == "capsule") return (d == Vec3{} ? Vec3{} : (radius / length(d)) * d) + Vec3{0, 0, top};
  if (kind == "sphere") return d == Vec3{} ? d : (radius / length(d)) * d;
  if (kind == "cone") {  // the apex at the top
    const bool apex = d.z * 2 * half_height > radius * across;
    return apex ? Vec3{0, 0, half_height} : rim + Vec3{0, 0, -half_height};
  }
  const Vec3 e = {d.x * radii.x, d.y * radii.y, d.z * radii.z};  // an ellipsoid: a unit ball, stretched
  const double n = length(e);
  return n == 0 ? Vec3{} : Vec3{radii.x * e.x / n, radii.y * e.y / n, radii.z * e.z / n};
}

std::vector<Vec3> corners(Vec3 half) {
  std::vector<Vec3> points;
  for (const double x : {-1.0, 1.0})
    for (const double y : {-1.0, 1.0})
      for (const double z : {-1.0, 1.0}) points.push_back({x * half.x, y * half.y, z * half.z});
  return points;
}

Body primitive(Json shape, Json pose) {
  const simdjson::dom::array q = pose["q"];
  const Placement place =
      placement(vector(pose["p"]), {double(q.at(1)), double(q.at(2)), double(q.at(3))}, double(q.at(0)));
  const std::string kind = text(shape, "shape");
  std::vector<Vec3> points;
  if (kind == "point") points = {{}};
  if (kind == "hull") points = vectors(shape["vertices"]);
  if (kind == "box") points = corners(vector(shape["half"]));
  if (!points.empty()) {
    for (Vec3& p : points) p = place.to_world(p);
    return hull(points, 0);
  }
  const double radius = number_or_zero(shape, "radius"), half_height = number_or_zero(shape, "half_height");
  const Vec3 radii = has(shape, "radii") ? vector(shape["radii"]) : Vec3{};
  const std::string axis = has(shape, "axis") ? text(shape, "axis") : "z";
  Body body;
  body.support = [=](Vec3 d) {
    Vec3 e = place.to_body(d);  // and its axis to z, turning x, y and z around
    if (axis == "x") e = {e.y, e.z, e.x};
    if (axis == "y") e = {e.z, e.x, e.y};
    Vec3 p = curved_support(kind, radius, half_height, radii, e);
    if (axis == "x") p = {p.z, p.x, p.y};
    if (axis == "y") p = {p.y, p.z, p.x};
    return place.to_world(p);
  };
  return body;
}

Body body(Json json, const char* side) {
  const std::string pose = std::string("pose_") + side, radius = std::string("r") + side;
  if (has(json, pose.c_str())) return primitive(json[side], json[pose.c_str()]);
  return hull(vectors(json[side]), number_or_zero(json, radius.c_str()));
}

/// How far the difference reaches along the axes; within a factor of 3 of the largest |b - a|.
double size_of(const Body& a, const Body& b) {
  const auto support = difference(a.support, b.support);
  double size = 0;
  for (const Vec3 d : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0}, Vec3{0, 0, 1}, Vec3{0, 0, -1}})
    size = std::max(size, length(support(d).w));
  return size;
}

Truth truth_of(Json json, double size) {
  if (has(json, "expected")) return {middle(json["expected"]["signed_distance"]), size};
  if (has(json, "signed_distance")) return {number(json, "signed_distance"), size};
  return {text(json, "status") == "separated" ? number(json, "distance") : -number(json, "depth"), size};
}

/// A translation. The hit comes as much earlier than the exact contact as the tolerance takes at the closing speed.
MotionTruth cast_truth(Json json, double size, double speed) {
  const double near = contact_part * size;
  MotionTruth result{{}, {}, 0, near};
  const Json expected = has(json, "expected") ? Json(json["expected"]) : json;
  const bool hit = bool(expected["hit"]);
  double margin = 1;  // how clear the verdict is
  if (has(json, "margin")) margin = number(json, "margin");
  if (has(expected, "min_signed_distance")) margin = number(expected, "min_signed_distance");
  const bool clear = std::abs(margin) > 2 * near;
  if (!hit && clear) return result;
  result.earliest = 0;
  if (!hit) return result;
  const Json t = expected["t"];
  const double when = t.is_array() ? middle(t) : double(t), rate = number_or_zero(expected, "rate");
  const double early = rate > 0 ? 4 * near / rate : when;
  result.earliest = when - early - contact_part;
  // Where they only graze each other, going on is as right as stopping.
  if (clear && (speed > 0 || when == 0)) result.latest = when + contact_part;
  return result;
}

void read_sweep(Json sweep, Body& body) {
  const Vec3 c0 = vector(sweep["c0"]), c1 = vector(sweep["c1"]);
  body.velocity = c1 - c0;
  if (has(sweep, "q0")) {
    const simdjson::dom::array q = sweep["q0"];
    const Placement first = placement({}, {double(q.at(0)), double(q.at(1)), double(q.at(2))}, double(q.at(3)));
    const Vec3 axis = (1 / length(vector(sweep["axis"]))) * vector(sweep["axis"]);
    const double angle = number(sweep, "angle");
    body.angular_speed = std::abs(angle);
    body.placement = [=](double t) {
      const Placement turn = placement({}, std::sin(t * angle / 2) * axis, std::cos(t * angle / 2));
      return Placement{c0 + t * (c1 - c0), turn.to_world(first.x), turn.to_world(first.y), turn.to_world(first.z)};
    };
    return;
  }
  const double a0 = number(sweep, "a0"), a1 = number(sweep, "a1");
  body.angular_speed = std::abs(a1 - a0);
  body.placement = [=](double t) {
    const double angle = a0 + t * (a1 - a0), c = std::cos(angle), s = std::sin(angle);
    return Placement{c0 + t * (c1 - c0), {c, s, 0}, {-s, c, 0}, {0, 0, 1}};
  };
}

MotionTruth impact_truth(Json json) {
  const auto time = [json](const char* name) {
    return has(json, name) ? std::optional<double>(number(json, name)) : std::nullopt;
  };
  MotionTruth result{time("t_outer"), time("t_inner"), number(json, "target"), number(json, "tol") / 2};
  if (result.earliest) *result.earliest -= contact_part;
  if (result.latest) *result.latest += contact_part;
  return result;
}

/// A ray is a point that moves.
void read_bodies(Json json, RecordedCase& result) {
  if (!has(json, "hull")) {
    result.a = body(json, "a");
    result.b = body(json, "b");
    return;
  }
  result.a = hull({vector(json["origin"])}, 0);
  result.b = hull(vectors(json["hull"]), 0);
}

RecordedCase read_case(const std::string& file, Json json) {
  RecordedCase result;
  result.name = file + "/" + text(json, "id");
  result.dimension = int(std::int64_t(json["dim"]));
  const std::string op = text(json, "op");
  read_bodies(json, result);
  result.curved = result.a.points.empty() || result.b.points.empty() || result.a.radius + result.b.radius > 0;
  const double size = size_of(result.a, result.b);
  result.moves = op == "toi" || has(json, "dir") || has(json, "v");
  if (op == "toi") {
    read_sweep(json["sweep_a"], result.a);
    read_sweep(json["sweep_b"], result.b);
    result.motion = impact_truth(json);
  } else if (result.moves) {
    result.translates = true;
    const Vec3 v = has(json, "dir") ? vector(json["dir"]) : vector(json["v"]);
    result.a.velocity = (has(json, "max_t") ? number(json, "max_t") : 1) * v;
    result.motion = cast_truth(json, size, length(v));
    const double max_t = has(json, "max_t") ? number(json, "max_t") : 1;
    if (result.motion.earliest) *result.motion.earliest /= max_t;  // the search goes from 0 to 1
    if (result.motion.latest) *result.motion.latest /= max_t;
    for (Body* body : {&result.a, &result.b})
      body->placement = [velocity = body->velocity](double t) { return Placement{t * velocity}; };
  } else {
    result.truth = truth_of(json, size);
  }
  return result;
}

}  // namespace

std::vector<RecordedCase> read_recorded_cases() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(ABUT_TEST_CASES))
    if (entry.path().extension() == ".jsonl" && !entry.path().stem().string().starts_with("hull"))
      files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<RecordedCase> cases;
  simdjson::dom::parser parser;
  for (const std::filesystem::path& file : files) {
    const std::string room = file.parent_path().filename() == "field" ? "field/" : "";
    for (auto line : parser.load_many(file.string(), 10'000'000))
      cases.push_back(read_case(room + file.stem().string(), line.value()));
  }
  return cases;
}

std::vector<RecordedCase> scaled(const std::vector<RecordedCase>& cases, double factor) {
  std::vector<RecordedCase> result;
  for (RecordedCase c : cases) {
    if (c.moves) continue;
    for (Body* body : {&c.a, &c.b}) {
      for (Vec3& p : body->points) p = factor * p;
      body->support = [support = body->support, factor](Vec3 d) { return factor * support(d); };
    }
    c.truth.separation *= factor;
    c.truth.size *= factor;
    result.push_back(c);
  }
  return result;
}

}  // namespace textbook::test
