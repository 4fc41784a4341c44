# __init__.py: the parts of bench/run.py
# SPDX-License-Identifier: MIT
