#!/usr/bin/env python3
"""Chooses mutants for scripts/mutation.sh, and writes a copy of the sources that has them.

usage: mutants.py choose ROOT FOLDER      writes FOLDER/source, FOLDER/mutant.hpp and FOLDER/chosen.json
       mutants.py drop ROOT FOLDER LOG    drops mutants that the compiler refused
"""
import collections
import json
import pathlib
import random
import re
import subprocess
import sys

COUNT, SEED = 200, 20261126
FOLDERS = [f"src/{name}/" for name in ("plan", "lane", "api", "op")]
SWAPPED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "/", "/": "*",
           "%": "*", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "&", "&&": "||", "||": "&&", "+=": "-=", "-=": "+=",
           "*=": "/=", "/=": "*=", "|=": "&=", "&=": "|=", "<<=": ">>=", ">>=": "<<="}
HEADER = """// Included before every file of the copy.
#pragma once
#include <atomic>
#include <cstdio>
#include <cstdlib>

struct Mutants
{
    int active = std::getenv("CUDASTRIPE_MUTANT") ? std::atoi(std::getenv("CUDASTRIPE_MUTANT")) : 0;
    std::atomic<bool> reached[%d] = {};
    ~Mutants()
    {
        const char* const name = std::getenv("CUDASTRIPE_MUTANTS_REACHED");
        if (std::FILE* const file = name ? std::fopen(name, "a") : nullptr) {
            for (int k = 0; k < %d; ++k)
                if (reached[k])
                    std::fprintf(file, "%%d\\n", k);
            std::fclose(file);
        }
    }
};
inline Mutants mutants;

inline bool mutant(int k)
{
    if (!mutants.reached[k].load(std::memory_order_relaxed))
        mutants.reached[k].store(true, std::memory_order_relaxed);
    return mutants.active == k;
}
""" % (COUNT + 1, COUNT + 1)


class Places:
    """Finds what can be changed in the sources."""

    def __init__(self, root):
        from clang import cindex
        self.root, self.cindex, self.found, self.seen = root, cindex, [], set()
        self.kinds, self.types = cindex.CursorKind, cindex.TypeKind
        self.parser = cindex.Index.create()

    def parse(self, file):
        arguments = ["-std=c++17", f"-I{self.root}/include", "-isystem/usr/include/opencv4", "-DCVAPI_EXPORTS"]
        unit = self.parser.parse(f"{self.root}/{file}", arguments, options=1)  # with a record of macros
        macros, tops = collections.defaultdict(list), []
        self.collect(unit.cursor, macros, tops)
        for name, cursor in tops:
            self.file, self.text, self.macros = name, (self.root / name).read_bytes().decode("latin-1"), macros[name]
            self.visit(cursor, [], False)
        self.seen.update(name for name, _ in tops)

    def collect(self, cursor, macros, tops):
        for child in cursor.get_children():
            name = str(child.location.file)
            if child.kind in (self.kinds.NAMESPACE, self.kinds.LINKAGE_SPEC):  # files are also included within them
                self.collect(child, macros, tops)
            elif name.startswith(f"{self.root}/src/"):
                name = str(pathlib.Path(name).resolve().relative_to(self.root))
                if child.kind == self.kinds.MACRO_INSTANTIATION:
                    macros[name].append((child.extent.start.offset, child.extent.end.offset))
                elif name.startswith(tuple(FOLDERS)) and name not in self.seen:
                    tops.append((name, child))

    def source(self, cursor):
        return self.text[cursor.extent.start.offset:cursor.extent.end.offset]

    def visit(self, cursor, parents, in_function):
        kinds, start, end = self.kinds, cursor.extent.start.offset, cursor.extent.end.offset
        if not str(cursor.extent.start.file).endswith("/" + self.file.split("/")[-1]) or any(
                first <= start and end <= last for first, last in self.macros):
            return
        code = self.source(cursor)
        if cursor.kind == kinds.STATIC_ASSERT or cursor.kind == kinds.PARM_DECL or re.match(
                r"((static|inline|explicit|friend|template\s*<[^{;]*?>|CV_CUDASTRIPE_HD)\s+)*constexpr\b", code):
            return
        if in_function:
            self.consider(cursor, parents, code)
        children = list(cursor.get_children())
        if cursor.kind == kinds.CASE_STMT or cursor.kind == kinds.IF_STMT and re.match(r"if\s+constexpr", code):
            children = children[1:]
        if cursor.kind == kinds.CALL_EXPR and re.match("format|refuse", cursor.spelling):  # texts of errors
            children = []
        for child in children:
            self.visit(child, parents + [cursor], in_function or child.kind == kinds.COMPOUND_STMT or
                       cursor.kind in (kinds.FIELD_DECL, kinds.CONSTRUCTOR) and child.kind.is_expression())

    def add(self, cursor, kind, original, changed):
        self.found.append({"file": self.file, "start": cursor.extent.start.offset, "end": cursor.extent.end.offset,
                           "kind": kind, "original": original, "changed": changed})

    def consider(self, cursor, parents, code):
        kinds, parent = self.kinds, parents[-1]
        children = list(cursor.get_children())
        if cursor.kind in (kinds.BINARY_OPERATOR, kinds.COMPOUND_ASSIGNMENT_OPERATOR) and len(children) == 2:
            left, right = children
            middle = self.text[left.extent.end.offset:right.extent.start.offset]
            if middle.strip() in SWAPPED:
                self.add(cursor, "operator", f"({code})", "({}{}{})".format(
                    self.source(left), middle.replace(middle.strip(), SWAPPED[middle.strip()]), self.source(right)))
        elif cursor.kind == kinds.INTEGER_LITERAL:
            before = self.text[:cursor.extent.start.offset].rstrip()[-1]
            if parent.kind not in (kinds.DECL_REF_EXPR, kinds.MEMBER_REF_EXPR) and (
                    before != "<" or parent.kind == kinds.BINARY_OPERATOR) and (
                    before in "=({" or parent.kind not in (kinds.VAR_DECL, kinds.FIELD_DECL)):
                self.add(cursor, "literal", code, f"{code} + 1")
        elif cursor.kind == kinds.CALL_EXPR and re.match(r"std::(min|max)\b", code):
            swapped = {"min": "max", "max": "min"}[code[5:8]]
            self.add(cursor, "minmax", f"({code})", f"(std::{swapped}{code[8:]})")
        elif cursor.kind == kinds.RETURN_STMT and children:
            self.returned(children[0])
        if cursor.kind in (kinds.IF_STMT, kinds.CONDITIONAL_OPERATOR) and children[0].kind.is_expression() and not re.match(
                r"if\s+constexpr", code):
            condition = self.source(children[0])
            self.add(children[0], "condition", f"bool({condition})", f"!({condition})")
        if parent.kind in (kinds.COMPOUND_STMT, kinds.IF_STMT) and self.is_call_or_assignment(cursor) and re.match(
                r"\s*;", self.text[cursor.extent.end.offset:]):
            self.add(cursor, "statement", f"void({code})", "void()")

    def is_call_or_assignment(self, cursor):
        children = list(cursor.get_children())
        if cursor.kind == self.kinds.UNEXPOSED_EXPR and len(children) == 1:
            return self.is_call_or_assignment(children[0])
        if cursor.kind == self.kinds.BINARY_OPERATOR and len(children) == 2:
            return self.text[children[0].extent.end.offset:children[1].extent.start.offset].strip() == "="
        return cursor.kind in (self.kinds.CALL_EXPR, self.kinds.COMPOUND_ASSIGNMENT_OPERATOR)

    def returned(self, value):
        kind, code = value.type.get_canonical().kind, self.source(value)
        if kind == self.types.BOOL:
            self.add(value, "return", f"bool({code})", f"!({code})")
        elif kind == self.types.POINTER:
            self.add(value, "return", f"({code})", "nullptr")
        elif self.types.CHAR_U.value <= kind.value <= self.types.LONGDOUBLE.value:
            self.add(value, "return", f"({code})", f"({code}) + 1")


class Copy:
    """FOLDER with the chosen mutants."""

    def __init__(self, root, folder):
        self.root, self.folder = pathlib.Path(root).resolve(), pathlib.Path(folder).resolve()
        chosen = self.folder / "chosen.json"
        self.chosen = json.loads(chosen.read_text()) if chosen.exists() else []
        self.dropped = self.folder / "dropped.txt"

    def sources(self):
        listed = subprocess.check_output(["git", "ls-files", "-co", "--exclude-standard"], cwd=self.root, text=True)
        return [name for name in listed.splitlines() if (self.root / name).is_file()]

    def places(self, files):
        cache = self.folder / "places.json"
        newest = max(pathlib.Path(name).stat().st_mtime for name in [__file__] + [self.root / name for name in files])
        if not cache.exists() or cache.stat().st_mtime < newest:
            places = Places(self.root)
            for name in files:
                if name.endswith(".cpp"):
                    places.parse(name)
            cache.write_text(json.dumps(places.found))
        return json.loads(cache.read_text())

    def choose(self):
        files = [name for name in self.sources() if name.startswith(tuple(FOLDERS)) and name.endswith((".cpp", ".hpp"))]
        found = self.places(files)
        lines = {folder: sum(len((self.root / name).read_text().splitlines()) for name in files if name.startswith(folder))
                 for folder in FOLDERS}
        dropped = set(self.dropped.read_text().splitlines()) if self.dropped.exists() else set()
        chosen = []
        for folder in FOLDERS:
            wanted = round(COUNT * sum(list(lines.values())[:FOLDERS.index(folder) + 1]) / sum(lines.values())) - len(chosen)
            order = sorted((p for p in found if p["file"].startswith(folder)),
                           key=lambda p: (p["file"], p["start"], p["end"], p["kind"]))
            random.Random(SEED).shuffle(order)
            for place in order:
                place["key"] = "{file}:{start}:{kind}".format(**place)
                apart = all(place["file"] != other["file"] or place["end"] <= other["start"] or
                            other["end"] <= place["start"] for other in chosen)
                if wanted and apart and place["key"] not in dropped:
                    chosen.append(place)
                    wanted -= 1
        # A mutant keeps its number, so that few files are compiled again if another one is dropped.
        numbers = {m["key"]: m["number"] for m in self.chosen}
        free = sorted(set(range(1, COUNT + 1)) - {numbers.get(m["key"]) for m in chosen}, reverse=True)
        for place in chosen:
            place["number"] = numbers.get(place["key"]) or free.pop()
        self.write_copy(chosen)
        (self.folder / "chosen.json").write_text(json.dumps(sorted(chosen, key=lambda m: m["number"]), indent=1))
        print(len(found), "places,", len(chosen), "chosen,", len(dropped), "dropped;",
              dict(collections.Counter(m["kind"] for m in chosen)))

    def write_copy(self, chosen):
        wanted = {f"source/{name}": (self.root / name).read_bytes() for name in self.sources()}
        for place in sorted(chosen, key=lambda m: m["start"], reverse=True):
            name = "source/" + place["file"]
            text = wanted[name].decode("latin-1")
            place["line"] = text.count("\n", 0, place["start"]) + 1
            new = "(mutant({number}) ? {changed} : {original})".format(**place)
            new = re.sub(r"\s*(//[^\n]*)?\n\s*", " ", new)  # one line, which the compiler names in errors
            wanted[name] = (text[:place["start"]] + new + text[place["end"]:]).encode("latin-1")
        wanted["mutant.hpp"] = HEADER.encode()
        for name, content in wanted.items():  # only what has changed is touched
            path = self.folder / name
            if not path.exists() or path.read_bytes() != content:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
                path.chmod((self.root / name[7:]).stat().st_mode if name.startswith("source/") else 0o644)
        for path in (self.folder / "source").rglob("*"):
            if path.is_file() and str(path.relative_to(self.folder)) not in wanted:
                path.unlink()

    def drop(self, log):
        text, found = pathlib.Path(log).read_text(), set()
        for pattern in (r"source/(src/[^:\s]+):(\d+):\d+: error", r"source/(src/[^:\s]+):(\d+)"):
            for name, line in set(re.findall(pattern, text)):
                copied = (self.folder / "source" / name).read_text("latin-1").splitlines()
                found.update(re.findall(r"\bmutant\((\d+)\)", copied[int(line) - 1]))
            if found:
                break
        if not found:
            sys.exit(f"no mutant is to blame for the errors in {log}")
        with self.dropped.open("a") as file:
            file.writelines(m["key"] + "\n" for m in self.chosen if str(m["number"]) in found)
        print("dropped:", *sorted(found))


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    getattr(Copy(*sys.argv[2:4]), sys.argv[1])(*sys.argv[4:])
