/// A hull that is built and queried: building it, and finding its support points, is left to the library.
#include <abut/distance.hpp>
#include <abut/hull.hpp>
#include <abut/shapes.hpp>

abut::Expected<abut::Hull3f, abut::HullError> build(std::span<const abut::Vec3f> points) {
  return abut::Hull3f::from(points);
}

abut::Distance<float, 3> query(const abut::Box3f& a, const abut::Hull3f& b) { return abut::distance(a, b); }
