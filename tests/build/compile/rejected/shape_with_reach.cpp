// Expected: abut: reach() of a shape is now called bounding_radius()
#include <abut/distance.hpp>
#include <abut/shapes.hpp>

struct Dot {
  abut::Vec2f support(abut::Vec2f) const { return center; }
  abut::Vec2f center;
  static float reach() { return 1; }
};

int main() { static_cast<void>(abut::distance(Dot{}, place(abut::Box2f{}, {}))); }
