/// AnyShape owns and tells apart, and changes no answer: in every verb it gives the bits of a ShapeRef to the shape
/// itself, placed or not. tests/unit/shapes/shape_ref_test.cpp compares those with the shapes' own types, and is built
/// with the headers alone, too.
#include <abut/abut.hpp>

#include "unit/answer_bits.hpp"
#include "unit/spaces.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <type_traits>
#include <vector>

namespace abut {
namespace {

using test::AnswerBits;
using test::make_vec;
using test::Random;

static_assert(Operand<AnyShape3f> && Operand<AnyShapeView<double, 2>> && !Shape<AnyShape3f>);
static_assert(std::is_nothrow_move_constructible_v<AnyShape3f> && std::is_nothrow_move_assignable_v<AnyShape3f>);
static_assert(std::is_trivially_copyable_v<detail::ShapeNode<double, 3>>);
static_assert(std::is_convertible_v<Box3f, AnyShape3f> && std::is_convertible_v<HalfSpace3f, AnyShape3f>);
static_assert(!std::is_constructible_v<AnyShape3f, Box3d>, "another scalar");
static_assert(!std::is_constructible_v<AnyShape3f, Box2f>, "another dimension");
static_assert(!std::is_constructible_v<AnyShape3f, Vec3f>, "a point is Point3f{v}");
static_assert(sizeof(AnyShape2f) == 96 && sizeof(AnyShape3f) == 112, "as the head of any_shape.hpp says");
static_assert(sizeof(AnyShape2d) == 112 && sizeof(AnyShape3d) == 184, "as the head of any_shape.hpp says");

template <class S>
concept PlacesTemporaries = requires(const Pose3f& pose) { place(S{}, pose); };
template <class S>
concept MovesTemporaries = requires(const Motion3f& motion) { moving(S{}, motion); };
template <class S>
concept ViewsTemporaries = requires { S{}.view(); };
static_assert(!PlacesTemporaries<AnyShape3f> && !MovesTemporaries<AnyShape3f> && !ViewsTemporaries<AnyShape3f>,
              "the view would dangle");

/// Shapes of all kinds, and what is expected of them.
template <class Space>
struct Judge {
  using T = typename Space::T;
  static constexpr int D = Space::D;
  using V = Vec<T, D>;
  using Any = AnyShape<T, D>;
  using Ref = ShapeRef<T, D>;

  Random random{7};
  std::vector<V> points = [this] {
    std::vector<V> r(9);
    for (V& p : r) p = random.vec<T, D>(1);
    return r;
  }();
  PointSet<T, D> set = *PointSet<T, D>::from(points);
  Hull<T, D> hull = *Hull<T, D>::from(points);
  Box<T, D> box{make_vec<T, D>(1, 2, 0.5)};

  Pose<T, D> pose(double width = 3) {
    Pose<T, D> r{random.vec<T, D>(width), {}};
    const Vec<T, 3> v = random.vec<T, 3>(1);
    if constexpr (D == 2) {
      r.q = {v.x, v.y};
    } else {
      r.q = {v.x, v.y, v.z, T(0.5)};
    }
    return r;
  }

  /// The answers of all verbs of two operands.
  template <class A, class B>
  AnswerBits answers(const A& a, const B& b) const {
    const V v = make_vec<T, D>(1, -2, 0.25);
    Cache<D> cache;
    return AnswerBits(distance(a, b), distance(a, b, {.cache = &cache}), overlap(a, b), separation(a, b),
                      penetration(a, b), depth_along(a, b, v), contact(a, b), separation_gradient(a, b),
                      shape_cast(a, v, b), impact(a, b));
  }
  template <class A, class B>
  TimeOfImpact<T, D> impact(const A& a, const B& b) const {
    Motion<T, D> motion;
    motion.start.p = make_vec<T, D>(4, 5, -1);
    motion.velocity = make_vec<T, D>(-7, -9, 2);
    motion.angle = T(0.5);
    return time_of_impact(moving(a, motion), b);
  }
  /// Those of the verbs of one.
  template <class A>
  AnswerBits answers(const A& a) const {
    const V q = make_vec<T, D>(3, 0.5, -1);
    return AnswerBits(closest_point(q, a), ray_cast(Ray<T, D>{q, -q}, a), aabb(a));
  }

  template <class A, class B>
  void expect_same(const Any& any, const A& a, const Any& any_b, const B& b) {
    EXPECT_EQ(answers(any, any_b), answers(a, b));
    EXPECT_EQ(answers(any, b), answers(a, b)) << "an AnyShape and a shape";
    EXPECT_EQ(answers(any_b, any), answers(b, a)) << "in the other order";
  }

  /// `any` must answer as `shape`, both of which are placed or neither is, alone, against the box, and placed again.
  template <class A>
  void expect_same(const Any& any, const A& shape) {
    SCOPED_TRACE(to_string(any.kind()));
    EXPECT_EQ(answers(any), answers(shape));
    const Ref box_ref = box;
    const Pose<T, D> p = pose(), q = pose();
    expect_same(any, shape, box, box_ref);
    expect_same(any, shape, Any(place(box, q)), place(box_ref, q));
    EXPECT_EQ(answers(place(any, p)), answers(place(shape, p)));
    EXPECT_EQ(answers(place(any, p), box), answers(place(shape, p), box_ref));
    EXPECT_EQ(answers(place(place(any, p), q), box), answers(place(place(shape, p), q), box_ref));
  }

  /// The shape plain, inflated, placed, and both. `kind` is what it must be recognized as.
  template <Shape S>
  void expect_all(const S& shape, ShapeKind kind) {
    const Pose<T, D> p = pose();
    const Any plain = shape;
    EXPECT_EQ(plain.kind(), kind);
    EXPECT_EQ(plain.radius(), T(0));
    EXPECT_EQ(plain.pose(), nullptr);
    expect_same(plain, Ref(shape));
    const Any placed(shape, p);
    ASSERT_NE(placed.pose(), nullptr);
    EXPECT_EQ(*placed.pose(), p);
    expect_same(placed, place(Ref(shape), p));
    const auto grown = inflate(shape, T(0.25));
    const Any inflated = inflate(plain, T(0.25));
    EXPECT_EQ(inflated.kind(), kind);
    // A composed shape is inflated behind a ShapeRef: its own type is known no more.
    const auto grown_ref = inflate(Ref(shape), T(0.25));
    const Ref expected = kind == ShapeKind::composed ? Ref(grown_ref) : Ref(grown);
    expect_same(inflated, expected);
    expect_same(inflate(placed, T(0.25)), place(expected, p));
    EXPECT_EQ(inflate(plain, T(0)), plain);
    if constexpr (detail::is_owning<std::remove_const_t<decltype(grown)>> || std::same_as<S, PointSet<T, D>>) {
      EXPECT_EQ(Any(place(shape, p)) == placed, kind != ShapeKind::composed) << "composed anew, it is another";
      EXPECT_EQ(Any(grown) == inflated, kind != ShapeKind::composed);
      EXPECT_EQ(Any(place(grown, p)) == inflate(placed, T(0.25)), kind != ShapeKind::composed);
      expect_same(Any(place(grown, p)), place(Ref(grown), p));
    }
    expect_invalid(inflate(plain, T(-8)));
  }

  void expect_invalid(const Any& any) {
    EXPECT_EQ(distance(any, box).status, Status::invalid_argument);
    EXPECT_EQ(aabb(any).max.x, detail::infinity<T>);
  }
};
template <class Space>
struct AnyShapes : ::testing::Test {
  Judge<Space> judge;
};
TYPED_TEST_SUITE(AnyShapes, test::Spaces);

TYPED_TEST(AnyShapes, OfFixedSizeGiveTheSameBits) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto a = make_vec<T, D>(0.5, 0, 0.125), b = make_vec<T, D>(-1, 0.25, 1), c = make_vec<T, D>(0, 1, -0.5);
  this->judge.expect_all(Point<T, D>{a}, ShapeKind::point);
  this->judge.expect_all(Segment<T, D>{a, b}, ShapeKind::segment);
  this->judge.expect_all(Triangle<T, D>{a, b, c}, ShapeKind::triangle);
  this->judge.expect_all(Box<T, D>{make_vec<T, D>(0.5, 1, 0.75)}, ShapeKind::box);
  this->judge.expect_all(Ball<T, D>{a, T(0.5)}, ShapeKind::ball);
  this->judge.expect_all(Capsule<T, D>{a, b, T(0.125)}, ShapeKind::capsule);
  this->judge.expect_all(Ellipsoid<T, D>{make_vec<T, D>(0.5, 1, 0.75)}, ShapeKind::ellipsoid);
}

TYPED_TEST(AnyShapes, OfPointsGiveTheSameBits) {
  this->judge.expect_all(this->judge.set, ShapeKind::points);
  this->judge.expect_all(this->judge.hull, ShapeKind::hull);
}

TYPED_TEST(AnyShapes, ThatAreComposedGiveTheSameBits) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Ball<T, D> ball{make_vec<T, D>(0.5, 0, 0.125), T(0.5)};
  const auto v = make_vec<T, D>(0.5, 1, 0.75);
  this->judge.expect_all(sweep(this->judge.box, v), ShapeKind::composed);
  this->judge.expect_all(minkowski_sum(this->judge.box, ball), ShapeKind::composed);
  this->judge.expect_all(hull_of(this->judge.box, ball), ShapeKind::composed);
  this->judge.expect_all(scale(ball, v), ShapeKind::composed);
  this->judge.expect_all(inflate(place(this->judge.box, this->judge.pose()), T(0.5)), ShapeKind::composed);
  const auto lambda = [p = v](const Vec<T, D>& d) { return d.x > 0 ? p : -p; };
  this->judge.expect_all(custom<Vec<T, D>>(lambda), ShapeKind::composed);
}

template <class T>
struct AnyShapesOfOneDimension : ::testing::Test {};
TYPED_TEST_SUITE(AnyShapesOfOneDimension, test::Scalars);

TYPED_TEST(AnyShapesOfOneDimension, GiveTheSameBitsIn3D) {
  using T = TypeParam;
  Judge<test::Space<T, 3>> judge;
  const Vec<T, 3> a{T(0.5), 0, T(0.125)}, b{-1, T(0.25), 1}, c{0, 1, T(-0.5)}, d{1, 1, 1};
  judge.expect_all(Tetrahedron<T>{a, b, c, d}, ShapeKind::tetrahedron);
  judge.expect_all(Cylinder<T>{T(0.5), T(0.75), Axis::y}, ShapeKind::cylinder);
  judge.expect_all(Cone<T>{T(0.5), T(0.75), Axis::x}, ShapeKind::cone);
}

TYPED_TEST(AnyShapesOfOneDimension, GiveTheSameBitsIn2D) {
  using T = TypeParam;
  Judge<test::Space<T, 2>> judge;
  judge.expect_all(*Polygon<T>::from({{0, 0}, {2, 0}, {2, 1}, {1, 2}, {0, 1}}), ShapeKind::polygon);
}

/// ShapeRef itself is compared with the shape's own type elsewhere; this is the chain as a whole, for one of each way.
TEST(AnyShape, GivesTheBitsOfTheShapesOwnType) {
  const Box3f box{{1, 2, 3}};
  const Pose3f p{{4, 1, 0}, {1, 2, 3, 4}};
  const auto hull = *Hull3f::from(std::vector<Vec3f>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}});
  const auto round = inflate(Cylinder3f{1, 2}, 0.5F);
  EXPECT_EQ(AnswerBits(distance(AnyShape3f(box), AnyShape3f(hull, p))), AnswerBits(distance(box, place(hull, p))));
  EXPECT_EQ(AnswerBits(distance(AnyShape3f(box), AnyShape3f(box, p))), AnswerBits(distance(box, place(box, p))));
  EXPECT_EQ(AnswerBits(distance(AnyShape3f(round), AnyShape3f(box, p))), AnswerBits(distance(round, place(box, p))));
  EXPECT_EQ(AnswerBits(separation(AnyShape3f(hull), AnyShape3f(round))), AnswerBits(separation(hull, round)));
}

TYPED_TEST(AnyShapes, OfHalfSpacesGiveTheSameBits) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Any = AnyShape<T, D>;
  const HalfSpace<T, D> ground{make_vec<T, D>(0, 1), T(-2)};
  const Any any = ground;
  EXPECT_EQ(any.kind(), ShapeKind::half_space);
  EXPECT_TRUE(any.is_half_space());
  this->judge.expect_same(any, ground);
  const auto p = this->judge.pose();
  this->judge.expect_same(Any(ground, p), place(ground, p));
  EXPECT_EQ(Any(place(ground, p)), Any(ground, p));
  EXPECT_EQ(aabb(any).max.y, T(-2));
  EXPECT_EQ(aabb(any).min.y, -detail::infinity<T>);
  EXPECT_EQ(inflate(any, T(0.5)), Any(HalfSpace<T, D>{ground.normal, T(-1.5)}));
}

TYPED_TEST(AnyShapes, OfTwoHalfSpacesAreInvalidArguments) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Any = AnyShape<T, D>;
  const Any a = HalfSpace<T, D>{}, b(HalfSpace<T, D>{}, this->judge.pose());
  const auto v = make_vec<T, D>(1, 0);
  EXPECT_EQ(distance(a, b).status, Status::invalid_argument);
  EXPECT_EQ(overlap(a, b).status, Status::invalid_argument);
  EXPECT_EQ(separation(a, a).status, Status::invalid_argument);
  EXPECT_EQ(penetration(b, a).status, Status::invalid_argument);
  EXPECT_EQ(depth_along(a, b, v).status, Status::invalid_argument);
  EXPECT_EQ(contact(a, b).status, Status::invalid_argument);
  EXPECT_EQ(separation_gradient(a, b).separation.status, Status::invalid_argument);
  EXPECT_EQ(shape_cast(a, v, b).status, Status::invalid_argument);
  EXPECT_EQ(time_of_impact(moving(a, Motion<T, D>{}), b).status, Status::invalid_argument);
  EXPECT_EQ(distance(a, HalfSpace<T, D>{}).status, Status::invalid_argument);
}

TYPED_TEST(AnyShapes, HaveTheMassOfTheShape) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Any = AnyShape<T, D>;
  const auto p = this->judge.pose();
  const auto expect_mass = [&](const auto& shape) {
    EXPECT_EQ(AnswerBits(*mass_properties(Any(shape))), AnswerBits(mass_properties(shape)));
    EXPECT_EQ(AnswerBits(*mass_properties(Any(shape, p))), AnswerBits(mass_properties(shape, p)));
  };
  expect_mass(this->judge.box);
  expect_mass(this->judge.hull);
  expect_mass(Box<T, D>{-make_vec<T, D>(1, 1, 1)});
  if constexpr (D == 2) expect_mass(*Polygon<T>::from({{0, 0}, {2, 0}, {1, 2}}));
  EXPECT_EQ(mass_properties(Any(HalfSpace<T, D>{})).error(), MassError::unbounded);
  EXPECT_EQ(mass_properties(Any(this->judge.set)).error(), MassError::unknown);
  EXPECT_EQ(mass_properties(Any(sweep(this->judge.box, make_vec<T, D>(1, 0)))).error(), MassError::unknown);
  EXPECT_EQ(mass_properties(inflate(Any(this->judge.box), T(1))).error(), MassError::unknown);
}

/// `reference` is equal to it and independent of it.
template <class Any>
void expect_survives(const Any& shape, const Any& reference) {
  SCOPED_TRACE(to_string(shape.kind()));
  Any copy = shape, other;
  EXPECT_EQ(copy, shape);
  EXPECT_NE(copy, other);
  Any moved = std::move(copy);
  EXPECT_EQ(moved, reference);
  EXPECT_EQ(copy, Any()) << "a moved-from AnyShape is a point";  // NOLINT(bugprone-use-after-move)
  other = std::move(moved);
  EXPECT_EQ(other, reference);
  EXPECT_EQ(moved, Any());  // NOLINT(bugprone-use-after-move)
  Any& self = other;
  other = self;
  EXPECT_EQ(other, reference);
  other = std::move(self);
  EXPECT_EQ(other, reference);
  moved = other;
  other = Any();
  EXPECT_EQ(moved, reference);
  EXPECT_EQ(AnswerBits(distance(moved, Any())), AnswerBits(distance(reference, Any())));
}

TYPED_TEST(AnyShapes, AreCopiedMovedAndCompared) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Any = AnyShape<T, D>;
  const auto v = make_vec<T, D>(1, 2, 3);
  const Any swept = sweep(this->judge.box, v);
  for (const Any& shape : {Any(this->judge.box), Any(this->judge.set), Any(this->judge.hull, this->judge.pose()),
                           Any(HalfSpace<T, D>{}), swept, inflate(swept, T(1))}) {
    expect_survives(shape, shape);
  }
  expect_survives(Any(this->judge.set), Any(this->judge.set));
  expect_survives(Any(this->judge.hull), Any(this->judge.hull));
  EXPECT_NE(Any(this->judge.box), Any(Box<T, D>{v + v}));
  EXPECT_NE(Any(Ellipsoid<T, D>{v}), Any(Box<T, D>{v})) << "the same numbers";
  EXPECT_NE(Any(this->judge.box), Any(this->judge.box, this->judge.pose()));
  EXPECT_NE(Any(this->judge.box, Pose<T, D>{v, {}}), Any(this->judge.box, Pose<T, D>{}));
  EXPECT_NE(Any(this->judge.box), inflate(Any(this->judge.box), T(1)));
  EXPECT_NE(Any(this->judge.set), Any(*PointSet<T, D>::from(std::span(this->judge.points).first(8))));
  EXPECT_NE(swept, Any(sweep(this->judge.box, v))) << "another composed shape";
}

TYPED_TEST(AnyShapes, AreKeptByAGrowingVector) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Any = AnyShape<T, D>;
  std::vector<Any> scene;
  for (int i = 0; i < 100; ++i) {
    scene.emplace_back(*Hull<T, D>::from(this->judge.points), Pose<T, D>{make_vec<T, D>(4 * i, 0), {}});
    scene.push_back(Box<T, D>{make_vec<T, D>(1, 1, 1)});
    scene.push_back(place(scene[0], Pose<T, D>{make_vec<T, D>(0, 5), {}}));
  }
  const Any first(this->judge.hull, Pose<T, D>{});
  EXPECT_EQ(scene[0], first);
  EXPECT_EQ(scene[299], Any(this->judge.hull, Pose<T, D>{make_vec<T, D>(0, 5), {}}));
  scene.erase(scene.begin(), scene.begin() + 298);
  EXPECT_EQ(AnswerBits(distance(scene[1], this->judge.box)),
            AnswerBits(distance(place(this->judge.hull, Pose<T, D>{make_vec<T, D>(0, 5), {}}), this->judge.box)));
}

TYPED_TEST(AnyShapes, OwnTheirPoints) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Any = AnyShape<T, D>;
  auto short_lived = std::make_unique<std::vector<Vec<T, D>>>(this->judge.points);
  const Any set = *PointSet<T, D>::from(*short_lived);
  for (Vec<T, D>& p : *short_lived) p = {};
  short_lived.reset();
  EXPECT_EQ(set, Any(this->judge.set));
  const auto* held = set.template get_if<PointSet<T, D>>();
  ASSERT_NE(held, nullptr);
  EXPECT_EQ(held->points().size(), this->judge.points.size());
  const auto hull = std::make_shared<const Hull<T, D>>(this->judge.hull);
  const auto v = make_vec<T, D>(1, 1, 1);
  const Any swept(sweep(*hull, v), hull);
  EXPECT_EQ(hull.use_count(), 2);
  EXPECT_EQ(AnswerBits(distance(swept, this->judge.box)),
            AnswerBits(distance(sweep(this->judge.hull, v), this->judge.box)));
}

TYPED_TEST(AnyShapes, GiveBackWhatTheyHold) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Any = AnyShape<T, D>;
  const Any box = inflate(Any(this->judge.box, this->judge.pose()), T(0.5)), hull = this->judge.hull,
            ground = HalfSpace<T, D>{};
  ASSERT_NE((box.template get_if<Box<T, D>>()), nullptr);
  EXPECT_EQ((*box.template get_if<Box<T, D>>()), this->judge.box);
  EXPECT_EQ(box.radius(), T(0.5));
  EXPECT_EQ((box.template get_if<Ellipsoid<T, D>>()), nullptr);
  ASSERT_NE((hull.template get_if<Hull<T, D>>()), nullptr);
  EXPECT_EQ((hull.template get_if<Hull<T, D>>()->vertices()), this->judge.hull.vertices());
  EXPECT_EQ((*ground.template get_if<HalfSpace<T, D>>()), (HalfSpace<T, D>{}));
  EXPECT_EQ((ground.template get_if<Box<T, D>>()), nullptr);
}

TEST(AnyShape, IsAPointAtTheOriginByDefault) {
  const AnyShape3d any;
  EXPECT_EQ(any, AnyShape3d(Point3d{}));
  EXPECT_EQ(distance(any, Ball3d{.center = {3, 0, 0}, .radius = 1}).distance, 2);
}

}  // namespace
}  // namespace abut
