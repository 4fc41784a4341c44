// fmod/nn/nn.hpp: all of fmod/nn: modules, layers, losses, initializers, state dictionaries
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/bind.hpp>
#include <fmod/nn/convolution.hpp>
#include <fmod/nn/losses.hpp>
#include <fmod/nn/mlp.hpp>
#include <fmod/nn/norm.hpp>
#include <fmod/nn/sequential.hpp>
#include <fmod/nn/state_dict.hpp>
#include <fmod/ops/tree.hpp>
