// Runs one kind of the page's tests: node tests/run.mjs units|types|built|engine|engine_built|pages [FILTER]
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const tests = dirname(fileURLToPath(import.meta.url));
const web = dirname(tests);
const mostScriptBytes = 300_000;
/** The compiler of web/built/engine.txt; another version gives other bytes. */
const clangVersion = "19.1.7";

if (!existsSync(join(web, "node_modules/.package-lock.json"))) {
  fail("web/node_modules is not there: ./dev test installs what the page's tests need");
}

const kinds = { units, types, built, engine, engine_built, pages };
const [kind, filter = ""] = process.argv.slice(2);
if (!(kind in kinds)) fail(`there are no tests called ${kind}: it is one of ${Object.keys(kinds).join(", ")}`);
process.exitCode = await kinds[kind]();

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

function node(...args) {
  return spawnSync(process.execPath, args, { cwd: web, stdio: "inherit" }).status ?? 1;
}

function files(end) {
  const found = readdirSync(tests).filter((name) => name.endsWith(end) && name.includes(filter));
  if (found.length === 0) fail(`there is no test *${filter}*${end} in web/tests`);
  return found.map((name) => join(tests, name));
}

async function units() {
  const { build } = await import("esbuild");
  const folder = mkdtempSync(join(tmpdir(), "toptile-units-"));
  try {
    const sources = files(".test.ts");
    await build({
      absWorkingDir: web,
      entryPoints: sources,
      outdir: folder,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node18",
      packages: "external",
      sourcemap: "inline",
      logLevel: "warning",
    });
    // Their folder is not below node_modules, and none of them needs that.
    return node("--test", ...sources.map((source) => join(folder, basename(source, ".ts") + ".mjs")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function types() {
  const { checkSchemaTypes } = await import("./schema_types.mjs");
  return node("node_modules/typescript/bin/tsc", "--noEmit", "--project", web) || checkSchemaTypes(web);
}

async function built() {
  const { readFile } = await import("node:fs/promises");
  const { buildAll, builtFolder } = await import("../build.mjs");
  const files = await buildAll();
  const again = await buildAll();
  for (const [name, text] of Object.entries(files)) {
    const there = await readFile(join(builtFolder, name), "utf8").catch(() => "");
    if (text !== there) fail(`web/built/${name} is not what its sources give: ./dev web builds it anew`);
    if (again[name] !== text) fail(`two builds of ${name} differ`);
    if (Buffer.byteLength(text) > mostScriptBytes) fail(`${name} has more than ${mostScriptBytes} bytes`);
  }
  const page = files["page.html"];
  const script = page.slice(page.lastIndexOf("<script>"), page.lastIndexOf("</script>"));
  const bytes = Buffer.byteLength(script);
  if (bytes > mostScriptBytes) fail(`the page's script has ${bytes} bytes, and ${mostScriptBytes} are the most`);
  if (!page.includes("Permission is hereby granted")) fail("the licence of uPlot is not in the page");
  console.log(`the page: ${Buffer.byteLength(page)} bytes, the script: ${bytes}`);
  return 0;
}

function engine() {
  return node("--test", join(tests, "engine.mjs"));
}

async function engine_built() {
  const run = (...command) => spawnSync(command[0], command.slice(1), { cwd: dirname(web), encoding: "utf8" });
  const version = /clang version ([\d.]+)/.exec(run("clang++-19", "--version").stdout ?? "")?.[1];
  if (version !== clangVersion) {
    console.log(`skipped: the engine was compiled with Clang ${clangVersion}, and here is ${version ?? "no clang++-19"}`);
    return 0;
  }
  for (const command of [["cmake", "--preset", "wasm"], ["cmake", "--build", "--preset", "wasm"]]) {
    const { status, stdout, stderr } = run(...command);
    if (status !== 0) fail(`${command.join(" ")}: ${stdout}${stderr}`);
  }
  const { readFile } = await import("node:fs/promises");
  const { inflateRawSync } = await import("node:zlib");
  const there = inflateRawSync(Buffer.from(await readFile(join(web, "built/engine.txt"), "utf8"), "base64"));
  const built = await readFile(join(dirname(web), "build/wasm/web/wasm/engine.wasm"));
  if (!there.equals(built)) fail("web/built/engine.txt is not what its sources give: ./dev web builds it again");
  console.log(`the engine: ${built.length} bytes`);
  return 0;
}

function pages() {
  return node("--test", ...files("_pages.mjs"));
}
