// Compares the types of src/data.ts with the schemas of what the program writes: a record's types are those of the schema,
// key by key, and the page accepts all that the schema of a report allows.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Returns the exit status of the compiler, which prints what differs. */
export function checkSchemaTypes(web) {
  const folder = mkdtempSync(join(tmpdir(), "toptile-types-"));
  try {
    writeFileSync(join(folder, "schemas.ts"), sourceFor(web));
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ extends: join(web, "tsconfig.json"), compilerOptions: { types: [], noUnusedLocals: false }, include: [], files: ["schemas.ts"] }),
    );
    return spawnSync(process.execPath, [join(web, "node_modules/typescript/bin/tsc"), "-p", folder], { stdio: "inherit" }).status ?? 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function sourceFor(web) {
  const schema = (name) => JSON.parse(readFileSync(join(web, `../schemas/${name}.schema.json`), "utf8"));
  return `import type { GameRecord, ReportData } from ${JSON.stringify(join(web, "src/data.ts"))};

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type WrittenRecord = ${typeOf(schema("game_record"))};
type WrittenReport = ${typeOf(schema("report"))};

// The record of src/data.ts is not the one of schemas/game_record.schema.json when one of these does not compile.
export const record: (written: WrittenRecord) => GameRecord = (written) => written;
export const written: (record: GameRecord) => WrittenRecord = (record) => record;
export const same: Same<GameRecord, WrittenRecord> = true;
// The page does not take what schemas/report.schema.json allows when this does not compile.
export const report: (written: WrittenReport) => ReportData = (written) => written;
`;
}

/** The type of a schema. A number in a range is just a number, and a text is just a text, unless the texts are listed. */
function typeOf(schema, root = schema) {
  if (schema.$ref) return typeOf(schema.$ref.replace("#/", "").split("/").reduce((at, key) => at[key], root), root);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return unionOf(choices.map((choice) => typeOf(choice, root)));
  if ("const" in schema) return nameOf(schema.const);
  if (schema.enum) return unionOf(schema.enum.map(nameOf));
  if (Array.isArray(schema.type)) return unionOf(schema.type.map((type) => typeOf({ ...schema, type }, root)));
  if (schema.type === "array") return `(${schema.items ? typeOf(schema.items, root) : "unknown"})[]`;
  if (schema.type === "object" || schema.properties) return objectOf(schema, root);
  return { integer: "number", number: "number", string: "string", boolean: "boolean", null: "null" }[schema.type] ?? "any";
}

function nameOf(value) {
  if (typeof value === "string") return JSON.stringify(value);
  return value === null ? "null" : typeof value;
}

function unionOf(types) {
  return [...new Set(types)].map((type) => `(${type})`).join(" | ");
}

function objectOf({ properties = {}, required = [], additionalProperties }, root) {
  const keys = Object.entries(properties).map(
    ([key, value]) => `${JSON.stringify(key)}${required.includes(key) ? "" : "?"}: ${typeOf(value, root)};`,
  );
  if (keys.length === 0) return "any";
  return additionalProperties === false ? `{ ${keys.join(" ")} }` : `{ ${keys.join(" ")} [other: string]: any }`;
}
