/// The static queries for one scalar and dimension, which the table of static_table.hpp points to.
#pragma once

#include "options.hpp"
#include "static_table.hpp"

#include "operand/operand_pair.hpp"

#include <abut/abut.hpp>

namespace abut::c_api {

template <Scalar T, int D>
struct StaticQueries {
  template <class F>
  static Fault ask(const StaticQuery& q, abut_answer& answer, F f) {
    const OperandPair<T, D> pair(*q.a, *q.b);
    if (const Fault fault = pair.fault()) return fault;
    pair.ask(f);
    return finish(answer);
  }

  template <class Verb>
  static Fault ask_traced(const StaticQuery& q, abut_answer& answer, Verb verb) {
    return ask(q, answer, [&]<class A, class B>(const A& a, const B& b) {
      if constexpr (Shape<A> && Shape<B>) {
        if (q.trace != nullptr) return write(verb(a, b, TraceWriter{q.trace}), answer);
      }
      return write(untraced(verb, a, b), answer);
    });
  }

  static Fault distance(const StaticQuery& q, abut_answer& answer) {
    CacheOf<D> cache(q.options.cache);
    auto options = distance_options<T, D>(q.options);
    options.cache = cache.get();
    return ask_traced(q, answer, [&](const auto& a, const auto& b, auto... trace) {
      return abut::distance(a, b, options, trace...);
    });
  }

  static Fault overlap(const StaticQuery& q, abut_answer& answer) {
    CacheOf<D> cache(q.options.cache);
    auto options = overlap_options<T, D>(q.options);
    options.cache = cache.get();
    return ask_traced(
        q, answer, [&](const auto& a, const auto& b, auto... trace) { return abut::overlap(a, b, options, trace...); });
  }

  static Fault separation(const StaticQuery& q, abut_answer& answer) {
    CacheOf<D> cache(q.options.cache);
    auto options = separation_options<T, D>(q.options);
    options.cache = cache.get();
    return ask_traced(q, answer, [&](const auto& a, const auto& b, auto... trace) {
      return abut::separation(a, b, options, trace...);
    });
  }

  /// abut::penetration by EPA, from the instances of `separation`. abut::penetration itself comes with MPR, which would
  /// add 62 kB to abut.wasm.
  static Fault penetration(const StaticQuery& q, abut_answer& answer) {
    CacheOf<D> cache(q.options.cache);
    auto options = separation_options<T, D>(q.options);
    options.cache = cache.get();
    options.cutoff = T(0);
    return ask_traced(q, answer, [&](const auto& a, const auto& b, auto... trace) {
      return detail::penetration_from(abut::separation(a, b, options, trace...));
    });
  }

  static Fault contact(const StaticQuery& q, abut_answer& answer) {
    CacheOf<D> cache(q.options.cache);
    const ContactOptions<T, D> standard;
    const ContactOptions<T, D> options{.max_points = chosen(q.options.max_points, standard.max_points),
                                       .margin = chosen<T>(q.options.margin, standard.margin),
                                       .slope = chosen<T>(q.options.slope, standard.slope),
                                       .tolerance = chosen<T>(q.options.tolerance, standard.tolerance),
                                       .max_iterations = chosen(q.options.max_iterations, standard.max_iterations),
                                       .cache = cache.get()};
    return ask(q, answer, [&](const auto& a, const auto& b) {
      const Contact<T, D> r = abut::contact(a, b, options);
      write(r, answer);
      for (int i = 0; i < r.count && static_cast<std::size_t>(i) < q.capacity; ++i) q.points[i] = to_c(r.points[i]);
    });
  }

  static Fault separation_gradient(const StaticQuery& q, const GradientRoom& room, abut_answer& answer) {
    CacheOf<D> cache(q.options.cache);
    auto options = separation_options<T, D>(q.options);
    options.cache = cache.get();
    return ask(q, answer, [&](const auto& a, const auto& b) {
      const SeparationGradient<T, D> r = abut::separation_gradient(a, b, options);
      write(r, answer);
      *room.a = to_c(r.a);
      *room.b = to_c(r.b);
    });
  }

  static void write_box(const Aabb<T, D>& box, const AabbRoom& room) {
    for (int i = 0; i < 3; ++i) {
      room.min[i] = i < D ? double(box.min[i]) : 0;
      room.max[i] = i < D ? double(box.max[i]) : 0;
    }
  }

  /// abut::aabb of the shape itself, which a ShapeRef of a WebAssembly module does not know in closed form; not of the
  /// inflated one, which would be another instance for the same box.
  static Fault aabb(const abut_shape& given, const AabbRoom& room) {
    Reader<T, D> read(given.numbers, 'a');
    const auto pose = pose_of(read, given);
    read_shape(read, given, [&]<class S>(const S& shape, T radius) {
      if constexpr (Shape<S>) {
        write_box(pose ? detail::placed_box(shape, radius, *pose) : detail::local_box(shape, radius), room);
      } else {
        write_box(pose ? abut::aabb(place(shape, *pose)) : abut::aabb(shape), room);
      }
    });
    return read.fault();
  }

  /// abut::closest_point, from the instances of `distance` of two ShapeRefs. Those of a ShapeRef and a Point would add
  /// 40 kB to abut.wasm.
  static Fault closest_point(const double* point, const StaticQuery& q, abut_answer& answer) {
    Reader<T, D> read(point, 'q');
    const Point<T, D> p{read.vector()};
    if (read.fault()) return read.fault();
    const ShapeRef<T, D> ref(p);
    const Operand<T, D> shape(*q.a, 'a');
    if (shape.fault()) return shape.fault();
    CacheOf<D> cache(q.options.cache);
    auto options = distance_options<T, D>(q.options);
    options.cache = cache.get();
    const auto measure = [&](const auto& a, const auto& b, auto... trace) {
      return abut::distance(a, b, options, trace...);
    };
    const auto ask = [&](const auto& s, const auto& b) {
      write(detail::closest_point_from(p.p, untraced(measure, s, b)), answer);
    };
    if (shape.is_half_space()) {
      shape.has_pose() ? ask(shape.placed_half_space(), ref) : ask(shape.half_space(), ref);
    } else {
      shape.has_pose() ? ask(shape.placed(), ref) : ask(shape.shape(), ref);
    }
    return finish(answer);
  }

  /// Support points of the surface, not of the core: the radius is added along each direction.
  static Fault support(const abut_shape& given, const SupportQuery& d) {
    const Operand<T, D> shape(given, 'a');
    if (shape.fault()) return shape.fault();
    if (shape.is_half_space()) return {.error = ABUT_TAKES_NO_HALF_SPACE, .where = 'a'};
    const auto placed = shape.placed();
    const double radius = shape.shape().radius();
    for (std::size_t i = 0; i < d.count; ++i) {
      Vec<double, D> v;
      for (int k = 0; k < D; ++k) v[k] = d.directions[3 * i + static_cast<std::size_t>(k)];
      if (!is_finite(v)) return {ABUT_NOT_FINITE, 'q', static_cast<std::int64_t>(i)};
      if (v == Vec<double, D>{}) return {ABUT_ZERO_DIRECTION, 'q', static_cast<std::int64_t>(i)};
      v = detail::scale_direction(v);  // the inverse of a subnormal length would overflow
      const double length = detail::norm(v);
      const auto s = placed.support(v / length);
      const Vec<double, D> p = s.point + v * (radius / length);
      for (int k = 0; k < 3; ++k) d.points[3 * i + static_cast<std::size_t>(k)] = k < D ? p[k] : 0.0;
      if (d.vertices != nullptr) d.vertices[i] = s.id;
    }
    return {};
  }
};

template <Scalar T, int D>
constexpr StaticTable static_table() {
  using V = StaticQueries<T, D>;
  return {V::distance, V::overlap, V::penetration, V::separation, V::contact, V::closest_point, V::separation_gradient,
          V::aabb,     V::support};
}

}  // namespace abut::c_api
