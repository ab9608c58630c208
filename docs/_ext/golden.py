"""Golden vectors as files: JSON with 17 significant digits, NPZ, their schema and their digests.

``write(folder)`` makes the same bytes whenever the package gives the same numbers.
"""

import hashlib
import inspect
import io
import json
import zipfile
from functools import cache, reduce
from pathlib import Path
from typing import Any

import numpy as np
import vectors
from numpy.typing import NDArray

import pe_reference as pe

DATE = (2020, 2, 2, 0, 0, 0)
FILES = {
    "golden.json": "every vector with the call that made it",
    "golden.npz": "the same numbers as NumPy arrays, one file for each",
    "golden.schema.json": "the form of golden.json, as a JSON Schema",
    "SHA256SUMS": "for sha256sum -c SHA256SUMS",
}
PARTS = {"cos": 0, "sin": 1, "hi": 0, "lo": 1}
NAME = {"type": "string", "pattern": "^[a-z0-9_]+(/[a-z0-9_]+)*$"}
CALL = {
    "type": "object",
    "required": ["call", "arguments"],
    "properties": {
        "call": {"type": "string", "description": "a function below pe_reference, as users write it"},
        "part": {"enum": sorted(PARTS), "description": "which of the two results is meant"},
        "arguments": {"type": "object", "additionalProperties": {"$ref": "#/$defs/argument"}},
    },
    "additionalProperties": False,
}
REFERENCE = {
    "type": "object",
    "required": ["vector"],
    "properties": {"vector": NAME},
    "additionalProperties": False,
}
PLAIN = {"type": ["number", "string", "boolean", "null", "array"]}
SHAPE = {"type": "array", "items": {"type": "integer", "minimum": 1}}
VALUES = {
    "description": "nested as deep as shape is long; in float64, null stands for minus infinity: a key that is hidden",
    "type": ["number", "null", "array"],
    "items": {"$ref": "#/$defs/values"},
}
VECTOR = {
    "type": "object",
    "required": ["name", "dtype", "shape", "values"],
    "properties": {
        "name": NAME,
        **CALL["properties"],
        "dtype": {"enum": ["float64", "int64"]},
        "shape": SHAPE,
        "values": {"$ref": "#/$defs/values"},
    },
    "dependentRequired": {"call": ["arguments"]},
    "additionalProperties": False,
}
SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Golden vectors of pe_reference",
    "type": "object",
    "required": ["package", "version", "vectors"],
    "properties": {
        "package": {"const": "pe_reference"},
        "version": {"type": "string"},
        "vectors": {"type": "array", "items": VECTOR},
    },
    "additionalProperties": False,
    "$defs": {"argument": {"anyOf": [CALL, REFERENCE, PLAIN]}, "values": VALUES},
}


@cache
def made() -> dict[str, NDArray[Any]]:
    """Return every vector by name."""
    arrays: dict[str, NDArray[Any]] = {}
    for name, how in vectors.vectors().items():
        value = np.array(value_of(how, arrays) if isinstance(how, vectors.Call) else how)
        arrays[name] = value if value.dtype == np.int64 else value.astype(np.float64)
    return arrays


def value_of(argument: Any, arrays: dict[str, NDArray[Any]]) -> Any:
    """Return what an argument stands for."""
    if isinstance(argument, vectors.Call):
        given = {name: value_of(value, arrays) for name, value in argument.arguments.items()}
        found = function(argument)(**given)
        return found[PARTS[argument.part]] if argument.part else found
    return arrays[argument[1:]] if isinstance(argument, str) and argument[0] == "@" else argument


def function(call: vectors.Call) -> Any:
    return reduce(getattr, call.function.split("."), pe)


def described(argument: Any) -> Any:
    """Return an argument, or a call with all its arguments, as JSON has it."""
    if isinstance(argument, vectors.Call):
        bound = inspect.signature(function(argument)).bind(**argument.arguments)
        bound.apply_defaults()
        part = {"part": argument.part} if argument.part else {}
        whole = {name: described(value) for name, value in bound.arguments.items()}
        return {"call": argument.function, **part, "arguments": whole}
    return {"vector": argument[1:]} if isinstance(argument, str) and argument[0] == "@" else argument


def text(values: Any) -> str:
    """Return numbers as JSON: whole ones as they are, others with 17 significant digits."""
    if isinstance(values, list):
        return f"[{','.join(map(text, values))}]"
    if isinstance(values, int):
        return str(values)
    return "null" if values == -np.inf else f"{values:.16e}"


def as_json(arrays: dict[str, NDArray[Any]]) -> bytes:
    """Return all vectors, one on each line."""
    lines = []
    for name, how in vectors.vectors().items():
        array = arrays[name]
        call = described(how) if isinstance(how, vectors.Call) else {}
        head = {"name": name, **call, "dtype": array.dtype.name, "shape": array.shape}
        lines.append(f'{json.dumps(head, separators=(",", ":"))[:-1]},"values":{text(array.tolist())}}}')
    head = f'{{"package":"pe_reference","version":"{pe.__version__}","vectors":['
    return "\n".join([head, ",\n".join(lines), "]}", ""]).encode()


def as_npz(arrays: dict[str, NDArray[Any]]) -> bytes:
    """Return all vectors as an archive that NumPy opens and everybody can unpack: little-endian, rows first."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as packed:
        for name, array in arrays.items():
            entry = zipfile.ZipInfo(f"{name}.npy", DATE)
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 3, 0o100644 << 16
            content = io.BytesIO()
            np.lib.format.write_array(content, array.astype(array.dtype.newbyteorder("<")), version=(1, 0))
            packed.writestr(entry, content.getvalue())
    return written.getvalue()


def contents() -> dict[str, bytes]:
    """Return the files by name."""
    arrays = made()
    schema = f"{json.dumps(SCHEMA, indent=1)}\n".encode()
    files = {"golden.json": as_json(arrays), "golden.npz": as_npz(arrays), "golden.schema.json": schema}
    sums = "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in files.items())
    return files | {"SHA256SUMS": sums.encode()}


def write(folder: Path) -> None:
    """Write the files into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in contents().items():
        (folder / name).write_bytes(content)
