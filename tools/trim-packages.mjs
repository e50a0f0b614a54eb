// The last step of an image: removes packages and files that only the build needs. The list of installed packages stays as it is, because
// commands compare it with the lockfile.
import { readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findUnusedPackages, isUnusedFile } from './unused-packages.mjs'

const code = fileURLToPath(new URL('..', import.meta.url))
// In a project that has Colophon as a dependency, the packages are beside its code.
const packages = realpathSync(path.join(code, 'node_modules'))
const root = path.dirname(packages)
const read = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8'))

const { packages: installed } = read(path.join(packages, '.package-lock.json'))
const unused = findUnusedPackages(installed, read(path.join(root, 'package.json')))
for (const folder of unused) rmSync(path.join(root, folder), { recursive: true, force: true })
for (const folder of [packages, path.join(code, '.next')]) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const file of entries.map(({ parentPath, name }) => path.join(parentPath, name))) {
    if (isUnusedFile(file)) rmSync(file)
  }
}
