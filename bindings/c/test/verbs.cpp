/// The C API gives the bits of the C++ library: every verb, for pairs of shapes of every kind, placed or not, with
/// hulls by handle, half-spaces and caches among them.
///
/// With --json every call and its answer are printed, one on a line. verbs.test.mjs of bindings/wasm asks WebAssembly
/// the same.
#include "bodies.hpp"

#include "queries/moving_queries.hpp"
#include "results.hpp"

#include <cstring>
#include <string_view>

namespace abut::c_test {

namespace {

bool prints = false;
int failures = 0, calls = 0;

/// The answer as run_checked() begins it.
abut_answer empty_answer() {
  abut_answer r{};
  for (auto* feature : {r.feature_a, r.feature_b}) {
    for (int i = 0; i < 4; ++i) feature[i] = ABUT_NO_VERTEX;
  }
  r.error_index = -1;
  return r;
}

std::string json_of(const abut_answer& r) {
  const auto number = [](const char* name, double x) { return ",\"" + std::string(name) + "\":" + text(x); };
  const auto vector = [](const char* name, const double* x) { return ",\"" + std::string(name) + "\":" + text(x, 3); };
  return "\"status\":\"" + std::string(abut_status_name(r.status)) + "\"" + number("iterations", r.iterations) +
         number("distance", r.distance) + number("depth", r.depth) + number("separation", r.separation) +
         number("lower", r.lower) + number("upper", r.upper) + vector("normal", r.normal) +
         vector("pointA", r.point_a) + vector("pointB", r.point_b) + vector("axis", r.axis) + vector("point", r.point) +
         number("overlap", r.overlap) + number("apart", r.apart) + number("inside", r.inside) +
         number("uniqueNormal", r.unique_normal) + number("unique", r.unique) + number("hit", r.hit) +
         number("miss", r.miss) + number("start", r.start) + number("t", r.t) + number("tSafe", r.t_safe) +
         number("safeSeparation", r.safe_separation) + number("hitSeparation", r.hit_separation) +
         number("targetTolerance", r.target_tolerance);
}

template <Scalar T, int D>
struct Verbs {
  static constexpr int space = (std::is_same_v<T, float> ? 0 : 2) + (D == 3 ? 1 : 0);
  using B = Body<T, D>;
  using V = Vec<T, D>;

  static std::string operand(const B& body) {
    if (!body.pose) return "{" + body.json + "}";
    double p[3], q[4];
    for (int i = 0; i < 3; ++i) p[i] = body.c.position[i];
    for (int i = 0; i < 4; ++i) q[i] = body.c.rotation[i];
    return "{" + body.json + ",\"pose\":{\"p\":" + text(p, D) + ",\"q\":" + text(q, D == 2 ? 2 : 4) + "}}";
  }

  static std::string space_text() {
    return "\"space\":{\"dim\":" + std::to_string(D) + ",\"precision\":\"" +
           (std::is_same_v<T, float> ? "float" : "double") + "\"}";
  }

  /// Compares the answers of both languages, and prints the call.
  static void check(const char* verb, const std::string& arguments, const abut_answer& got, const abut_answer& expected,
                    const std::string& more = "") {
    ++calls;
    const std::string line = "{\"verb\":\"" + std::string(verb) + "\"," + space_text() + ",\"arguments\":[" +
                             arguments + "],\"answer\":{" + json_of(got) + more + "}}";
    if (prints) std::printf("%s\n", line.c_str());
    if (std::memcmp(&got, &expected, sizeof got) == 0) return;
    if (++failures <= 10)
      std::fprintf(stderr, "C has other bits than C++ (%s): %s\n", json_of(expected).c_str(), line.c_str());
  }

  /// Calls f(a, b) with the operands of C++, both with poses if one has a pose.
  template <class F>
  static void with_pair(const B& a, const B& b, F f) {
    const bool placed = a.pose || b.pose;
    const Pose<T, D> p = a.pose.value_or(Pose<T, D>{}), q = b.pose.value_or(Pose<T, D>{});
    if (a.half_space) {
      placed ? f(place(*a.half_space, p), place(b.shape, q)) : f(*a.half_space, b.shape);
    } else if (b.half_space) {
      placed ? f(place(a.shape, p), place(*b.half_space, q)) : f(a.shape, *b.half_space);
    } else {
      placed ? f(place(a.shape, p), place(b.shape, q)) : f(a.shape, b.shape);
    }
  }

  template <class C, class Cpp>
  static void ask(const char* verb, const B& a, const B& b, const std::string& options, C in_c, Cpp in_cpp) {
    abut_answer got, expected = empty_answer();
    if (in_c(&got) != ABUT_OK) ++failures;
    with_pair(a, b, [&](const auto& x, const auto& y) { c_api::write(in_cpp(x, y), expected); });
    check(verb, operand(a) + "," + operand(b) + options, got, expected);
  }

  static void resting(const B& a, const B& b) {
    ask(
        "distance", a, b, "", [&](abut_answer* r) { return abut_distance(space, &a.c, &b.c, nullptr, nullptr, r); },
        [](const auto& x, const auto& y) { return distance(x, y); });
    ask(
        "overlap", a, b, "", [&](abut_answer* r) { return abut_overlap(space, &a.c, &b.c, nullptr, nullptr, r); },
        [](const auto& x, const auto& y) { return overlap(x, y); });
    abut_options mpr{};
    mpr.method = ABUT_OVERLAP_MPR;
    ask(
        "overlap", a, b, ",{\"method\":\"mpr\"}",
        [&](abut_answer* r) { return abut_overlap(space, &a.c, &b.c, &mpr, nullptr, r); },
        [](const auto& x, const auto& y) { return overlap(x, y, {.method = OverlapMethod::mpr}); });
    ask(
        "separation", a, b, "", [&](abut_answer* r) { return abut_separation(space, &a.c, &b.c, nullptr, nullptr, r); },
        [](const auto& x, const auto& y) { return separation(x, y); });
    ask(
        "penetration", a, b, "",
        [&](abut_answer* r) { return abut_penetration(space, &a.c, &b.c, nullptr, nullptr, r); },
        [](const auto& x, const auto& y) { return penetration(x, y); });
    depths_along(a, b);
    contacts(a, b);
    gradients(a, b);
    cached(a, b);
  }

  static void depths_along(const B& a, const B& b) {
    for (const double first : {-2.0, 0.25}) {
      V direction;
      for (int i = 0; i < D; ++i) direction[i] = static_cast<T>(first + i);
      double along[3];
      c_api::write(direction, along);
      ask(
          "depthAlong", a, b, "," + text(along, D),
          [&](abut_answer* r) { return abut_depth_along(space, &a.c, &b.c, along, nullptr, nullptr, r); },
          [&](const auto& x, const auto& y) { return depth_along(x, y, direction); });
    }
    abut_options loose{};
    loose.tolerance = 0.125;
    const double up[3] = {0, 1, 0};
    ask(
        "depthAlong", a, b, "," + text(up, D) + ",{\"tolerance\":0.125}",
        [&](abut_answer* r) { return abut_depth_along(space, &a.c, &b.c, up, &loose, nullptr, r); },
        [](const auto& x, const auto& y) { return depth_along(x, y, detail::axis<T, D>(1), {.tolerance = T(0.125)}); });
  }

  static void contacts(const B& a, const B& b) {
    abut_contact_point points[8];
    abut_answer got, expected = empty_answer();
    if (abut_contact(space, &a.c, &b.c, nullptr, points, 8, &got) != ABUT_OK) ++failures;
    std::string more = ",\"points\":[";
    with_pair(a, b, [&](const auto& x, const auto& y) {
      const Contact<T, D> r = contact(x, y);
      c_api::write(r, expected);
      for (int i = 0; i < r.count; ++i) {
        const abut_contact_point p = c_api::to_c(r.points[i]);
        if (std::memcmp(&p, &points[i], sizeof p) != 0) ++failures;
        more += std::string(i > 0 ? "," : "") + "{\"pointA\":" + text(p.point_a, D) +
                ",\"pointB\":" + text(p.point_b, D) + ",\"separation\":" + text(p.separation) + "}";
      }
    });
    check("contact", operand(a) + "," + operand(b), got, expected, more + "]");
  }

  static void gradients(const B& a, const B& b) {
    abut_pose_gradient of_a, of_b;
    abut_answer got, expected = empty_answer();
    if (abut_separation_gradient(space, &a.c, &b.c, nullptr, &of_a, &of_b, &got) != ABUT_OK) ++failures;
    with_pair(a, b, [&](const auto& x, const auto& y) {
      const SeparationGradient<T, D> g = separation_gradient(x, y);
      c_api::write(g, expected);
      const abut_pose_gradient as_c[] = {c_api::to_c(g.a), c_api::to_c(g.b)};
      if (std::memcmp(&as_c[0], &of_a, sizeof of_a) != 0 || std::memcmp(&as_c[1], &of_b, sizeof of_b) != 0) ++failures;
    });
    const auto gradient = [](const abut_pose_gradient& g) {
      return "{\"translation\":" + text(g.translation, D) +
             ",\"rotation\":" + (D == 2 ? text(g.rotation + 2, 1) : text(g.rotation, 3)) + "}";
    };
    check("separationGradient", operand(a) + "," + operand(b), got, expected,
          ",\"a\":" + gradient(of_a) + ",\"b\":" + gradient(of_b));
  }

  /// Twice with the same cache, in each language its own.
  static void cached(const B& a, const B& b) {
    abut_cache in_c{};
    Cache<D> in_cpp;
    abut_options warm{};
    warm.cache = &in_c;
    for (const char* cache : {",{\"cache\":\"new\"}", ",{\"cache\":\"last\"}"}) {
      ask(
          "distance", a, b, cache, [&](abut_answer* r) { return abut_distance(space, &a.c, &b.c, &warm, nullptr, r); },
          [&](const auto& x, const auto& y) { return distance(x, y, {.cache = &in_cpp}); });
    }
    for (const char* cache : {",{\"cache\":\"new\"}", ",{\"cache\":\"last\"}"}) {
      if (cache[11] == 'n') in_c = {}, in_cpp = {};
      ask(
          "separation", a, b, cache,
          [&](abut_answer* r) { return abut_separation(space, &a.c, &b.c, &warm, nullptr, r); },
          [&](const auto& x, const auto& y) { return separation(x, y, {.cache = &in_cpp}); });
    }
  }

  static void alone(const B& body) {
    abut_answer got, expected = empty_answer();
    expected.status = ABUT_CONVERGED;
    double min[3], max[3];
    if (abut_aabb(space, &body.c, min, max, &got) != ABUT_OK) ++failures;
    const auto compare = [&](const Aabb<T, D>& box) {
      for (int i = 0; i < D; ++i) {
        if (double(box.min[i]) != min[i] || double(box.max[i]) != max[i]) ++failures;
      }
    };
    if (body.half_space) {
      compare(body.pose ? aabb(place(*body.half_space, *body.pose)) : aabb(*body.half_space));
    } else {
      compare(body.pose ? aabb(place(body.shape, *body.pose)) : aabb(body.shape));
    }
    check("aabb", operand(body), got, expected, ",\"min\":" + text(min, D) + ",\"max\":" + text(max, D));
    if (!body.mass) return;
    abut_mass mass;
    if (abut_mass_properties(space, &body.c, &mass, &got) != ABUT_OK) ++failures;
    const Mass<T, D> m = body.mass(body);
    if (mass.volume != double(m.volume) || mass.centroid[0] != double(m.centroid[0])) ++failures;
    check("massProperties", operand(body), got, expected,
          ",\"volume\":" + text(mass.volume) + ",\"centroid\":" + text(mass.centroid, D) +
              ",\"inertia\":" + text(mass.inertia, 6));
  }

  static void points_and_rays(const B& body) {
    for (const double x : {0.125, 2.5}) {
      V q, way;
      for (int i = 0; i < D; ++i) {
        q[i] = static_cast<T>(x + 0.25 * i);
        way[i] = static_cast<T>(-1 - 0.125 * i);
      }
      double from[3] = {}, along[3] = {};
      c_api::write(q, from);
      c_api::write(way, along);
      abut_answer got, expected = empty_answer();
      if (abut_closest_point(space, from, &body.c, nullptr, &got) != ABUT_OK) ++failures;
      with_one(body, [&](const auto& s) { c_api::write(closest_point(q, s), expected); });
      check("closestPoint", text(from, D) + "," + operand(body), got, expected);
      for (const int policy : {ABUT_INSIDE_HIT, ABUT_INSIDE_IGNORE, ABUT_INSIDE_LEAVE}) {
        static constexpr const char* names[] = {"hit", "ignore", "leave"};
        abut_options options{};
        options.at_start = policy;
        expected = empty_answer();
        if (abut_ray_cast(space, from, along, &body.c, &options, nullptr, &got) != ABUT_OK) ++failures;
        with_one(body, [&](const auto& s) {
          const RayCastOptions<T, D> same{.at_start = static_cast<InsidePolicy>(policy)};
          c_api::write(ray_cast(Ray<T, D>{q, way}, s, same), expected);
        });
        check("rayCast",
              "{\"origin\":" + text(from, D) + ",\"direction\":" + text(along, D) + "}," + operand(body) +
                  ",{\"atStart\":\"" + names[policy] + "\"}",
              got, expected);
      }
    }
  }

  template <class F>
  static void with_one(const B& body, F f) {
    if (body.half_space) {
      body.pose ? f(place(*body.half_space, *body.pose)) : f(*body.half_space);
    } else {
      body.pose ? f(place(body.shape, *body.pose)) : f(body.shape);
    }
  }

  static void casts(const B& a, const B& b) {
    V way, other;
    for (int i = 0; i < D; ++i) {
      way[i] = static_cast<T>(3 - 0.5 * i);
      other[i] = static_cast<T>(-0.25 * i);
    }
    double along[3], beside[3];
    c_api::write(way, along);
    c_api::write(other, beside);
    static constexpr const char* policies[] = {"hit", "ignore_separating", "penetration"};
    for (const int policy : {ABUT_START_HIT, ABUT_START_IGNORE_SEPARATING, ABUT_START_PENETRATION}) {
      abut_options options{};
      options.target = 0.125;
      options.at_start = policy;
      abut_answer got, expected = empty_answer();
      if (abut_shape_cast(space, &a.c, along, &b.c, beside, &options, nullptr, &got) != ABUT_OK) ++failures;
      with_pair(a, b, [&](const auto& x, const auto& y) {
        const ShapeCastOptions<T, D> same{
            .target = T(0.125), .translation_b = other, .at_start = static_cast<StartPolicy>(policy)};
        c_api::write(shape_cast(x, way, y, same), expected);
      });
      check("shapeCast",
            operand(a) + "," + text(along, D) + "," + operand(b) +
                ",{\"target\":0.125,\"translationB\":" + text(beside, D) + ",\"atStart\":\"" + policies[policy] + "\"}",
            got, expected);
    }
  }

  /// A moves and rotates, from where it is without a pose; B rests where it is.
  static void impacts(const B& a, const B& b) {
    if (a.pose) return;
    Motion<double, D> m;
    m.velocity[0] = 2.5;
    m.velocity[1] = 0.5;
    m.angle = 1.5;
    abut_motion in_c{};
    in_c.rotation[0] = 1;
    in_c.velocity[0] = 2.5;
    in_c.velocity[1] = 0.5;
    in_c.angle = 1.5;
    in_c.axis[2] = 1;
    if constexpr (D == 3) m.axis = {0, 0, 1};
    static constexpr const char* methods[] = {"advancement", "bilateral"};
    for (const int method : {ABUT_TIME_OF_IMPACT_ADVANCEMENT, ABUT_TIME_OF_IMPACT_BILATERAL}) {
      abut_options options{};
      options.target = 0.0625;
      options.method = method;
      const TimeOfImpactOptions<T, D> same{.target = T(0.0625), .method = static_cast<TimeOfImpactMethod>(method)};
      abut_answer got, expected = empty_answer();
      if (abut_time_of_impact(space, &a.c, &in_c, &b.c, nullptr, &options, nullptr, &got) != ABUT_OK) ++failures;
      const auto write = [&](const auto& x, const auto& y) { c_api::write(time_of_impact(x, y, same), expected); };
      const Pose<T, D> at = b.pose.value_or(Pose<T, D>{});
      if (a.half_space) {
        write(moving(*a.half_space, m), place(b.shape, at));
      } else if (b.half_space) {
        write(moving(a.shape, m), place(*b.half_space, at));
      } else {
        write(moving(a.shape, m), place(b.shape, at));
      }
      const std::string axis = D == 3 ? ",\"axis\":[0,0,1]" : "", last = D == 3 ? ",0]" : "]";
      check("timeOfImpact",
            operand(a) + ",{\"velocity\":[2.5,0.5" + last + axis + ",\"angle\":1.5}," + operand(b) +
                ",null,{\"target\":0.0625,\"method\":\"" + methods[method] + "\"}",
            got, expected);
    }
  }

  static B placed(const B& body, double x, double y) {
    B r = body;
    Pose<T, D> pose;
    pose.p[0] = static_cast<T>(x);
    pose.p[1] = static_cast<T>(y);
    const double turn[4] = {0.8, 0.6, D == 2 ? 0 : 0.25, D == 2 ? 0 : -0.5};
    r.c.placed = 1;
    for (int i = 0; i < D; ++i) r.c.position[i] = double(pose.p[i]);
    for (int i = 0; i < (D == 2 ? 2 : 4); ++i) r.c.rotation[i] = double(static_cast<T>(turn[i]));
    if constexpr (D == 2) {
      pose.q = {static_cast<T>(turn[0]), static_cast<T>(turn[1])};
    } else {
      pose.q = {static_cast<T>(turn[0]), static_cast<T>(turn[1]), static_cast<T>(turn[2]), static_cast<T>(turn[3])};
    }
    r.pose = pose;
    return r;
  }

  static void run() {
    const Bodies<T, D> bodies;
    for (const auto& [count, points] : bodies.hull_points()) {
      if (prints) std::printf("{\"hull\":%zu,%s,\"points\":%s}\n", count, space_text().c_str(), points.c_str());
    }
    for (const B& a : bodies.all()) {
      for (const B& body : {B(a), placed(a, 1, -0.5)}) {
        alone(body);
        points_and_rays(body);
      }
      for (const B& b : bodies.all()) {
        if (a.half_space && b.half_space) continue;
        for (const B& other : {B(b), placed(b, 0.5, 0.25), placed(b, 1.75, 1.25)}) {
          resting(a, other);
          casts(a, other);
          impacts(a, other);
        }
      }
    }
  }
};

}  // namespace
}  // namespace abut::c_test

int main(int count, char** arguments) {
  using namespace abut::c_test;
  prints = count > 1 && std::string_view(arguments[1]) == "--json";
  Verbs<float, 2>::run();
  Verbs<float, 3>::run();
  Verbs<double, 2>::run();
  Verbs<double, 3>::run();
  if (!prints) failures += other_bits_of_meshes();  // WebAssembly has none
  if (!prints) std::printf("%d calls, %d with other bits in C than in C++\n", calls, failures);
  return failures == 0 && calls > 1000 ? 0 : 1;
}
