import { realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isBuiltin, SourceMap } from 'node:module'
import path from 'node:path'

/** The module with the props and parts of slots. */
const API = 'colophon/site'
const REACT = /^react(?:\/jsx(?:-dev)?-runtime)?$/
/** Stands for `process` in the code of components until the plugin has found it. */
const PROCESS = '__process_of_a_component__'
/** What a component must not contain, in the code that esbuild writes of it. */
const REFUSED = [
  { pattern: PROCESS, why: '`process` is not available: components get all data as props' },
  {
    // esbuild would accept a name that begins with a fixed text, and compile all files that it may stand for.
    pattern: /\bimport(?:\.\w+)?\((?!(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')[,)])/,
    why: 'import() needs a fixed name, so that the file is compiled',
  },
]
const CODE = /\.(?:[cm]?[jt]sx?|json)$/
const IN_PACKAGE = /[\\/]node_modules[\\/]/

/**
 * Limits what the components of a site folder import: files of the folder, React, `colophon/site` and packages that are installed in the
 * folder. `targets` are the modules of the last two, and decide how they are linked.
 *
 * @param {string} folder
 * @param {{ api: string | undefined, react(name: string, kind: string): import('esbuild').OnResolveResult }} targets
 * @returns {import('esbuild').Plugin}
 */
export function limitImports(folder, { api, react }) {
  const root = realpathSync(folder) + path.sep
  return {
    name: 'limit imports of components',
    setup(build) {
      build.onResolve({ filter: /.*/ }, async ({ path: name, importer, resolveDir, kind, pluginData, namespace }) => {
        if (kind === 'entry-point' || pluginData === SKIP || namespace !== 'file') return undefined
        if (REACT.test(name)) return react(name, kind)
        if (name === API) return api === undefined ? refuse(API_IN_ISLAND) : { path: api, external: true }
        if (isBuiltin(name)) return refuse(explainBuiltin(name, importer))
        const found = await build.resolve(name, { importer, resolveDir, kind, pluginData: SKIP })
        if (found.errors.length > 0) return refuse(explainMissing(name))
        if (!found.path.startsWith(root)) return refuse(explainOutside(name))
        return found.namespace === 'file' && !CODE.test(found.path) ? refuse(explainAsset(name)) : found
      })
      build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path: file, namespace }) => {
        if (namespace !== 'file' || IN_PACKAGE.test(file)) return undefined
        const text = await readFile(file, 'utf8')
        return /\bprocess\b|\bimport\s*[(./]/.test(text) ? { errors: await findRefused(build, file, text) } : undefined
      })
    },
  }
}

const SKIP = Symbol('resolved by esbuild')

const refuse = (/** @type {string} */ text) => ({ errors: [{ text }] })

const API_IN_ISLAND = `An island runs in the browser, where ${API} has types only: write "import type", or use the part in a slot`

function explainBuiltin(/** @type {string} */ name, /** @type {string} */ importer) {
  const who = IN_PACKAGE.test(importer) ? 'This package' : 'A component'
  return `${who} cannot import ${name}, a module of Node.js: components only draw the data that they get as props`
}

/** @param {string} name */
function explainMissing(name) {
  if (/^[./]/.test(name)) return `There is no file ${name}`
  if (name.startsWith('@/')) return `${name} is code of the site: components get all data as props`
  return `${name} cannot be imported: it is not a package that is installed in the site folder`
}

/** @param {string} name */
function explainOutside(name) {
  if (/^[./]/.test(name)) {
    return `${name} is outside of the site folder: components import files of that folder, react, and ${API}`
  }
  return `The package ${name} is not installed in the site folder: run npm install ${name} there`
}

/** @param {string} name */
const explainAsset = (name) =>
  `${name} is not code: put rules into theme.css, and pictures and other files into public/`

/** Returns the errors of what the code of a component must not contain. */
async function findRefused(
  /** @type {import('esbuild').PluginBuild} */ build,
  /** @type {string} */ file,
  /** @type {string} */ text,
) {
  const loader = /** @type {import('esbuild').Loader} */ (path.extname(file).replace(/^\.[cm]?/, ''))
  const transformed = await build.esbuild
    .transform(text, {
      loader,
      jsx: 'automatic',
      define: { process: PROCESS, 'globalThis.process': PROCESS },
      sourcemap: 'external',
      sourcefile: file,
      logLevel: 'silent',
    })
    // esbuild reports the errors of syntax when it loads the file.
    .catch(() => undefined)
  if (transformed === undefined) return []
  const lines = transformed.code.split('\n')
  const map = new SourceMap(JSON.parse(transformed.map))
  return REFUSED.flatMap(({ pattern, why }) => {
    const line = lines.findIndex((each) => each.search(pattern) !== -1)
    if (line === -1) return []
    const entry = map.findEntry(line, lines[line]?.search(pattern) ?? 0)
    const original = 'originalLine' in entry ? entry.originalLine : 0
    return [{ text: why, location: { file, line: original + 1, lineText: text.split('\n')[original] } }]
  })
}
