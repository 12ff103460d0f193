// Builds what is compiled into the program: built/page.html and built/table.html, each one file with script and style in it, and
// site.html, site.js and site.css, which the pages of a league's site share. The same sources give the same bytes. With --engine, it also packs the
// engine for pages that `cmake --build --preset wasm` made, as built/engine.txt.
//   node build.mjs [--engine ENGINE.wasm]
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { build } from "esbuild";
import { deflateRawSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
export const builtFolder = join(here, "built");
export const placeholder = "<!--toptile-data-->";

/** A module that is imported as "script:PATH" is the bundled script as text, for a worker. */
export const scripts = {
  name: "scripts",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^script:/ }, ({ path, resolveDir }) => ({ path: join(resolveDir, path.slice("script:".length)), namespace: "script" }));
    onLoad({ filter: /.*/, namespace: "script" }, async ({ path }) => ({ contents: (await bundle(path)).script, loader: "text" }));
  },
};

async function bundle(entry) {
  const { outputFiles } = await build({
    plugins: [scripts],
    absWorkingDir: here,
    entryPoints: [entry],
    outfile: "page.js",
    write: false,
    bundle: true,
    format: "iife",
    target: "es2022",
    minify: true,
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
  });
  const text = (end) => outputFiles.find((file) => file.path.endsWith(end))?.text.trim() ?? "";
  return { script: text(".js"), style: text(".css") };
}

// esbuild keeps only comments that are marked as legal ones, and uPlot's is not.
async function licences() {
  const text = await readFile(join(here, "node_modules/uplot/LICENSE"), "utf8");
  return `/*! uPlot\n${text.trim()}\n*/\n`;
}

// Escapes text that would end the element, or keep it from ending. In a script, such text is only in strings and regular
// expressions.
function escapeScript(script) {
  return script.replace(/<(?=\/script|!--|script)/gi, "\\x3C");
}

function fill(template, parts) {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name) => {
    if (!(name in parts)) throw new Error(`src/page.html: there is no part named ${name}`);
    return parts[name];
  });
}

async function buildPage(entry, licence) {
  const { script, style } = await bundle(entry);
  const safeScript = escapeScript(licence + script);
  if (/<\/style/i.test(style)) throw new Error("the style would end its own element");
  const hash = createHash("sha256").update(safeScript).digest("base64");
  const page = fill(await readFile(join(here, "src/page.html"), "utf8"), {
    script: safeScript,
    style,
    scriptSource: `'sha256-${hash}'`,
  });
  if (page.split(placeholder).length !== 2) throw new Error(`the page must have one ${placeholder}`);
  return page;
}

/** The shared files of a site, by their names. */
export async function buildSite() {
  const { script, style } = await bundle("src/site/main.ts");
  const page = await readFile(join(here, "src/site.html"), "utf8");
  return { "site.html": page, "site.js": (await licences()) + script + "\n", "site.css": style + "\n" };
}

/** The engine as text: raw deflate in base64. */
export async function packEngine(file) {
  return deflateRawSync(await readFile(file), { level: 9 }).toString("base64");
}

/** All built files but the engine, by their names. */
export async function buildAll() {
  return { "page.html": await buildPage("src/main.ts", await licences()), "table.html": await buildPage("src/table/main.ts", ""), ...(await buildSite()) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [flag, engine] = process.argv.slice(2);
  if (flag !== undefined && (flag !== "--engine" || engine === undefined)) throw new Error("usage: node build.mjs [--engine ENGINE.wasm]");
  const files = await buildAll();
  if (engine) files["engine.txt"] = await packEngine(engine);
  await mkdir(builtFolder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(builtFolder, name), text);
    console.log(`${join(builtFolder, name)}: ${Buffer.byteLength(text)} bytes`);
  }
}
