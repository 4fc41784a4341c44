# rnn_torch.py: bench/rnn.cpp in PyTorch, by its own recurrent layer
# SPDX-License-Identifier: MIT
from common import Program, layer, np, pattern
from with_torch import inference, tensors, torch

p = Program()


def loss(w, xs, start):
    # weights of input and hidden, their biases; has_biases, layers, dropout, training, bidirectional, batch_first
    weights = [w[0], w[2], w[1], torch.zeros(64)]
    return torch.rnn_tanh(xs, start, weights, True, 1, 0.0, False, False, False)[0].square().mean()


def gradient(w, xs, start):
    def run():
        value = loss(w, xs, start)
        return value, torch.autograd.grad(value, w)
    return run


w = layer(64, 64, 1) + [pattern((64, 64), 3, 0.25)]
data = tensors([pattern((256, 32, 64), 7, 2), np.zeros((1, 32, 64), np.float32)])
p.add("value", inference, loss, tensors(w), *data)
p.add("gradient", gradient, tensors(w, grad=True), *data)
p.serve()
