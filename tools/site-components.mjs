import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { TARGET } from './browser-scripts.mjs'
import { limitImports } from './component-imports.mjs'
import { BLOCKS, NOTION_NAMES, SLOTS } from './slot-names.mjs'

/** Where the components of site folders and themes are compiled to, relative to the project: one folder for each. */
const COMPILED = 'dist/components'
const THEMES = 'themes'
/** See `getProjectFolder` in `lib/settings/env.ts`. */
const PROJECT = process.env.COLOPHON_PROJECT ?? process.cwd()
/** The product's own files that the compiled components depend on. */
const TOOLS = ['tools/site-components.mjs', 'tools/component-imports.mjs', 'tools/slot-names.mjs', 'package-lock.json']
/** Blocks of types that Notion may add. */
const TYPE_NAME = /^[a-z][a-z0-9_]*$/
const ISLAND_NAME = /^[A-Z][A-Za-z0-9]*$/

/**
 * The components of one folder. Files are relative to the folder, modules to the folder of the result. The same interface is in
 * `lib/slots/registry.ts`.
 *
 * @typedef {{ file: string, module: string }} Compiled
 * @typedef {{ slots: Record<string, Compiled>, blocks: Record<string, Compiled>, islands: Record<string, Compiled & { script: string }> }} Components
 */

/** Thrown if components cannot be compiled. The message names each file and line. */
export class ComponentsError extends Error {
  /** @override */
  name = 'ComponentsError'
}

/**
 * Compiles the components of the site folder, of all themes, and of `sites/<name>/site` of several sites on one machine, if one of their
 * files changed. Needs the compiled project. Throws a {@link ComponentsError} that names every mistake.
 *
 * @param {[siteDir?: string, sitesDir?: string]} folders
 */
export async function compileComponents(...folders) {
  const problems = await findComponentProblems(...folders)
  if (problems.length > 0) throw new ComponentsError(problems.join('\n'))
}

/** Compiles components like {@link compileComponents}, and returns a line for every mistake. */
export async function findComponentProblems(siteDir = findSiteFolder(), sitesDir = 'sites') {
  const themes = readFolder(THEMES).map(({ name }) => path.join(THEMES, name))
  const sites = readFolder(sitesDir).map(({ name }) => path.resolve(sitesDir, name, 'site'))
  const folders = [...themes, ...new Set([...sites, path.resolve(siteDir)])]
  /** @type {string[]} */
  const problems = []
  for (const folder of folders) {
    try {
      await compileFolder(folder)
    } catch (error) {
      if (!(error instanceof ComponentsError)) throw error
      problems.push(...error.message.split('\n'))
    }
  }
  return problems
}

/** Returns the site folder. Relative paths are those of the project, as in `lib/settings/env.ts`. */
const findSiteFolder = () => path.resolve(PROJECT, process.env.SITE_DIR?.trim() || 'site')

/** Returns the name of the compiled components of a folder. The same is in `lib/slots/registry.ts`. */
const getKey = (/** @type {string} */ folder) =>
  createHash('sha256')
    .update(path.relative(process.cwd(), path.resolve(folder)))
    .digest('hex')
    .slice(0, 12)

/** Removes the compiled components of a site folder. */
export const removeComponents = (/** @type {string} */ folder) =>
  rmSync(path.join(COMPILED, getKey(folder)), { recursive: true, force: true })

async function compileFolder(/** @type {string} */ folder) {
  const output = path.join(COMPILED, getKey(folder))
  const found = listComponents(folder)
  const hasNames = found.problems.length === 0
  if (hasNames && found.files.length === 0) {
    removeComponents(folder)
    return
  }
  const { react } = JSON.parse(readFileSync('dist/scripts.json', 'utf8'))
  if (hasNames && isCurrent(output, found.files, react)) return
  const islands = found.files.filter(({ kind }) => kind === 'islands')
  const problems = new Set(found.problems)
  /** Notes what is wrong, so that all mistakes of a folder are named at once. */
  const note = (/** @type {unknown} */ error) => {
    if (!(error instanceof ComponentsError)) throw error
    for (const line of error.message.split('\n')) problems.add(line)
  }
  const server = await compileForServer(folder, found.files).catch(note)
  const browser = await compileForBrowser(folder, islands, react).catch(note)
  if (problems.size > 0 || !server || !browser) throw new ComponentsError([...problems].join('\n'))
  /** @type {Components} */
  const components = { slots: {}, blocks: {}, islands: {} }
  for (const { kind, name, file } of found.files) {
    const compiled = { file, module: server.modules.get(file) ?? '' }
    if (kind === 'islands') components.islands[name] = { ...compiled, script: browser.modules.get(file) ?? '' }
    else components[kind][name] = compiled
  }
  const hash = createHash('sha256').update(JSON.stringify(components))
  for (const { contents } of [...server.outputs, ...browser.outputs]) hash.update(contents)
  const inputs = [...new Set([...server.inputs, ...browser.inputs, ...TOOLS])].sort()
  const result = {
    version: hash.digest('hex').slice(0, 12),
    react,
    found: found.files,
    inputs: Object.fromEntries(inputs.map((file) => [file, hashFile(file)])),
    ...components,
  }
  // A site that starts meanwhile lists everything in the folder of the results.
  const temporary = `${COMPILED}-${path.basename(output)}.${process.pid}`
  rmSync(temporary, { recursive: true, force: true })
  for (const { path: file, contents } of server.outputs) write(path.join(temporary, path.basename(file)), contents)
  for (const { path: file, contents } of browser.outputs) {
    write(path.join(temporary, 'scripts', path.basename(file)), contents)
  }
  write(path.join(temporary, 'components.json'), JSON.stringify(result))
  mkdirSync(COMPILED, { recursive: true })
  rmSync(output, { recursive: true, force: true })
  renameSync(temporary, output)
}

/** Whether a folder was compiled from the files that it has now. */
function isCurrent(/** @type {string} */ output, /** @type {Found[]} */ files, /** @type {string} */ react) {
  const file = path.join(output, 'components.json')
  if (!existsSync(file)) return false
  const known = JSON.parse(readFileSync(file, 'utf8'))
  if (known.react !== react || JSON.stringify(known.found) !== JSON.stringify(files)) return false
  return Object.entries(known.inputs).every(([each, hash]) => existsSync(each) && hashFile(each) === hash)
}

/** @typedef {{ kind: 'slots' | 'blocks' | 'islands', name: string, file: string }} Found */

/** Lists the components of a folder, and the files that are none. */
export function listComponents(/** @type {string} */ folder) {
  /** @type {Found[]} */
  const files = []
  /** @type {string[]} */
  const problems = []
  const add = (
    /** @type {Found['kind']} */ kind,
    /** @type {string} */ within,
    /** @type {(name: string) => string | undefined} */ explain,
  ) => {
    for (const entry of readFolder(path.join(folder, within))) {
      const file = path.join(within, entry.name)
      const { name, ext } = path.parse(entry.name)
      if (entry.isDirectory()) {
        if (file !== path.join('components', 'block')) problems.push(`${show(folder, file)}: ${OTHER_FOLDER}`)
        continue
      }
      if (entry.name.startsWith('.')) continue
      const problem = ext === '.tsx' ? explain(name) : 'components are .tsx files'
      if (problem === undefined) files.push({ kind, name, file })
      else problems.push(`${show(folder, file)}: ${problem}. ${OTHER_FOLDER}`)
    }
  }
  add('slots', 'components', (name) => {
    if (SLOTS.includes(name)) return undefined
    const meant = SLOTS.find((each) => each.toLowerCase() === name.toLowerCase().replace(/[-_ ]/g, ''))
    if (meant !== undefined) return `there is no slot ${name}: did you mean ${meant}?`
    return `there is no slot ${name}. The slots are ${SLOTS.join(', ')}, and block/<type>`
  })
  add('blocks', path.join('components', 'block'), (name) => {
    const type = NOTION_NAMES.get(name)
    if (type !== undefined) return `${type}.tsx draws blocks of this type`
    if (TYPE_NAME.test(name) && !NOT_DRAWN.includes(name)) return undefined
    return `there is no block of the type ${name}. The types are ${BLOCKS.join(', ')}, and new types of Notion`
  })
  add('islands', 'islands', (name) =>
    ISLAND_NAME.test(name)
      ? undefined
      : 'the name of an island begins with a capital letter and has letters and digits only',
  )
  return { files, problems }
}

const OTHER_FOLDER = 'Other files belong into a folder of another name, such as parts/'
/** Prepared blocks that are no blocks of Notion, or draw a whole database. */
const NOT_DRAWN = ['anchor', 'collection', 'posts', 'tab', 'tabs', 'unknown']

const readFolder = (/** @type {string} */ folder) =>
  existsSync(folder) ? readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1)) : []

const show = (/** @type {string} */ folder, /** @type {string} */ file) =>
  path.relative(PROJECT, path.resolve(folder, file)).replaceAll('\\', '/')

/** Compiles all components for the page thread, which imports React and `colophon/site` from the project. */
async function compileForServer(/** @type {string} */ folder, /** @type {Found[]} */ files) {
  if (files.length === 0) return NOTHING
  const result = await compile(folder, files, {
    plugins: [
      limitImports(folder, {
        api: '../../colophon-site.mjs',
        // A package in the format of CommonJS requires React, which a module of JavaScript cannot.
        react(name, kind) {
          if (name === 'react/jsx-dev-runtime') return { path: '../../slot-jsx.mjs', external: true }
          return kind === 'require-call' ? { path: name, namespace: 'required-react' } : { path: name, external: true }
        },
      }),
      createModules('required-react', (name) => `export * from '${name}'; export { default } from '${name}'`),
    ],
    // Elements know their files and lines, for the errors of `slot-jsx.ts`.
    jsxDev: true,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunk-[hash]',
    outdir: COMPILED,
  })
  const without = result.entries.filter(({ exports }) => !exports.includes('default'))
  if (without.length > 0) {
    throw new ComponentsError(without.map(({ file }) => `${show(folder, file)}:1: ${NO_DEFAULT}`).join('\n'))
  }
  return result
}

/** @type {Awaited<ReturnType<typeof compile>>} */
const NOTHING = { outputs: [], inputs: [], modules: new Map(), entries: [] }
const NO_DEFAULT = 'there is no default export. Write `export default function Name(props) { … }`'

/** Compiles islands for the browser. They share React with the islands of the project. */
async function compileForBrowser(
  /** @type {string} */ folder,
  /** @type {Found[]} */ files,
  /** @type {string} */ react,
) {
  if (files.length === 0) return NOTHING
  const names = Object.keys(await import('react')).filter((name) => /^[A-Za-z]\w*$/.test(name) && name !== 'default')
  const key = getKey(folder)
  return compile(folder, files, {
    plugins: [
      limitImports(folder, { api: undefined, react: (name) => ({ path: name, namespace: 'shared-react' }) }),
      createModules('shared-react', (name) =>
        name === 'react'
          ? `import { React } from './${react}'; export default React; export const { ${names.join(', ')} } = React`
          : `import { jsxRuntime } from './${react}'; export const { Fragment, jsx, jsxs } = jsxRuntime`,
      ),
    ],
    entryNames: `${key}-[name]-[hash]`,
    chunkNames: `${key}-[hash]`,
    minify: true,
    target: TARGET,
    outdir: `${COMPILED}/scripts`,
  })
}

/** Makes esbuild load modules of a namespace from text. Their own imports are left to the runtime. */
function createModules(/** @type {string} */ namespace, /** @type {(name: string) => string} */ write) {
  return {
    name: namespace,
    setup: (/** @type {import('esbuild').PluginBuild} */ build) => {
      build.onLoad({ filter: /.*/, namespace }, ({ path: name }) => ({ contents: write(name), loader: 'js' }))
      build.onResolve({ filter: /.*/, namespace }, ({ path: name }) => ({ path: name, external: true }))
    },
  }
}

/** Returns the compiled files, the files that they were made from, and the compiled file of each component. */
async function compile(
  /** @type {string} */ folder,
  /** @type {Found[]} */ files,
  /** @type {import('esbuild').BuildOptions} */ options,
) {
  const { build } = await import('esbuild')
  const root = realpathSync(folder)
  const outputs = await build({
    absWorkingDir: process.cwd(),
    entryPoints: files.map(({ kind, name, file }) => ({ in: path.join(root, file), out: `${kind}-${name}` })),
    bundle: true,
    splitting: true,
    format: 'esm',
    // Packages are used in their form for browsers, which needs no module of Node.js.
    platform: 'browser',
    target: 'node20',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    // A tsconfig.json of the folder is for editors.
    tsconfigRaw: { compilerOptions: { jsx: 'react-jsx' } },
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'silent',
    ...options,
  }).catch((error) => {
    throw new ComponentsError(describeErrors(error))
  })
  const { metafile, outputFiles = [] } = outputs
  const entries = Object.entries(metafile?.outputs ?? {}).flatMap(([output, { entryPoint, exports }]) => {
    const source = entryPoint === undefined ? undefined : path.relative(root, path.resolve(entryPoint))
    const file = files.find((each) => each.file === source)?.file
    return file === undefined ? [] : [{ file, module: path.basename(output), exports }]
  })
  return {
    entries,
    outputs: outputFiles,
    inputs: Object.keys(metafile?.inputs ?? {}).filter((file) => existsSync(file)),
    modules: new Map(entries.map(({ file, module }) => [file, module])),
  }
}

/** Returns a line for each error of esbuild, with its place. */
function describeErrors(/** @type {unknown} */ error) {
  const { errors } = /** @type {import('esbuild').BuildFailure} */ (error)
  if (!Array.isArray(errors)) throw error
  return errors
    .map(({ text, location }) => (location === null ? text : `${show('', location.file)}:${location.line}: ${text}`))
    .join('\n')
}

const hashFile = (/** @type {string} */ file) => createHash('sha256').update(readFileSync(file)).digest('hex')

function write(/** @type {string} */ file, /** @type {string | Uint8Array} */ content) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
}
