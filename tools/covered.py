#!/usr/bin/env python3
"""What is reached: tools/covered.py tests|baseline|lines [BUILD]

Builds by clang with counters (in BUILD, default build/covered).

    tests      runs each test, and orders them so that each next one adds the most counters a second: the number it adds,
               the share of all that are reached so far, and the time up to there. The rest adds none. tests/CMakeLists.txt
               leaves out of the sanitized build what stands far down: the memory that it touches is touched by others.
               It takes an hour of two processors, and half a gigabyte.
    baseline   runs configs/regression and its refusals, and prints the files of the numerical rooms by the counters that no
               case reaches, with the functions that none calls, and the share of counters that are reached. What is never
               reached no baseline can guard.
    lines      lists for each source line of lib the files of configs/regression that run it (refused: tools/refusals.sh), and
               for each source those that run any of it: FILE:LINE or FILE, then their names. tools/mutants.sh asks no others.
               It builds in build/lines by default, which takes three minutes of two processors with the runs.

Counters are in memory that the program shares with its file and with what it forks, so that it does not matter how a
process ends.
"""
import collections
import glob
import os
import re
import resource
import subprocess
import sys
import tempfile

BUILD = os.path.abspath(sys.argv[2] if len(sys.argv) > 2 else 'build/lines' if sys.argv[1:] == ['lines'] else 'build/covered')
COUNTED = '-fprofile-instr-generate -mllvm -runtime-counter-relocation'
ROOMS = 'model force interaction rows rigid collision integrator linear measure'.split()


def build(*targets, more=''):
    flags = [f'-DCMAKE_{kind}_LINKER_FLAGS=-fprofile-instr-generate' for kind in ('EXE', 'SHARED', 'MODULE')]
    subprocess.run(['cmake', '-B', BUILD, '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=Release', '-DCMAKE_C_FLAGS_RELEASE=-O1',
                    '-DCMAKE_C_COMPILER=clang', '-DCMAKE_CXX_COMPILER=clang++', f'-DCMAKE_C_FLAGS={COUNTED}{more}',
                    '-DTRAMA_WERROR=OFF', *flags], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(['cmake', '--build', BUILD, *(['--target', *targets] if targets else [])], check=True, stdout=sys.stderr)


def tool(name):
    return next(t for t in (name, name + '-14') if subprocess.call(['which', t], stdout=subprocess.DEVNULL) == 0)


def merged(at):
    raw, into = glob.glob(at + '/*.profraw'), at + '/merged'
    subprocess.run([tool('llvm-profdata'), 'merge', '-failure-mode=all', '-o', into, *raw], check=True, stderr=subprocess.DEVNULL)
    return into


def counts(at):
    """The counters of each function whose name or source is not of the tests, from the files in the folder `at`."""
    said = subprocess.run([tool('llvm-profdata'), 'show', '--all-functions', '--counts', merged(at)], check=True,
                          capture_output=True, text=True).stdout
    found, function = {}, ''
    for line in said.splitlines():
        if re.match(r'  \S.*:$', line):
            function = line.strip()[:-1]
        elif 'Function count:' in line and 'tests/' not in function:
            found[function] = [int(line.split(':')[1])]
        elif 'counts: [' in line and 'tests/' not in function:
            found[function] += [int(n) for n in line[line.index('[') + 1:line.index(']')].split(',') if n.strip()]
    return found


def profiled(at):
    os.makedirs(at, exist_ok=True)
    return os.environ | {'LLVM_PROFILE_FILE': at + '/%p%c.profraw'}


def tests():
    """Those that a check runs sanitized."""
    subprocess.run(['cmake', '--preset', 'asan+ubsan'], check=True, stdout=subprocess.DEVNULL)
    said = subprocess.run(['ctest', '--preset', 'asan+ubsan', '-N', '-LE', 'slow'], check=True, capture_output=True, text=True).stdout
    return re.findall(r'Test +#\d+: (test_\w+)', said)


def run(test, at):
    """Processor seconds of the test and its programs."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run(['ctest', '--test-dir', BUILD, '-R', f'^{test}$'], capture_output=True, text=True,
                          env=profiled(at)).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if not re.search(r'Passed +[\d.]+ sec', said):
        print(f'failed: {test}', file=sys.stderr)
        return float('nan')
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def reached(test):
    """The seconds of a test, and the counters that it raises: function and number."""
    with tempfile.TemporaryDirectory(dir=BUILD) as at:
        seconds = run(test, at)
        return seconds, {(f, i) for f, of in counts(at).items() for i, n in enumerate(of) if n} if seconds == seconds else set()


def order_tests():
    build()
    all_tests = {test: reached(test) for test in tests()}
    left = {test: found for test, (seconds, found) in all_tests.items() if found}
    everything = set().union(*left.values())
    print(f'{len(left)} tests, {sum(all_tests[t][0] for t in left):.0f} s, {len(everything)} counters')
    got, spent = set(), 0.0
    while left:
        best = max(left, key=lambda t: len(left[t] - got) / (all_tests[t][0] + 0.1))
        new = left.pop(best) - got
        if not new:
            print('nothing new:', best, *sorted(left))
            break
        got |= new
        spent += all_tests[best][0]
        print(f'{best:36} {len(new):7} {100 * len(got) / len(everything):7.2f} % {spent:8.1f} s')


def sources():
    """The file of each function of the numerical rooms: static ones are told by the names of their files."""
    files = [f for room in ROOMS for f in glob.glob(f'lib/{room}/**/*.c', recursive=True)]
    place = {os.path.basename(f): f for f in files}
    shared = {}
    for f in files:
        for name in re.findall(r'^[a-z][^;={}\n]*?\b(trama_\w+)\([^;]*?\)\n\{', open(f).read(), re.M):
            shared[name] = f
    return lambda function: place.get(function.split(':')[0]) if ':' in function else shared.get(function)


def judge_baseline():
    build('trama_program')
    with tempfile.TemporaryDirectory(dir=BUILD) as at:
        subprocess.run([BUILD + '/trama', 'run', *sorted(glob.glob('configs/regression/*.yaml')), '-o', at + '/results', '--quiet'],
                       env=profiled(at), check=True)
        subprocess.run(['tools/refusals.sh', BUILD + '/trama'], env=profiled(at), check=True, stdout=subprocess.DEVNULL)
        found = counts(at)
    source_of, never, raised, all_counters = sources(), collections.defaultdict(list), collections.Counter(), collections.Counter()
    for function, of in found.items():
        file = source_of(function)
        if file:
            raised[file] += sum(n > 0 for n in of)
            all_counters[file] += len(of)
            if not of[0]:
                never[file].append(function.split(':')[-1])
    for file in sorted(all_counters, key=lambda f: raised[f] - all_counters[f]):
        if raised[file] < all_counters[file]:
            print(f'{file}: {raised[file]} of {all_counters[file]}; never called: {" ".join(sorted(never[file])) or "none"}')
    reached_of, of_all = sum(raised.values()), sum(all_counters.values())
    print(f'{reached_of} of {of_all} counters: {100 * reached_of / of_all:.1f} %')


def lines_of(name):
    """The lines of lib, FILE:LINE, that one file of the baseline runs; with `refused` those that refusals run."""
    with tempfile.TemporaryDirectory(dir=BUILD) as at:
        case = ['run', f'configs/regression/{name}.yaml', '--threads', '2' if name == 'parallel' else '1', '-o', at + '/results', '--quiet']
        command = ['tools/refusals.sh', BUILD + '/trama'] if name == 'refused' else [BUILD + '/trama', *case]
        subprocess.run(command, env=profiled(at), check=True, stdout=subprocess.DEVNULL)
        said = subprocess.run([tool('llvm-cov'), 'export', '-format=lcov', '-instr-profile', merged(at), BUILD + '/trama'], check=True,
                              capture_output=True, text=True).stdout
    file = ''
    for entry in said.splitlines():
        if entry.startswith('SF:'):
            file = entry.rpartition('/lib/')[2] if '/lib/' in entry else ''
        elif entry.startswith('DA:') and file and not entry.endswith(',0'):
            yield f"lib/{file}:{entry[3:].split(',')[0]}"


def list_lines():
    build('trama_program', more=' -fcoverage-mapping')
    names = [os.path.basename(f)[:-5] for f in sorted(glob.glob('configs/regression/*.yaml'))]
    of = collections.defaultdict(list)
    for name in ['refused', *names]:
        lines = set(lines_of(name))
        for place in lines | {line.split(':')[0] for line in lines}:
            of[place].append(name)
    # Counters of functions that are static know the name of their file alone, so those of files of one name are mixed up.
    alike = collections.Counter(os.path.basename(f) for f in glob.glob('lib/**/*.c', recursive=True))
    for place in of:
        if ':' not in place or alike[os.path.basename(place.split(':')[0])] == 1:
            print(place, *of[place])


MODES = {'tests': order_tests, 'baseline': judge_baseline, 'lines': list_lines}
if len(sys.argv) < 2 or sys.argv[1] not in MODES:
    sys.exit(__doc__)
MODES[sys.argv[1]]()
