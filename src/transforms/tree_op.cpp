// src/transforms/tree_op.cpp: compiles fmod/impl/transforms/tree_op.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/transforms/tree_op.ipp>
