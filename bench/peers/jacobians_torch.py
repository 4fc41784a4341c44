# jacobians_torch.py: bench/jacobians.cpp in PyTorch, by torch.func
# SPDX-License-Identifier: MIT
from common import Program, labels, layer, pattern
from torch.nn.functional import cross_entropy
from with_torch import tensors, torch

p = Program()


def network(w, x):
    return w[2] @ torch.tanh(w[0] @ x + w[1]) + w[3]


def loss(w, x, y):
    return cross_entropy(network(w, x), y)


def of_input(x, w):
    return network(w, x)


def scalar_of_input(x, w):
    return network(w, x).square().sum()


def weights(inputs, hidden, outputs):
    return layer(inputs, hidden, 1) + layer(hidden, outputs, 3)


def call(f, *arguments):
    arguments = tensors(arguments)
    return lambda: f(*arguments)


p.add("gradients of 128 samples", call, torch.func.vmap(torch.func.grad(loss), (None, 0, 0)),
      weights(784, 128, 10), pattern((128, 784), 7, 2), labels((128,), 8, 10))
p.add("Jacobian 64 x 64, reverse", call, torch.func.jacrev(of_input), pattern((64,), 7, 2), weights(64, 64, 64))
p.add("Jacobian 64 x 64, forward", call, torch.func.jacfwd(of_input), pattern((64,), 7, 2), weights(64, 64, 64))
p.add("Hessian 32 x 32", call, torch.func.hessian(scalar_of_input), pattern((32,), 7, 2), weights(32, 32, 32))
p.serve()
