// fmod/fmod.hpp: the whole library (fmod/eigen.hpp, for programs that use Eigen, stands apart)
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/nn.hpp>
#include <fmod/optim/optim.hpp>
#include <fmod/random/random.hpp>
#include <fmod/transforms/transforms.hpp>
#include <fmod/version.hpp>
