#!/usr/bin/env python3
"""Tries the mutants of mutants.py, for scripts/mutation.sh.

usage: mutant_tests.py learn FOLDER [FILTER]       learns which mutants each test reaches; with FILTER, its tests anew
       mutant_tests.py run FOLDER MINUTES [FILTER] looks for a test that fails with each mutant; with FILTER, tries
                                                   survivors with its tests only
       mutant_tests.py report FOLDER               writes FOLDER/report.md
"""
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

JOBS = os.cpu_count()
# These measure time, so they also fail on a busy machine.
TIMED = "*BusyMachine*:*BusyLink*:*Calibration*:*CostModel*:*DeviceRates*:*Rates.of*"
# What OPENCV_CPU_DISABLE gets, and the tests that run with it, as in scripts/test.sh.
HOST = ("*EveryYuvFormat*/0:*YuvCodes.*/?:*YuvCodes.*/1?:CUDASTRIPE_PackedYuv.*/?:*PackedYuvFloat*:*DecodeRows*:"
        "*CvtEveryYuv*/0:*OperatorValues*/Host*:*RandomChains*/Host")
SETS = {"": "*", "@AVX512F,AVX512BW,AVX512-SKX": HOST, "@AVX512F,AVX512BW,AVX512-SKX,AVX2,FMA3": HOST,
        "@AVX512F,AVX512BW,AVX512-SKX,AVX2,FMA3,SSE4.1": HOST}


def set_of(name):
    return name[name.index("@"):] if "@" in name else ""


class Tests:
    """The test program with mutants, and what is known of it."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder).resolve()
        self.program = self.folder / "build/bin/opencv_test_cudastripe"
        self.chosen = json.loads((self.folder / "chosen.json").read_text())
        # Other mutants need another start.
        state = self.folder / hashlib.sha1(json.dumps([m["key"] for m in self.chosen]).encode()).hexdigest()[:8]
        self.learned, self.results = state / "learned.jsonl", state / "results.jsonl"

    def tests(self, filter_="*"):
        """Names of tests, with "@" and what is disabled for those that run with older instruction sets."""
        wanted = set(self.listed(filter_))
        return [name + disabled for disabled, among in SETS.items() for name in self.listed(among) if name in wanted]

    def listed(self, filter_):
        listed, suite, names = subprocess.check_output(
            [self.program, "--gtest_list_tests", f"--gtest_filter={filter_}-{TIMED}"], text=True), "", []
        for line in listed.splitlines():
            word = line.split("#")[0].strip()
            if not line.startswith(" "):
                suite = word
            else:
                names.append(suite + word)
        return names

    def execute(self, tests, mutant=0, seconds=300, reached="/dev/null"):
        """Runs tests of one instruction set until one fails. Returns how and which, or None."""
        disabled = tests[0].partition("@")[2]
        with tempfile.NamedTemporaryFile("w") as flags, tempfile.NamedTemporaryFile("r", errors="replace") as log:
            flags.write(f"--gtest_filter={':'.join(name.split('@')[0] for name in tests)}\n--gtest_fail_fast\n--gtest_brief=0\n")
            flags.flush()
            try:  # a limit of memory, for mutants of sizes
                status = subprocess.run(
                    ["prlimit", "--as=8000000000", self.program, f"--gtest_flagfile={flags.name}"], stdout=log.fileno(),
                    stderr=subprocess.STDOUT, timeout=seconds, cwd=self.folder,
                    env={"PATH": "/usr/bin:/bin", "OPENCV_CPU_DISABLE": disabled, "CUDASTRIPE_MUTANT": str(mutant),
                         "CUDASTRIPE_MUTANTS_REACHED": reached}).returncode
            except subprocess.TimeoutExpired:
                status = None
            text = pathlib.Path(log.name).read_text(errors="replace")
        begun = re.findall(r"^\[ RUN      \] (\S+)", text, re.M)
        if status == 0:  # a mutant may also change the names of tests, so that some do not run
            ran = {f"{name}@{disabled}" if disabled else name for name in begun}
            return next((("failure", name) for name in tests if name not in ran), None)
        failed = re.search(r"^\[  FAILED  \] ([^\s,]+)", text, re.M)
        how = "time" if status is None else "failure" if failed else "crash"
        name = failed[1] if failed else begun[-1] if begun else tests[0].split("@")[0]
        return how, f"{name}@{disabled}" if disabled else name

    def learn(self, filter_=None):
        known = {} if filter_ else self.read(self.learned, "test")
        self.learned.parent.mkdir(exist_ok=True)
        todo = [name for name in self.tests(filter_ or "*") if name not in known]

        def one(name):
            with tempfile.NamedTemporaryFile("r") as reached:
                began = time.time()
                failed = self.execute([name], reached=reached.name)
                return {"test": name, "ok": not failed, "seconds": round(time.time() - began, 3),
                        "reached": sorted(set(map(int, reached.read().split())))}

        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            for record in pool.map(one, todo):
                self.append(self.learned, record)
        # Once more, together: what fails now depends on time or on other tests.
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            shards = [[name for name in todo[i::JOBS] if set_of(name) == disabled]
                      for disabled in SETS for i in range(JOBS)]
            for flickering in pool.map(self.failing, shards):
                for name in flickering:
                    self.append(self.learned, {"test": name, "ok": False, "seconds": 0, "reached": []})

    def failing(self, tests):
        known, found = self.read(self.learned, "test"), []
        tests = [name for name in tests if known[name]["ok"]]
        while tests and (failed := self.execute(tests, seconds=3600)):
            found.append(failed[1])
            tests = tests[tests.index(failed[1]) + 1:] if failed[1] in tests else []
        return found

    @staticmethod
    def read(path, key):
        lines = path.read_text().splitlines() if path.exists() else []
        return {record[key]: record for record in map(json.loads, lines)}  # the last one of each counts

    @staticmethod
    def append(path, record):
        with path.open("a") as file:
            file.write(json.dumps(record) + "\n")

    def groups(self, tests):
        """Tests of one instruction set, the quickest first: 10, 100, and then what takes 20 s."""
        for disabled in SETS:
            group, size = [], 10
            for test in sorted(tests, key=lambda t: t["seconds"]):
                if set_of(test["test"]) != disabled:
                    continue
                group.append(test)
                if len(group) == size or sum(t["seconds"] for t in group) > 20:
                    yield group
                    group, size = [], 100 if size == 10 else len(tests)
            if group:
                yield group

    def try_mutant(self, mutant, tests, deadline):
        if time.time() > deadline:
            return None
        record, began = {"key": mutant["key"], "tests": len(tests), "state": "survived"}, time.time()
        for group in self.groups(tests):
            names = [t["test"] for t in group]
            while names:
                limit = 20 + 10 * sum(t["seconds"] for t in group)
                failed = self.execute(names, mutant["number"], limit)
                if not failed:
                    break
                # A test that fails without the mutant, or only once, says nothing.
                again = failed if failed[0] == "time" else self.execute(names, mutant["number"], limit)
                if again and again[1] == failed[1] and not self.execute([failed[1]]):
                    return {**record, "state": "killed", "how": failed[0], "by": failed[1],
                            "seconds": round(time.time() - began, 1)}
                record.setdefault("flickered", []).append(failed[1])
                names = names[names.index(failed[1]) + 1:] if failed[1] in names else []
        return {**record, "seconds": round(time.time() - began, 1)}

    def run(self, minutes, filter_=None):
        deadline, results = time.time() + 60 * float(minutes), self.read(self.results, "key")
        among = set(self.tests(filter_)) if filter_ else None
        reaching = collections.defaultdict(list)
        for test in self.read(self.learned, "test").values():
            if test["ok"] and (among is None or test["test"] in among):
                for number in test["reached"]:
                    reaching[number].append(test)
        survived = [m for m in self.chosen if results.get(m["key"], {}).get("state") == "survived"]
        todo = ([m for m in survived if reaching[m["number"]]] if filter_ else
                [m for m in self.chosen if m["key"] not in results])
        todo.sort(key=lambda m: sum(t["seconds"] for t in reaching[m["number"]]))
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            waiting = [pool.submit(self.try_mutant, m, reaching[m["number"]], deadline) for m in todo]
            for done in concurrent.futures.as_completed(waiting):
                if record := done.result():
                    record["tests"] += results.get(record["key"], {"tests": 0})["tests"]
                    self.append(self.results, record)
                    print(record["state"], record["key"], record.get("by", ""), record["seconds"], flush=True)

    def report(self):
        results = self.read(self.results, "key")
        done = [(m, results[m["key"]]) for m in self.chosen if m["key"] in results]
        killed = [r for _, r in done if r["state"] == "killed"]
        left_out = sorted(t["test"] for t in self.read(self.learned, "test").values() if not t["ok"])
        lines = [f"{len(killed)} of {len(done)} mutants are killed: " + ", ".join(
            f"{count} by {how}" for how, count in sorted(collections.Counter(r["how"] for r in killed).items())) + ".", ""]
        lines += [f"{len(self.chosen) - len(done)} of {len(self.chosen)} are still to be tried.", ""]
        lines += [f"Left out are {TIMED.replace(':', ', ')}, and tests that failed without a mutant: "
                  f"{', '.join(left_out) or 'none'}.", "", "## Survivors", ""]
        for mutant, result in sorted(done, key=lambda pair: (pair[0]["file"], pair[0]["line"])):
            if result["state"] == "survived":
                lines += ["- {file}:{line}, mutant {number}: `{original}` became `{changed}`".format(**mutant) +
                          (f"; {result['tests']} tests reach it" if result["tests"] else "; no test reaches it")]
        (self.folder / "report.md").write_text("\n".join(re.sub(r"\s+", " ", line) for line in lines) + "\n")
        print(lines[0])


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    getattr(Tests(sys.argv[2]), sys.argv[1])(*sys.argv[3:])
