/// The functions in which a query of two hulls in 3D spends its time: the loop of GJK, and the support points that it
/// asks for. All else is compiled to be small (-Oz), which makes a vector a call and the loop four times as slow; these
/// are compiled once, by fast_loops.cpp, to be fast (-O2), for 3 kB. The bits are the same.
///
/// The build includes this before every static query; see CMakeLists.txt.
#pragma once

#include <abut/abut.hpp>

#include <cstddef>

/// `WORDS`: `extern template` to declare them, `template` to define them.
#define ABUT_FAST_LOOPS(WORDS)                                                                                       \
  WORDS struct abut::detail::GjkIteration<3>;                                                                        \
  WORDS void abut::detail::Difference<abut::Placed<abut::ShapeRef3f>, abut::Placed<abut::ShapeRef3f>, false>::along( \
      const abut::Vec3d&, abut::detail::DifferencePoint<3>&) const;                                                  \
  WORDS void abut::detail::Difference<abut::Placed<abut::ShapeRef3d>, abut::Placed<abut::ShapeRef3d>, true>::along(  \
      const abut::Vec3d&, abut::detail::DifferencePoint<3>&) const;                                                  \
  WORDS std::size_t abut::HullView<float, 3>::furthest(const abut::Vec3d&) const;                                    \
  WORDS std::size_t abut::HullView<double, 3>::furthest(const abut::Vec3d&) const;

ABUT_FAST_LOOPS(extern template)
