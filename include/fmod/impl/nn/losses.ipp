// fmod/impl/nn/losses.ipp: argument checks of losses
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/losses.hpp>

#include <string>

namespace fm::nn::detail {

FM_INLINE void check_loss_shapes(char const* loss, Shape const& prediction, Shape const& target) {
  if (!(prediction == target))
    throw shape_error(std::string(loss) + ": shapes differ: prediction " + to_string(prediction) + ", target " +
                      to_string(target) + "; they do not broadcast, fm::reshape one of them");
}

FM_INLINE void check_label_shape(Shape const& logits, Shape const& labels) {
  if (logits.rank() == 0) throw shape_error("cross_entropy: the logits are a scalar; they need an axis of classes");
  if (!(Shape(logits.begin(), logits.end() - 1) == labels))
    throw shape_error("cross_entropy: logits are " + to_string(logits) + ", labels " + to_string(labels) +
                      "; labels have the logits' shape without the last axis, which is that of the classes");
}
FM_INLINE void check_labels(Shape const& logits, Tensor<int64_t> const& labels) {
  check_label_shape(logits, labels.shape());
  int64_t const classes = logits[-1];
  for (int64_t i = 0; i < labels.size(); ++i) {
    int64_t const label = labels.data()[i];
    if (label >= 0 && label < classes) continue;
    Shape place = labels.shape();
    for (int64_t rest = i, axis = place.rank() - 1; axis >= 0; --axis) {
      int const a = static_cast<int>(axis);
      place[a] = rest % labels.shape()[a];
      rest /= labels.shape()[a];
    }
    throw value_error("cross_entropy: the label at " + to_string(place) + " is " + std::to_string(label) +
                      ", outside [0, " + std::to_string(classes) + "): the logits " + to_string(logits) + " have " +
                      std::to_string(classes) + " classes");
  }
}
FM_INLINE void check_positive(char const* loss, char const* option, double value, bool zero_too) {
  if (!(value > 0 || (zero_too && value == 0)))
    throw value_error(std::string(loss) + ": " + option + " is " + std::to_string(value) + "; it must be " +
                      (zero_too ? "0 or above" : "above 0"));
}

}  // namespace fm::nn::detail
