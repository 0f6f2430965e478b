// 200 bodies fall into a valley and come to rest. Sorted boxes find the pairs that may touch, contact() finds where,
// and impulses at these points keep the bodies apart. The heap is drawn, with the impulses that carry it.
#include <abut/abut.hpp>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <limits>
#include <utility>
#include <vector>

using namespace abut;

struct Body {
  ShapeRef2f shape;
  Pose2f pose{};
  float inverse_mass = 0, inverse_inertia = 0;  // both 0: it does not move
  Vec2f velocity{};
  float spin = 0;

  auto placed() const { return place(shape, pose); }
  Vec2f velocity_at(Vec2f p) const { return velocity - cross(p - pose.p, spin); }
  float mobility(Vec2f p, Vec2f d) const {  // the speed along d that an impulse of 1 along d gives to the point p
    const float arm = cross(p - pose.p, d);
    return inverse_mass + arm * arm * inverse_inertia;
  }
  void push(Vec2f p, Vec2f impulse) {
    velocity += impulse * inverse_mass;
    spin += cross(p - pose.p, impulse) * inverse_inertia;
  }
};

struct Touch {
  Body *a, *b;
  Contact<float, 2> contact;
  float pressed[2]{}, rubbed[2]{};  // the impulses at its points
};

// Changes the impulse at p along d, within limits, so that b leaves a at this speed.
void drive(Touch& t, Vec2f p, Vec2f d, float speed, float low, float high, float& impulse) {
  const float missing = speed - dot(t.b->velocity_at(p) - t.a->velocity_at(p), d), before = impulse;
  impulse = std::clamp(before + missing / (t.a->mobility(p, d) + t.b->mobility(p, d)), low, high);
  t.a->push(p, d * (before - impulse));
  t.b->push(p, d * (impulse - before));
}

void solve(Touch& t, float dt) {
  const Vec2f n = t.contact.normal;
  for (int i = 0; i < t.contact.count; ++i) {
    const auto& p = t.contact.points[i];
    const float room = p.separation > 0 ? p.separation : 0.2f * p.separation;  // an overlap may last a few steps
    drive(t, p.point_a, n, -room / dt, 0, std::numeric_limits<float>::infinity(), t.pressed[i]);
    const float grip = 0.5f * t.pressed[i];  // friction
    drive(t, p.point_a, cross(n, 1.0f), 0, -grip, grip, t.rubbed[i]);
  }
}

// Sweep and prune: in the order of their left sides, a body can only touch those that begin before it ends.
std::vector<Touch> find_touches(std::vector<Body>& bodies, Body& earth) {
  const HalfSpace2f valley[] = {{{0, 1}, 0}, {{2, 1}, -4}, {{-2, 1}, -4}};  // a floor and two slopes
  std::vector<std::pair<Aabb2f, Body*>> sorted;
  sorted.reserve(bodies.size());
  for (Body& b : bodies) sorted.emplace_back(aabb(b.placed()), &b);
  std::ranges::sort(sorted, {}, [](const auto& entry) { return std::pair(entry.first.min.x, entry.second); });
  std::vector<Touch> touches;
  for (auto i = sorted.begin(); i != sorted.end(); ++i) {
    const auto& [box, a] = *i;
    for (const HalfSpace2f& side : valley) touches.push_back({&earth, a, contact(side, a->placed())});
    for (auto j = i + 1; j != sorted.end() && j->first.min.x <= box.max.x; ++j) {
      const auto& [other, b] = *j;
      if (other.min.y <= box.max.y && box.min.y <= other.max.y)
        touches.push_back({a, b, contact(a->placed(), b->placed())});
    }
  }
  return touches;
}

void draw(std::ofstream& svg, Vec2f p) { svg << ' ' << int(500 * p.x) << ' ' << int(-500 * p.y); }

// Any convex shape is drawn the same way: its outline is what its support mapping finds all around.
void draw(std::ofstream& svg, const Body& body, const char* color) {
  svg << "<path fill='" << color << "' d='M";
  for (int i = 0; i < 32; ++i) {
    const Rotation2d turn = Rotation2d::by(0.19635 * i);  // 32 times that is one revolution
    const Vec2d d{turn.c, turn.s}, local = body.shape.support(d).point + d * body.shape.radius();
    draw(svg, transform(body.pose, vec_cast<float>(local)));
  }
  svg << "Z'/>\n";
}

void draw(std::ofstream& svg, const Touch& t) {
  const Vec2f n = t.contact.normal * 0.2f;
  for (int i = 0; i < t.contact.count && t.pressed[i] > 0; ++i) {
    svg << "<path stroke='#cb6f5c' stroke-width='" << int(100 * t.pressed[i]) << "' d='M";
    draw(svg, t.contact.points[i].point_a - n);
    draw(svg, t.contact.points[i].point_a + n);
    svg << "'/>\n";
  }
}

int main() {
  const Box2f crate{.half = {0.4f, 0.3f}};
  const Ball2f ball{.radius = 0.35f};
  const Capsule2f pill{.a = {-0.3f, 0}, .b = {0.3f, 0}, .radius = 0.2f};
  const Vec2f corners[] = {{0.5f, 0.1f}, {0, 0.45f}, {-0.5f, 0.1f}, {-0.5f, -0.1f}, {0, -0.45f}, {0.5f, -0.1f}};
  const auto stone = *Hull2f::from(corners);

  std::vector<Body> bodies;
  const auto drop = [&](const auto& shape) {
    const auto i = int(bodies.size());
    const auto mass = mass_properties(shape);
    const Vec2f start{1.1f * float(i % 10) - 5 + 0.03f * float(i % 7), 1 + float(i) / 10};
    bodies.push_back({shape, {start, Rotation2f::by(float(i))}, 1 / mass.volume, 1 / mass.inertia});
  };
  while (bodies.size() < 200) drop(crate), drop(ball), drop(pill), drop(stone);

  Body earth{.shape = crate};  // whose shape is never used: the valley is its surface
  std::vector<Touch> touches;
  const float dt = 1.0f / 120;
  for (int step = 0; step < 1200; ++step) {
    for (Body& b : bodies) b.velocity = b.velocity * 0.998f - Vec2f{0, 9.8f * dt};
    touches = find_touches(bodies, earth);
    for (int pass = 0; pass < 20; ++pass) {
      for (Touch& t : touches) solve(t, dt);
    }
    for (Body& b : bodies) b.pose = {b.pose.p + b.velocity * dt, Rotation2f::by(b.spin * dt) * b.pose.q};
  }

  std::ofstream svg("falling_bodies.svg");
  svg << "<svg xmlns='http://www.w3.org/2000/svg' width='720' height='480' viewBox='-4500 -5500 9000 6000' "
         "stroke='#3f4259' stroke-width='10' stroke-linecap='round'>\n"
         "<rect x='-4500' y='-5500' width='9000' height='6000' rx='150' stroke='none' fill='#fdfbf7'/>\n"
         "<path fill='none' d='M-4486 -4500 -2236 0 2236 0 4486 -4500'/>\n";
  const char* const colors[] = {"#cfe3f7", "#fbd9d3", "#e9e2f6", "#c3e6c6"};
  for (std::size_t i = 0; i < bodies.size(); ++i) draw(svg, bodies[i], colors[i % 4]);
  for (const Touch& t : touches) draw(svg, t);
  svg << "</svg>\n";

  float deepest = 0, fastest = 0;
  for (const Touch& t : touches) deepest = std::min(deepest, t.contact.separation);
  for (const Body& b : bodies) fastest = std::max(fastest, length(b.velocity));
  std::printf("%zu contacts, the deepest %g; nothing faster than %g\n", touches.size(), double(deepest),
              double(fastest));
  return svg && deepest > -0.05f && fastest < 0.5f ? 0 : 1;
}
