/// The static queries for one scalar and dimension, which the table of static_table.hpp points to.
#pragma once

#include "operand_pair.hpp"
#include "static_table.hpp"

#include <abut/abut.hpp>

namespace abut::c_api {

template <Scalar T, int D>
DistanceOptions<T, D> distance_options(const abut_options& o) {
  const DistanceOptions<T, D> standard;
  return {.tolerance = chosen<T>(o.tolerance, standard.tolerance),
          .cutoff = chosen<T>(o.cutoff, standard.cutoff),
          .max_iterations = chosen(o.max_iterations, standard.max_iterations)};
}

template <Scalar T, int D>
struct StaticQueries {
  /// Calls f(a, b) with the two operands, both with poses if one has a pose.
  template <class F>
  static Fault ask(const StaticQuery& q, abut_answer& answer, F f) {
    const OperandPair<T, D> pair(*q.a, *q.b);
    const auto& [a, b, swapped] = pair;
    if (const Fault fault = pair.fault()) return fault;
    if (a.is_half_space()) {
      pair.is_placed() ? f(a.placed_half_space(), b.placed()) : f(a.half_space(), b.shape());
    } else {
      pair.is_placed() ? f(a.placed(), b.placed()) : f(a.shape(), b.shape());
    }
    return finish(answer, swapped);
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
    const auto options = distance_options<T, D>(q.options);
    return ask_traced(q, answer, [&](const auto& a, const auto& b, auto... trace) {
      return abut::distance(a, b, options, trace...);
    });
  }

  static Fault overlap(const StaticQuery& q, abut_answer& answer) {
    const OverlapOptions<T, D> options{
        .method = static_cast<OverlapMethod>(q.options.method),
        .max_iterations = chosen(q.options.max_iterations, OverlapOptions<T, D>{}.max_iterations)};
    return ask_traced(
        q, answer, [&](const auto& a, const auto& b, auto... trace) { return abut::overlap(a, b, options, trace...); });
  }

  static SeparationOptions<T, D> separation_options(const abut_options& o) {
    const SeparationOptions<T, D> standard;
    return {.tolerance = chosen<T>(o.tolerance, standard.tolerance),
            .cutoff = chosen<T>(o.cutoff, standard.cutoff),
            .max_iterations = chosen(o.max_iterations, standard.max_iterations)};
  }

  static Fault separation(const StaticQuery& q, abut_answer& answer) {
    const auto options = separation_options(q.options);
    return ask_traced(q, answer, [&](const auto& a, const auto& b, auto... trace) {
      return abut::separation(a, b, options, trace...);
    });
  }

  /// abut::penetration by EPA, from the instances of `separation`. abut::penetration itself comes with MPR, which would
  /// add 62 kB to abut.wasm.
  static Fault penetration(const StaticQuery& q, abut_answer& answer) {
    auto options = separation_options(q.options);
    options.cutoff = T(0);
    return ask_traced(q, answer, [&](const auto& a, const auto& b, auto... trace) {
      return detail::penetration_from(abut::separation(a, b, options, trace...));
    });
  }

  static Fault contact(const StaticQuery& q, abut_answer& answer) {
    const ContactOptions<T, D> standard;
    const ContactOptions<T, D> options{.max_points = chosen(q.options.max_points, standard.max_points),
                                       .margin = chosen<T>(q.options.margin, standard.margin),
                                       .slope = chosen<T>(q.options.slope, standard.slope),
                                       .tolerance = chosen<T>(q.options.tolerance, standard.tolerance),
                                       .max_iterations = chosen(q.options.max_iterations, standard.max_iterations)};
    const Fault fault = ask(q, answer, [&](const auto& a, const auto& b) {
      const Contact<T, D> r = abut::contact(a, b, options);
      write(r, answer);
      for (int i = 0; i < r.count && static_cast<std::size_t>(i) < q.capacity; ++i) q.points[i] = to_c(r.points[i]);
    });
    if (q.b->kind == ABUT_HALF_SPACE) {
      for (std::size_t i = 0; i < q.capacity && i < static_cast<std::size_t>(answer.count); ++i)
        swap_sides(q.points[i]);
    }
    return fault;
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
    const auto options = distance_options<T, D>(q.options);
    const auto measure = [&](const auto& a, const auto& b, auto... trace) {
      return abut::distance(a, b, options, trace...);
    };
    const auto ask = [&](const auto& s, const auto& b) {
      write(detail::closest_point_from(p.p, untraced(measure, s, b)), answer);
    };
    if (shape.is_half_space()) {
      shape.has_pose() ? ask(shape.placed_half_space(), place(ref, {})) : ask(shape.half_space(), ref);
    } else {
      shape.has_pose() ? ask(shape.placed(), place(ref, {})) : ask(shape.shape(), ref);
    }
    return finish(answer, false);
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
      const double length = detail::norm(v);
      if (!(length > 0) || !is_finite(length)) return {ABUT_NOT_FINITE, 'q', static_cast<std::int64_t>(i)};
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
  return {V::distance, V::overlap, V::penetration, V::separation, V::contact, V::closest_point, V::support};
}

}  // namespace abut::c_api
