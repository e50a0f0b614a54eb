import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildBrowserScripts } from './browser-scripts.mjs'

/** Where the compiled commands are, relative to the project. */
const COMPILED = 'dist'
/** The names and hashes of all files that the compiled code was made from. */
const INPUTS_FILE = `${COMPILED}/inputs.json`
/** The scripts of pages. `cli/lib/build.ts` copies them to where Next.js serves files. */
const SCRIPTS = `${COMPILED}/scripts`

/** Commands are named by their file; the processes and threads that they start, and what Next.js loads, are compiled with them. */
function listEntryPoints() {
  const folders = ['cli', 'server/workers']
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
  return [
    'lib/cache/cache-handler.ts',
    'components/errors/comment-page.tsx',
    'components/errors/error-pages.tsx',
    'components/site/sidebar-tree.tsx',
    'components/slots/colophon-site.tsx',
    'components/slots/slot-jsx.ts',
    ...files.filter((file) => file.endsWith('.ts')),
  ]
}

/**
 * Compiles the commands and the server with esbuild, if a file of theirs changed. Throws an error if they have to be compiled and
 * esbuild is not installed, as in a container.
 */
export async function compileIfNeeded() {
  if (isCurrent()) return
  const { build } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    entryPoints: listEntryPoints(),
    outdir: COMPILED,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    jsx: 'automatic',
    packages: 'external',
    alias: {
      // Without a condition of React, the marker package throws when it is imported.
      'server-only': './node_modules/server-only/empty.js',
      // Every process reads the settings. Loading the whole package would take a tenth of a second, what is used of it a hundredth.
      'zod/mini': './node_modules/zod/mini/index.js',
    },
    metafile: true,
    write: false,
    logLevel: 'warning',
  })
  const browser = await buildBrowserScripts()
  mkdirSync(SCRIPTS, { recursive: true })
  // Another command may compile at the same time, so every file is replaced atomically.
  for (const { path: file, contents } of outputFiles) writeFileAtomically(file, contents)
  const current = new Set(outputFiles.map(({ path: file }) => path.basename(file)))
  for (const name of readdirSync(COMPILED)) {
    if (name.endsWith('.mjs') && !current.has(name)) rmSync(path.join(COMPILED, name), { force: true })
  }
  for (const { path: file, contents } of browser.files) writeFileAtomically(file, contents)
  writeFileAtomically(`${COMPILED}/scripts.json`, JSON.stringify(browser.scripts))
  const names = new Set(browser.files.map(({ path: file }) => path.basename(file)))
  for (const name of readdirSync(SCRIPTS)) if (!names.has(name)) rmSync(path.join(SCRIPTS, name), { force: true })
  const inputs = [...new Set([...Object.keys(metafile.inputs), ...browser.inputs])].sort()
  writeFileAtomically(INPUTS_FILE, JSON.stringify({ entryPoints: listEntryPoints(), files: hashFiles(inputs) }))
}

function isCurrent() {
  if (!existsSync(INPUTS_FILE)) return false
  const known = JSON.parse(readFileSync(INPUTS_FILE, 'utf8'))
  if (JSON.stringify(known.entryPoints) !== JSON.stringify(listEntryPoints())) return false
  // Missing files are ignored: a container lacks those of the tests, and removing any other changes a file that imports it.
  const present = hashFiles(Object.keys(known.files).filter((file) => existsSync(file)))
  return Object.entries(present).every(([file, hash]) => known.files[file] === hash)
}

/** Returns SHA-256 hashes by file. */
function hashFiles(/** @type {string[]} */ files) {
  return Object.fromEntries(files.map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]))
}

function writeFileAtomically(/** @type {string} */ file, /** @type {string | Uint8Array} */ content) {
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, content)
  renameSync(temporary, file)
}
