
#include "referee/base/statistics/distributions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "referee/base/statistics/estimate.hpp"

namespace referee::statistics {
namespace {

TEST(NormalLaw, KnownValues) {
  EXPECT_NEAR(normal_quantile(0.975), z95, 1e-14);
  EXPECT_NEAR(normal_quantile(0.995), 2.5758293035489004, 1e-14);
  EXPECT_NEAR(normal_quantile(1e-10), -6.361340902404056, 1e-12);
  EXPECT_EQ(normal_quantile(0.5), 0);
  EXPECT_NEAR(normal_cdf(1), 0.8413447460685429, 1e-15);
}

// One and two degrees of freedom have closed forms.
TEST(StudentsT, ClosedForms) {
  for (const double p : {1e-6, 0.01, 0.3, 0.7, 0.975, 0.9999}) {
    const double cauchy = std::tan(std::numbers::pi * (p - 0.5));
    EXPECT_NEAR(student_t_quantile(p, 1), cauchy, 1e-10 * std::abs(cauchy));
    const double two = (2 * p - 1) / std::sqrt(2 * p * (1 - p));
    EXPECT_NEAR(student_t_quantile(p, 2), two, 1e-10 * std::abs(two));
  }
}

// Computed with 40 digits by an independent program (mpmath).
TEST(StudentsT, KnownQuantiles) {
  struct Known {
    double p, freedom, t;
  };
  constexpr Known known[] = {
      {0.975, 3, 3.18244630528371},         {0.975, 4, 2.77644510519779},
      {0.975, 5, 2.57058183563632},         {0.95, 10, 1.81246112281168},
      {0.975, 10, 2.22813885198627},        {0.975, 29, 2.0452296421327},
      {0.995, 30, 2.74999565356723},        {0.9995, 7, 5.40788252086173},
      {0.975, 100, 1.98397151852355},       {0.975, 1000, 1.96233908082641},
      {0.975, 1000000.0, 1.95996635681411}, {0.6, 2.5, 0.281459512748548},
  };
  for (const Known& k : known) {
    EXPECT_NEAR(student_t_quantile(k.p, k.freedom), k.t, 1e-13 * k.t) << k.freedom;
    EXPECT_NEAR(student_t_quantile(1 - k.p, k.freedom), -k.t, 1e-13 * k.t) << k.freedom;
  }
}

TEST(StudentsT, QuantileInvertsCdfAndNearsTheNormalLaw) {
  for (const double freedom : {0.7, 1.0, 4.0, 30.0, 398.0, 402.0, 1e4}) {
    double last = -std::numeric_limits<double>::infinity();
    for (double p = 0.01; p < 1; p += 0.07) {
      const double t = student_t_quantile(p, freedom);
      EXPECT_NEAR(student_t_cdf(t, freedom), p, 1e-12);
      EXPECT_GT(t, last);
      last = t;
    }
  }
  EXPECT_NEAR(student_t_quantile(0.975, 1e8), z95, 1e-7);
  EXPECT_EQ(student_t_cdf(0, 5), 0.5);
  EXPECT_EQ(student_t_cdf(std::numeric_limits<double>::infinity(), 5), 1);
}

TEST(Quantiles, RefuseWhatIsNoProbability) {
  EXPECT_THROW(normal_quantile(0), std::invalid_argument);
  EXPECT_THROW(normal_quantile(1), std::invalid_argument);
  EXPECT_THROW(student_t_quantile(std::nan(""), 5), std::invalid_argument);
  EXPECT_THROW(student_t_quantile(0.9, 0), std::invalid_argument);
  EXPECT_THROW(student_t_cdf(1, -1), std::invalid_argument);
}

}  // namespace
}  // namespace referee::statistics
