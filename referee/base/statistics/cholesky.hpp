// The Cholesky factor of a symmetric positive definite matrix, for the fits of ratings and
// surfaces.
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace referee::statistics {

// The lower triangle L with L L' equal to the matrix.
class Cholesky {
 public:
  Cholesky() = default;
  // `matrix`: size^2 numbers, row by row; only its lower triangle is read. If it is not positive
  // definite, is_definite() is false, and all other results mean nothing.
  Cholesky(std::size_t size, std::vector<double> matrix) : size_(size), cells_(std::move(matrix)) {
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = at(i, j);
        for (std::size_t k = 0; k < j; ++k) sum -= at(i, k) * at(j, k);
        cells_[i * size_ + j] = i == j ? std::sqrt(sum) : sum / at(j, j);
      }
    }
  }

  [[nodiscard]] bool is_definite() const {
    for (std::size_t i = 0; i < size_; ++i) {
      if (!(at(i, i) > 0)) return false;
    }
    return true;
  }
  // The x with L x = right; with L' x = right; with L L' x = right.
  [[nodiscard]] std::vector<double> forward(std::vector<double> right) const {
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j < i; ++j) right[i] -= at(i, j) * right[j];
      right[i] /= at(i, i);
    }
    return right;
  }
  [[nodiscard]] std::vector<double> backward(std::vector<double> right) const {
    for (std::size_t i = size_; i-- > 0;) {
      for (std::size_t j = i + 1; j < size_; ++j) right[i] -= at(j, i) * right[j];
      right[i] /= at(i, i);
    }
    return right;
  }
  [[nodiscard]] std::vector<double> solve(std::vector<double> right) const {
    return backward(forward(std::move(right)));
  }
  // The logarithm of the matrix's determinant.
  [[nodiscard]] double log_determinant() const {
    double sum = 0;
    for (std::size_t i = 0; i < size_; ++i) sum += 2 * std::log(at(i, i));
    return sum;
  }

 private:
  [[nodiscard]] double at(std::size_t row, std::size_t column) const {
    return cells_[row * size_ + column];
  }

  std::size_t size_ = 0;
  std::vector<double> cells_;
};

}  // namespace referee::statistics
