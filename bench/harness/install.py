# install.py: the packages that peers need, the virtual environment, the build; what machine this is
# SPDX-License-Identifier: MIT
import os
import platform
import shutil
import subprocess
import sys

BUILD = ["g++", "cmake", "ninja-build", "libboost-dev", "libeigen3-dev", "librandom123-dev", "nlohmann-json3-dev",
         "python3-venv"]
PEERS = ["libadolc-dev", "libtrilinos-sacado-dev", "libdnnl-dev", "libopenblas-dev"]
# One after the other: a peer that has no wheel for this machine is left out. The CPU build of PyTorch is not on PyPI: its
# ordinary wheel works on the CPU, and brings gigabytes that are not used.
PYTHON = [["numpy"], ["jax[cpu]"], ["torch"], ["mlx[cpu]"]]


def installed(package):
    state = subprocess.run(["dpkg-query", "-W", "-f", "${Status}", package], capture_output=True, text=True).stdout
    return "ok installed" in state


def packages():
    if not shutil.which("apt-get"):
        print("This is no Debian system; the programs are built with what is there.")
        return
    missing = [p for p in BUILD + PEERS if not installed(p)]
    if not missing:
        return
    rights = [] if os.geteuid() == 0 else ["sudo"]
    quiet = {"stdout": subprocess.DEVNULL}
    subprocess.run(rights + ["apt-get", "update", "-qq"], **quiet)
    for package in missing:
        print("installing", package, flush=True)
        done = subprocess.run(rights + ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq",
                                        "--no-install-recommends", package], **quiet)
        if done.returncode and package in BUILD:
            sys.exit(f"could not install {package}")


def environment(python, root):
    folder = os.path.dirname(os.path.dirname(python))
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    for names in PYTHON:
        module = names[0].split("[")[0]
        if subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode == 0:
            continue
        print("installing", *names, flush=True)
        if subprocess.run([python, "-m", "pip", "install", "-q", *names]).returncode:
            print(f"{module} could not be installed, it is left out")


def programs(root, folder):
    subprocess.run(["cmake", "--preset", "bench", "-B", folder, "--log-level=WARNING"], cwd=root, check=True)
    subprocess.run(["cmake", "--build", folder, "-j", os.environ.get("JOBS", "2")], cwd=root, check=True)


def machine(python, threads):
    """What the figures were measured with."""
    cpu = platform.processor()
    if os.path.exists("/proc/cpuinfo"):
        lines = [l.split(":", 1)[1].strip() for l in open("/proc/cpuinfo") if l.startswith(("model name", "flags"))]
        widest = next((s for s in ("avx512f", "avx2", "avx") if s in lines[1].split()), "")
        cpu = f"{lines[0]}, {widest}, {os.cpu_count()} cores"
    script = ("import importlib.metadata as m\nfor p in ('jax', 'torch', 'mlx'):\n"
              "  try: print(p, m.version(p))\n  except m.PackageNotFoundError: pass")
    versions = subprocess.run([python, "-c", script], capture_output=True, text=True).stdout.split("\n")
    compiler = subprocess.run(["g++", "-dumpfullversion"], capture_output=True, text=True).stdout.strip()
    for package, name in (("libadolc-dev", "ADOL-C"), ("libtrilinos-sacado-dev", "Sacado"),
                          ("libopenblas0-pthread", "OpenBLAS"), ("libdnnl-dev", "oneDNN"), ("libeigen3-dev", "Eigen")):
        if shutil.which("dpkg-query") and installed(package):
            shown = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True)
            versions.append(f"{name} {shown.stdout.split('-')[0].split('+')[0]}")
    return {"cpu": cpu, "versions": ", ".join([f"g++ {compiler}"] + [v for v in versions if v])}
