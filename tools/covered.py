#!/usr/bin/env python3
"""Which tests reach what no other does: tools/covered.py [BUILD]

Builds the tests by clang with counters (in BUILD, default build/covered), runs each, and orders them so that each next one
adds the most counters a second: the number it adds, the share of all that are reached so far, and the time up to there. The
rest adds none. tests/CMakeLists.txt leaves out of the sanitized build what stands far down: the memory that it touches is
touched by others. It takes an hour of two processors, and half a gigabyte.
"""
import glob
import os
import re
import subprocess
import sys

BUILD = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else 'build/covered')
COUNTED = '-fprofile-instr-generate'


def build():
    flags = [f'-DCMAKE_{kind}_LINKER_FLAGS={COUNTED}' for kind in ('EXE', 'SHARED', 'MODULE')]
    subprocess.run(['cmake', '-B', BUILD, '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=Release', '-DCMAKE_C_COMPILER=clang',
                    '-DCMAKE_CXX_COMPILER=clang++', f'-DCMAKE_C_FLAGS={COUNTED}', '-DTRAMA_WERROR=OFF', *flags],
                   check=True, stdout=subprocess.DEVNULL)
    subprocess.run(['cmake', '--build', BUILD], check=True)


def tests():
    said = subprocess.run(['ctest', '--test-dir', BUILD, '-N'], check=True, capture_output=True, text=True).stdout
    return re.findall(r'Test +#\d+: (test_\w+)', said)


def run(test):
    """Seconds that the test took; its counters are in files of its own, one for each program."""
    at = os.path.join(BUILD, 'counted', test)
    for old in glob.glob(at + '/*'):
        os.remove(old)
    said = subprocess.run(['ctest', '--test-dir', BUILD, '-R', f'^{test}$'], capture_output=True, text=True,
                          env=os.environ | {'LLVM_PROFILE_FILE': at + '/%m.profraw'}).stdout
    took = re.search(r'Passed +([\d.]+) sec', said)
    if not took:
        print(f'failed: {test}', file=sys.stderr)
    return float(took[1]) if took else float('nan')


def reached(test):
    """The counters of the sources that are above 0: function and number."""
    at = os.path.join(BUILD, 'counted', test)
    raw, merged = glob.glob(at + '/*.profraw'), at + '/merged'
    tool = next(t for t in ('llvm-profdata', 'llvm-profdata-14') if subprocess.call(['which', t], stdout=subprocess.DEVNULL) == 0)
    subprocess.run([tool, 'merge', '-failure-mode=all', '-o', merged, *raw], check=True, stderr=subprocess.DEVNULL)
    said = subprocess.run([tool, 'show', '--all-functions', '--counts', merged], check=True, capture_output=True, text=True).stdout
    found, function = set(), ''
    for line in said.splitlines():
        if re.match(r'  \S.*:$', line):
            function = line.strip()[:-1]
        elif 'counts: [' in line and 'tests/' not in function:
            numbers = line[line.index('[') + 1:line.index(']')].split(',')
            found |= {(function, i) for i, n in enumerate(numbers) if n.strip() not in ('', '0')}
        elif 'Function count:' in line and 'tests/' not in function and not line.endswith(' 0'):
            found.add((function, -1))
    return found


def main():
    build()
    seconds = {test: run(test) for test in tests()}
    left = {test: reached(test) for test in seconds if seconds[test] == seconds[test]}
    everything = set().union(*left.values())
    print(f'{len(left)} tests, {sum(seconds[t] for t in left):.0f} s, {len(everything)} counters')
    got, spent = set(), 0.0
    while left:
        best = max(left, key=lambda t: len(left[t] - got) / (seconds[t] + 0.1))
        new = left.pop(best) - got
        if not new:
            print('nothing new:', best, *sorted(left))
            break
        got |= new
        spent += seconds[best]
        print(f'{best:36} {len(new):7} {100 * len(got) / len(everything):7.2f} % {spent:8.1f} s')


main()
