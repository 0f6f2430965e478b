/// abut: how far, how deep, how soon. Proximity queries between convex shapes, in 2D and 3D, with proven bounds.
///
/// This header includes all others except minkowski_difference.hpp; each verb has a header of its own.
#pragma once

#include <abut/aabb.hpp>
#include <abut/any_shape.hpp>
#include <abut/cache.hpp>
#include <abut/closest_point.hpp>
#include <abut/compiled.hpp>
#include <abut/compose.hpp>
#include <abut/contact.hpp>
#include <abut/depth_along.hpp>
#include <abut/distance.hpp>
#include <abut/expected.hpp>
#include <abut/half_space.hpp>
#include <abut/hull.hpp>
#include <abut/mass.hpp>
#include <abut/motion.hpp>
#include <abut/operand.hpp>
#include <abut/overlap.hpp>
#include <abut/penetration.hpp>
#include <abut/polygon.hpp>
#include <abut/pose.hpp>
#include <abut/ray_cast.hpp>
#include <abut/separation.hpp>
#include <abut/separation_gradient.hpp>
#include <abut/shape_cast.hpp>
#include <abut/shape_kind.hpp>
#include <abut/shape_ref.hpp>
#include <abut/shapes.hpp>
#include <abut/status.hpp>
#include <abut/support.hpp>
#include <abut/time_of_impact.hpp>
#include <abut/trace.hpp>
#include <abut/vec.hpp>
#include <abut/version.hpp>

/// Shapes are plain structs; verbs are functions of two shapes and options; answers are plain structs, with bounds.
namespace abut {}
