/// The vertices of the cores of the library's shapes, for the judge.
#pragma once

#include "oracle/draw/generators.hpp"

#include <abut/any_shape.hpp>
#include <abut/hull.hpp>
#include <abut/polygon.hpp>
#include <abut/shapes.hpp>

namespace oracle {

using abut::AnyShape;

template <class T, int D>
Points<T, D> vertices(const abut::Point<T, D>& s) {
  return {s.p};
}
template <class T, int D>
Points<T, D> vertices(const abut::Segment<T, D>& s) {
  return {s.a, s.b};
}
template <class T, int D>
Points<T, D> vertices(const abut::Triangle<T, D>& s) {
  return {s.a, s.b, s.c};
}
template <class T, int D>
Points<T, D> vertices(const abut::Tetrahedron<T, D>& s) {
  return {s.a, s.b, s.c, s.d};
}
template <class T, int D>
Points<T, D> vertices(const abut::Ball<T, D>& s) {
  return {s.center};
}
template <class T, int D>
Points<T, D> vertices(const abut::Capsule<T, D>& s) {
  return {s.a, s.b};
}
template <class T, int D>
Points<T, D> vertices(const abut::PointSet<T, D>& s) {
  return {s.points().begin(), s.points().end()};
}
template <class T, int D>
Points<T, D> vertices(const abut::HullView<T, D>& s) {
  return {s.vertices().begin(), s.vertices().end()};
}
template <class T, int D>
Points<T, D> vertices(const abut::Box<T, D>& s) {
  Points<T, D> r;
  for (int corner = 0; corner < 1 << D; ++corner) {
    abut::Vec<T, D> p = s.half;
    for (int i = 0; i < D; ++i) p[i] = (corner >> i & 1) != 0 ? p[i] : -p[i];
    r.push_back(p);
  }
  return r;
}
/// Of any shape whose core is the hull of numbered vertices; they are exact in double.
template <class T, int D>
Points<T, D> vertices(const AnyShape<T, D>& s) {
  Points<T, D> r;
  for (abut::VertexId i = 0; i < s.shape().vertex_count(); ++i) r.push_back(abut::vec_cast<T>(s.shape().vertex(i)));
  return r;
}

}  // namespace oracle
