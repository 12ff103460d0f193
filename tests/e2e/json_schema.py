"""JSON Schema (draft 2020-12), as far as the project's schemas use it."""

import re

ANNOTATIONS = ("$schema", "$defs", "title", "description", "default", "then", "else")
TYPES = {
    "null": lambda value: value is None,
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "number": lambda value: not isinstance(value, bool) and isinstance(value, (int, float)),
    "integer": lambda value: not isinstance(value, bool) and (isinstance(value, int) or isinstance(value, float) and value.is_integer()),
}


def is_same(value, wanted):
    return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)


def is_valid(value, schema, root=None):
    """Whether the value fits the schema. A keyword that is not known here is an error."""
    root = root or schema

    def fits(part, of=value):
        return is_valid(of, part, root)

    def holds(keyword, wanted):
        if keyword in ANNOTATIONS:
            return True
        if keyword == "$ref":
            target = root
            for step in wanted.removeprefix("#/").split("/"):
                target = target[step]
            return fits(target)
        if keyword == "type":
            return any(TYPES[each](value) for each in ([wanted] if isinstance(wanted, str) else wanted))
        if keyword in ("enum", "const"):
            return any(is_same(value, each) for each in (wanted if keyword == "enum" else [wanted]))
        if keyword in ("anyOf", "allOf"):
            return (any if keyword == "anyOf" else all)(fits(each) for each in wanted)
        if keyword == "oneOf":
            return sum(fits(each) for each in wanted) == 1
        if keyword == "if":
            return fits(schema.get("then", {}) if fits(wanted) else schema.get("else", {}))
        if keyword in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"):
            if not TYPES["number"](value):
                return True
            if keyword == "multipleOf":
                return value % wanted == 0
            is_past = value < wanted if keyword.endswith("inimum") else value > wanted
            return not is_past and not (keyword.startswith("exclusive") and value == wanted)
        if keyword in ("pattern", "minLength"):
            if not isinstance(value, str):
                return True
            return len(value) >= wanted if keyword == "minLength" else re.search(re.sub(r"\$$", r"\\Z", wanted), value) is not None
        if keyword in ("items", "prefixItems", "contains", "minItems", "maxItems"):
            if not isinstance(value, list):
                return True
            if keyword in ("minItems", "maxItems"):
                return len(value) >= wanted if keyword == "minItems" else len(value) <= wanted
            if keyword == "contains":
                return any(fits(wanted, each) for each in value)
            if keyword == "prefixItems":
                return all(fits(part, each) for part, each in zip(wanted, value))
            return all(fits(wanted, each) for each in value[len(schema.get("prefixItems", [])):])
        if keyword not in ("required", "properties", "additionalProperties", "propertyNames", "minProperties", "maxProperties"):
            raise ValueError(f"the keyword {keyword} is not known here")
        if not isinstance(value, dict):
            return True
        if keyword == "required":
            return set(wanted) <= set(value)
        if keyword == "properties":
            return all(fits(each, value[name]) for name, each in wanted.items() if name in value)
        if keyword == "additionalProperties":
            others = [value[name] for name in value if name not in schema.get("properties", {})]
            return not others if wanted is False else all(fits(wanted, other) for other in others)
        if keyword == "propertyNames":
            return all(fits(wanted, name) for name in value)
        return len(value) >= wanted if keyword == "minProperties" else len(value) <= wanted

    return all(holds(keyword, wanted) for keyword, wanted in schema.items())
