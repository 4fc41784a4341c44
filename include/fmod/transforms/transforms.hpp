// fmod/transforms/transforms.hpp: all transforms
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/check_grads.hpp>
#include <fmod/transforms/checkpoint.hpp>
#include <fmod/transforms/control_flow.hpp>
#include <fmod/transforms/custom.hpp>
#include <fmod/transforms/grad.hpp>
#include <fmod/transforms/hvp.hpp>
#include <fmod/transforms/implicit.hpp>
#include <fmod/transforms/jacobian.hpp>
#include <fmod/transforms/jet.hpp>
#include <fmod/transforms/jvp.hpp>
#include <fmod/transforms/lift.hpp>
#include <fmod/transforms/ntk.hpp>
#include <fmod/transforms/scan.hpp>
#include <fmod/transforms/stop_gradient.hpp>
#include <fmod/transforms/vjp.hpp>
#include <fmod/transforms/vmap.hpp>
