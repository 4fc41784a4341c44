# with_torch.py: what the peers in PyTorch share: threads, inputs
# SPDX-License-Identifier: MIT
import common
import torch

torch.set_num_threads(common.THREADS)


def tensors(tree, grad=False):
    if isinstance(tree, dict):
        return {k: tensors(v, grad) for k, v in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)(tensors(part, grad) for part in tree)
    t = torch.from_numpy(tree)
    return t.requires_grad_() if grad else t


def inference(f, *arguments):
    """A step that calls f without any record for derivatives."""
    def run():
        with torch.inference_mode():
            return f(*arguments)
    return run
