/// What `make soak` has found, named after what went wrong.
#include <abut/depth_along.hpp>
#include <abut/distance.hpp>
#include <abut/hull.hpp>
#include <abut/penetration.hpp>
#include <abut/shape_cast.hpp>
#include <abut/shapes.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace abut {
namespace {

/// point_b - point_a = distance * normal, up to rounding: 16 eps of the size, as in
/// tests/property/answers/witness_test.cpp.
template <int D>
void expect_points_along_normal(const detail::SignedDistance<double, D>& r, double size) {
  EXPECT_EQ(r.status, Status::converged);
  const auto off = r.point_b - r.point_a - r.normal * r.signed_distance;
  EXPECT_LE(std::sqrt(norm_squared(off)), 16 * epsilon_of<double> * size);
}

/// Two nearly parallel segments: the points were those of the last simplex, the normal that of the line between the
/// centers, and along both the distance is the same up to rounding.
TEST(Soak, NormalDoesNotBelongToThePointsOfNearlyParallelSegments) {
  const Segment2d a{{1.7543086536096739e-12, 2.667757661713482e-05}, {0.00010671030971503969, 2.6677577091344538e-05}};
  const Segment2d b{{-9.201549829202299e-14, -5.3355152173895087e-05},
                    {0.00010671030967550148, -5.3355154353041389e-05}};
  expect_points_along_normal(detail::signed_distance(a, b), 2e-4);
}

/// The same in 3D: a segment above a nearly parallel face.
TEST(Soak, NormalDoesNotBelongToThePointsOfASegmentAboveANearlyParallelFace) {
  const Segment3d a{{-215431.51152464276, 287242.01552817738, 215431.51310213111},
                    {287242.01585189399, 287242.01662013913, 215431.51079542105}};
  const Vec3d corners[] = {{-215431.51231358125, 430863.02258947084, 430863.02289630327},
                           {215431.51306492742, 430863.0233914915, 430863.02319581294},
                           {-215431.51052899944, -143621.00748617592, 502673.52772460895},
                           {215431.51143157631, -143621.00660415209, 502673.52728691581}};
  expect_points_along_normal(detail::signed_distance(a, *PointSet3d::from(corners)), 9e5);
}

/// An ellipsoid and a cone, 1e-12 of their size apart: each time rounding stopped the search it was restarted at an
/// edge 1e5 times as far away as the current triangle, and needed 20 iterations to return. Eight times over, that was
/// the iteration limit.
TEST(Soak, CurvedPairNearTouchingRunsIntoTheIterationLimit) {
  const Ellipsoid3d a{{0.093417230776198221, 0.053342236045059187, 0.093844742434186043}};
  const Cone3d b{0.16934971823947073, 0.08653638505644258, Axis::y};
  const Pose3d pose_a{.p = {0, 0, 0},
                      .q = {22.466766552050771, -1.6056576399196762, -0.23346227443235373, -8.9926204709798014}};
  const Pose3d pose_b{.p = {-0.13061203065377244, 0.090324827113237888, -0.023786315153267856},
                      .q = {0.40880685382001863, 0.24006566146230482, 0.32860302503890448, -0.81686319931291129}};
  EXPECT_LT(distance(place(a, pose_a), place(b, pose_b)).iterations, 100);
  EXPECT_LT(distance(place(b, pose_b), place(a, pose_a)).iterations, 100);
}

/// Two segments, one 1000 times as long as the other, so that the triangle of the difference is a needle: the point on
/// it was off along the needle by 1e-13 of its length, and the correction was rejected for making the distance longer
/// by a rounding.
TEST(Soak, PointsSlideAlongANeedle) {
  const Vec3d ends[] = {{-1.242141218057653, -1.1354329205882352, 1.0803717783659377},
                        {-1.2177998101719145, 2.0589716544095196, -0.8920481864343095}};
  const Segment3d b{{-2282.1666714540634, -190.10935117210343, 411.72137735106332},
                    {671.76631916441079, -1574.0114945208031, 1576.4385816832009}};
  const Pose3d pose_a{.q = {-0.95459183094339906, 0.066717965547278962, -0.26008528379712287, -0.12906895258555076}};
  const Pose3d pose_b{.p = {754.76027636999129, 880.15623071388677, -1055.4885728202964},
                      .q = {27.378479122432161, -0.85664769177670641, -1.3309635867585581, -0.40472867371507892}};
  expect_points_along_normal(detail::signed_distance(place(*PointSet3d::from(ends), pose_a), place(b, pose_b)), 5e3);
}

/// A point far from a triangle whose corners are nearly collinear: areas can not locate the closest point along it, and
/// the normal of its two long edges is off as well.
TEST(Soak, PointsSlideAlongCornersInLineFarAway) {
  const Vec3d corners[] = {{-636.73490762625363, -2440.6157508477127, 812.88730641701022},
                           {520.92712512265382, 2026.5630280846781, -679.08224830509835},
                           {-694.29475485890487, -2667.0189136665213, 889.09210144873282},
                           {-508.34277248461632, -1913.0285627474773, 632.32282752183789}};
  const Point3d b{{4453.6567279103874, 862.86046929238432, -2431.4499685093842}};
  const Pose3d pose_a{.p = {-113.19359774893633, -139.10601165253988, 35.720992513003701},
                      .q = {-0.97055571007813923, 0.021949354277835641, 0.17049511137851295, 0.16873427771953603}};
  const Pose3d pose_b{.p = {6932.0332231938019, -5864.833509551323, -7777.9613189718066},
                      .q = {-0.38655652056640838, -0.48288342308612259, 0.32410851978352723, -0.71578720547377195}};
  expect_points_along_normal(detail::signed_distance(place(*PointSet3d::from(corners), pose_a), place(b, pose_b)), 2e4);
}

/// A cylinder beside the parallel edge of a box, started from a foreign direction: of four nearly collinear vertices
/// the signs kept three without an area and dropped the closest feature, each time when only a step or two were
/// missing.
TEST(Soak, ForeignCacheStallsACylinderBesideAParallelEdge) {
  const Cylinder3d a{26.311619549870354, 44.260733870330888, Axis::y};
  const Box3d b{{10.285951253218647, 39.41705969105513, 5.5946952164287911}};
  const Rotation3d q{0.37299802238530982, -0.86884724984841621, 0.30687696248175528, 0.10864373716631304};
  const Pose3d pose_a{.q = q}, pose_b{.p = {-75.169367897539971, -26.963002699259967, -21.976452461193919}, .q = q};
  for (int i = 0; i < 1000; ++i) {
    Cache<3> cache{.direction = {std::cos(0.1 * i), std::sin(0.1 * i), std::cos(0.37 * i)}};
    const auto r = distance(place(a, pose_a), place(b, pose_b), {.cache = &cache});
    EXPECT_EQ(r.status, Status::converged) << i;
  }
}

/// Two parallel cylinders side by side, apart by 3e-6 of their size: their rulings are closest only along a normal that
/// is perpendicular to them to 2e-14, and from six in a thousand foreign directions the search did not find one.
TEST(Soak, ForeignCacheStallsParallelCylinders) {
  const Cylinder3d a{642.31483324629278, 3142.6072078504562, Axis::y},
      b{731.70844184587338, 1993.7050754608008, Axis::y};
  const Rotation3d q{-0.79089982351752863, 0.02712024361093807, 0.56657613345602598, 0.22963764182826163};
  const Pose3d pose_a{.p = {-11858138.42451651, -2383715.6397223785, -3787902.3100975412}, .q = q},
      pose_b{.p = {-11858588.188845843, -2384385.0318790302, -3789479.3095398946}, .q = q};
  for (int i = 0; i < 1000; ++i) {
    Cache<3> cache{.direction = {std::cos(0.1 * i), std::sin(0.1 * i), std::cos(0.37 * i)}};
    const auto r = distance(place(a, pose_a), place(b, pose_b), {.cache = &cache});
    EXPECT_EQ(r.status, Status::converged) << i;
    EXPECT_LE(r.iterations, 128) << i;
  }
}

/// A corner that slides along the line of an edge, and meets B at 0.12 of its motion. No plane moved A on, and that was
/// taken for a contact at the start.
TEST(Soak, MprCastSaysContactAtTheStartWhereNoPlaneProvesMore) {
  const Tetrahedron3d a{{0.070682692366847807, 0.10023262856417138, -0.17359032621736911},
                        {0.23092837265914787, -0.16754155690294698, -0.22030731343288723},
                        {0.26787076193657461, -0.37297614002559015, 0.096761490694720134},
                        {-0.11022455877957271, 0.28484746450877874, -0.32546926030782347}},
      b{{0.24390249921906773, -0.427988657577344, 0.024920571298095783},
        {0.2482838010438102, -0.3557179339697239, -0.19222209038694107},
        {0.46081129789355441, -0.89552142013356162, 0.066333868584932204},
        {0.20127697745245188, -0.52582375276035176, -0.10284240883804008}};
  const Vec3d motion{-0.19839708498833553, -0.45536563282768033, -0.59466258189675147};
  const auto expected = shape_cast(a, motion, b);
  ASSERT_TRUE(expected.hit);
  EXPECT_NEAR(expected.t, 0.12080955080018455, 16 * epsilon_of<double>);
  const auto r = shape_cast(a, motion, b, {.method = CastMethod::mpr});
  EXPECT_FALSE(r.miss || r.start != StartState::separated);
  EXPECT_LE(r.t_safe, expected.t);
}

/// A corner hits where two faces meet, one of them nearly parallel to the motion: the time was computed from that one,
/// and off by 4e-13.
TEST(Soak, MprCastTakesTheTimeFromAFaceThatIsOnlyGrazed) {
  const Tetrahedron3d a{{-1.078301572533344, -1.8373082043163613, 1.4702516733261464},
                        {-1.9580673987586359, 1.2612586728479613, -1.5487725966739052},
                        {-1.9346702111417504, -0.6986626350895746, -1.6795364976513623},
                        {0.97277120960050023, -1.0621575607442144, 1.123506186976889}},
      b{{47.236603815032595, 31.502674240927039, -48.205778367706586},
        {19.651644071392532, 14.545385769360035, -22.043765405784161},
        {30.321216652112128, 27.297855890027144, -24.683633486552029},
        {40.216856032155853, 9.9090135306293341, -18.60844381484911}};
  const Vec3d motion{100.47168073861114, 61.762905921971466, -95.28893419522602};
  const double entry = 0.21508261145119464, rate = 0.763, size = 118.6, length = 151.6;
  const auto r = shape_cast(a, motion, b, {.method = CastMethod::mpr});
  EXPECT_FALSE(r.miss);
  EXPECT_LE(r.t_safe, entry);
  if (r.hit) {
    EXPECT_NEAR(r.t, entry, 64 * epsilon_of<double> * (size + length) / (rate * length));
  }
}

/// A ball next to an ellipse, apart by less than rounding can resolve: the plane that ended the search was on the other
/// side of the origin, and the upper bound of a depth was below 0.
TEST(Soak, DepthAlongADirectionIsNegativeWhereShapesOnlyTouch) {
  const Ball2d a{.radius = 0.0015000294961828265};
  const Ellipsoid2d b{{0.59425022642075476, 0.065567312523528959}};
  const Rotation2d q{0.0048403952303818594, -0.011428027528582477};
  const Pose2d pose_a{.p = {-0.23176221251085199, 0.54879689471344562}, .q = q}, pose_b{.q = q};
  for (int i = 0; i < 100; ++i) {
    const auto r = depth_along(place(a, pose_a), place(b, pose_b), {std::cos(i), std::sin(i)});
    EXPECT_TRUE(0 <= r.lower && r.lower <= r.depth && r.depth <= r.upper) << i << ": " << r.upper;
  }
}

/// Two hulls: the vertex next to the foot of the perpendicular is as near as the foot, up to rounding, and was taken
/// for it. The bounds had met, and neither plane nor points were those of the answer: off by 1e-8.
TEST(Soak, NormalOfHullsIsThatOfAVertexNextToTheNearestPoint) {
  const Vec3d a[] = {{0, 2, 1}, {0, 2, -2}};
  const Vec3d b[] = {{-2, -1, -2}, {-1, 2, 1}, {-1, 2, 2}, {1, -2, -2}, {1, -2, -1}};
  const Pose3d pose{.p = {-1, -1, -1},
                    .q = {1, -1.5673132975771442e-09, 4.5979353971847381e-10, -3.321244669487078e-09}};
  const auto hull_a = Hull3d::from(a), hull_b = Hull3d::from(b);
  const auto r = detail::signed_distance(*hull_a, place(*hull_b, pose));
  expect_points_along_normal(r, 12);
  EXPECT_EQ(r.normal.z, 0);  // perpendicular to the segment A
  EXPECT_NEAR(r.normal.x, -0.89442719195689, 1e-14);
  EXPECT_NEAR(r.normal.y, -0.44721359358600, 1e-14);
}

/// The same of a segment and a triangle.
TEST(Soak, NormalOfASegmentIsThatOfAVertexNextToTheNearestPoint) {
  const Vec3d a[] = {{1.2349038487720695e-06, 1.0292427793702717e-06, -1.8955144258964984e-06},
                     {2.2592994623181558e-06, -1.0058041109265173e-06, -2.4744109549114237e-07}};
  const Vec3d b[] = {{-2.9072246290688449e-07, 2.574824944489581e-06, -1.4768457955832398e-06},
                     {-3.1978254524299384e-07, 2.2228963735594473e-06, -2.0846994284468821e-06},
                     {2.3552320137176011e-06, 4.988052475415929e-06, -3.8135261109577326e-06}};
  const Pose3d pose_a{.p = {1.4059647974594996e-06, 1.0544735929649422e-06, 1.0544735982256561e-06},
                      .q = {-142.67432085315789, -4.6225629133760293, -58.840322089671545, -77.669968668301351}};
  const Pose3d pose_b{.q = {-0.69004280799011797, 0.056318574040980784, 0.59298364812456172, -0.41114417716415458}};
  const auto hull_a = Hull3d::from(a), hull_b = Hull3d::from(b);
  expect_points_along_normal(detail::signed_distance(place(*hull_a, pose_a), place(*hull_b, pose_b)), 1e-5);
}

}  // namespace
}  // namespace abut
