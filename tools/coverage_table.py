#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adds up what gcov counted in a build folder: lines executed per room, and per file below 90 %. See coverage.sh."""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOW = 90.0


def counts_of(notes):
    """{file: {line: count}} of the sources in src/ that one object was compiled from."""
    found = subprocess.run(['gcov', '--json-format', '--stdout', str(notes)], cwd=notes.parent, capture_output=True, text=True)
    counts = collections.defaultdict(dict)
    for report in map(json.loads, filter(None, found.stdout.splitlines())):
        for file in report['files']:
            path = pathlib.Path(os.path.normpath(pathlib.Path(report['current_working_directory']) / file['file']))
            if not path.is_relative_to(ROOT / 'src'):
                continue
            lines = counts[str(path.relative_to(ROOT))]
            for line in file['lines']:
                number = line['line_number']
                lines[number] = lines.get(number, 0) + line['count']
    return counts


def add_up(folder):
    """A line counts as executed if it is in any object: inline functions are in many."""
    total = collections.defaultdict(collections.Counter)
    # gcov never ends on the notes of a compilation that was broken off, which has left no object.
    complete = sorted(notes for notes in folder.rglob('*.gcno') if notes.with_suffix('.o').exists())
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for counts in pool.map(counts_of, complete):
            for file, lines in counts.items():
                total[file].update(lines)
    return total


def share(executed, lines):
    return 100.0 * executed / lines if lines else 100.0


def executed_of(lines):
    return sum(1 for count in lines.values() if count > 0)


def write_uncovered(total, path):
    with open(path, 'w', encoding='utf-8') as out:
        for file in sorted(total):
            source = (ROOT / file).read_text(encoding='utf-8').splitlines()
            for number in sorted(n for n, count in total[file].items() if count == 0):
                out.write(f'{file}:{number}: {source[number - 1].strip() if number <= len(source) else ""}\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--room', action='append', default=[])
    parser.add_argument('--check', type=float, default=0.0)
    chosen = parser.parse_args()
    total = add_up(chosen.folder.resolve())
    if not total:
        sys.exit(f'coverage: {chosen.folder} holds no counts of lines; run tools/coverage.sh first')
    rooms = collections.defaultdict(list)
    for file in sorted(total):
        parts = pathlib.PurePath(file).parts
        if len(parts) > 2 and (not chosen.room or parts[1] in chosen.room):
            rooms[parts[1]].append(file)
    low = []
    for room in sorted(rooms):
        lines = sum(len(total[file]) for file in rooms[room])
        executed = sum(executed_of(total[file]) for file in rooms[room])
        print(f'{room:<12} {share(executed, lines):6.1f} % of {lines} lines')
        if share(executed, lines) < chosen.check:
            low.append(room)
    files = [(share(executed_of(total[f]), len(total[f])), f) for room in rooms for f in rooms[room]]
    print(f'\nfiles below {LOW:.0f} %')
    for part, file in sorted(pair for pair in files if pair[0] < LOW):
        print(f'{part:6.1f} % of {len(total[file]):4d}  {file}')
    write_uncovered(total, chosen.folder / 'uncovered.txt')
    if low:
        sys.exit(f'coverage: below {chosen.check:g} %: {", ".join(low)}')


if __name__ == '__main__':
    main()
