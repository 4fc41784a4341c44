// fmod/optim/optim.hpp: all of fmod/optim
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/optim/adam.hpp>
#include <fmod/optim/inner_loop.hpp>
#include <fmod/optim/schedules.hpp>
#include <fmod/optim/sgd.hpp>
