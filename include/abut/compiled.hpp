/// Which functions are compiled once, in the library, and which are compiled in every file that calls them.
///
/// Closed forms and the loop of GJK are templates of the two shapes: they are inlined into the calling file, which
/// makes them fast. The heavy methods (the fallback of GJK, EPA, MPR, casts, times of impact, and all queries of
/// ShapeRefs) see a type-erased difference or a ShapeRef. The headers declare them, the building of hulls and
/// Hull::support, and the library that abut::abut links defines them once.
///
/// ABUT_HEADER_ONLY instantiates everything in place instead, for programs that copy the headers and link nothing. The
/// target abut::headers and the amalgamated header define it. The answers are the same, bit for bit, and slightly
/// faster. All files of a program must agree on it, for the same templates have other bodies.
///
/// ABUT_SMALL, which the WebAssembly modules define, instantiates in place too, but once per dimension, on type-erased
/// differences.
///
/// ABUT_TYPE_ERASED, for builds that are compiled more often than run, asks the library about every pair of shapes, as
/// if they were ShapeRefs. The answers are the same, bit for bit; `make check` does so. A traced query, and any query
/// with ABUT_HEADER_ONLY, is compiled in place all the same.
///
/// The compiled functions are templates without constraints: g++ and clang mangle constraints differently, so that
/// neither could link what the other has compiled.
#pragma once

/// Each header lists its compiled functions in a macro. The macro takes the words before each signature (`extern
/// template` to declare it, `template` to define it) and the dimension, or scalar and dimension. One of these macros
/// declares the list.
#if defined(ABUT_HEADER_ONLY) || defined(ABUT_SMALL)
#define ABUT_DECLARE_FOR_DIMENSIONS(LIST)
#define ABUT_DECLARE_FOR_SPACES(LIST)
#else
#define ABUT_DECLARE_FOR_DIMENSIONS(LIST) LIST(extern template, 2) LIST(extern template, 3)
#define ABUT_DECLARE_FOR_SPACES(LIST) \
  LIST(extern template, float, 2)     \
  LIST(extern template, double, 2) LIST(extern template, float, 3) LIST(extern template, double, 3)
#endif

namespace abut::detail {

#if defined(ABUT_SMALL)
inline constexpr bool is_small = true;
#else
inline constexpr bool is_small = false;
#endif

#if defined(ABUT_HEADER_ONLY) && !defined(ABUT_SMALL)
inline constexpr bool is_header_only = true;
#else
inline constexpr bool is_header_only = false;
#endif

#if defined(ABUT_TYPE_ERASED)
inline constexpr bool is_type_erasing = true;
#else
inline constexpr bool is_type_erasing = false;
#endif

/// Whether there is a library that defines what the headers declare.
inline constexpr bool has_library = !is_header_only && !is_small;

}  // namespace abut::detail
