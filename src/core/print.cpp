// src/core/print.cpp: compiled part of printing a tensor
// SPDX-License-Identifier: MIT
#include <fmod/impl/core/print.ipp>

namespace fm {

template std::ostream& operator<<(std::ostream&, Tensor<float> const&);
template std::ostream& operator<<(std::ostream&, Tensor<double> const&);
template std::ostream& operator<<(std::ostream&, Tensor<int64_t> const&);
template std::ostream& operator<<(std::ostream&, Tensor<std::uint32_t> const&);
template std::ostream& operator<<(std::ostream&, Tensor<bool> const&);

}  // namespace fm
