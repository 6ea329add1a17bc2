#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The model library and the examples of the reference fit the JSON Schema; files with misspelt keys do not.

Leaves with 77 where Python has no jsonschema or yaml (Debian: python3-jsonschema, python3-yaml).
"""
import glob
import json
import re
import sys

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

WRONG = ["key_misspelt", "section_unknown", "frame_without_in", "mass_missing", "contact_without_gap",
         "link_unknown_joint", "event_unknown_action", "handle_without_frame", "version_unknown", "version_missing",
         "shape_key_misspelt", "shape_of_two_kinds", "shape_unknown", "shape_spring_without_coils", "shape_color_unknown",
         "shape_mesh_with_an_absolute_path", "shape_prism_of_two_corners", "view_key_misspelt"]


def main():
    with open("docs/reference/model-file.schema.json") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    failures = 0

    texts = {path: open(path).read() for path in sorted(glob.glob("models/*/*.yaml"))}
    reference = open("docs/reference/model-file.md").read()
    for number, block in enumerate(re.findall(r"```yaml complete\n(.*?)```", reference, re.S)):
        texts[f"example {number} of the reference"] = block
    for name, text in texts.items():
        for error in validator.iter_errors(yaml.safe_load(text)):
            failures += 1
            print(f"{name}: {'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")

    for name in WRONG:
        with open(f"test/errors/files/{name}.yaml") as file:
            if validator.is_valid(yaml.safe_load(file)):
                failures += 1
                print(f"{name}: the schema does not see the mistake")

    print(f"{len(texts)} models fit, {len(WRONG)} mistakes are seen" if failures == 0 else f"{failures} failures")
    return 1 if failures or len(texts) < 30 else 0


sys.exit(main())
