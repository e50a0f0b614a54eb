import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder, writeFiles } from '@/tests/support/folders'
import { listImports, parseFile } from '@/tests/support/imports'
import { BUILD_ONLY, findUnusedPackages, isUnusedFile } from '@/tools/unused-packages.mjs'

const readLines = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.replace(/\/$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))

const MANIFEST = JSON.parse(readFileSync('package.json', 'utf8'))
const { packages: PACKAGES } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
/** Names of the packages that an image does not contain. */
const UNUSED: string[] = findUnusedPackages(PACKAGES, MANIFEST).flatMap(
  (folder) => /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(folder)?.[1] ?? [],
)
/** What compiles a site. A project with the package needs it, an image does not. */
const COMPILERS = ['esbuild', 'typescript']
/** The only module of the renderer that would load react-pdf. */
const PDF_VIEW = 'react-notion-x/third-party/pdf'

test('the image contains all packages that its code imports', () => {
  expect(UNUSED).toEqual(expect.arrayContaining([...BUILD_ONLY, 'cytoscape', 'pdfjs-dist', 'vitest']))
  for (const name of ['next', 'd3-shape', 'katex', 'sharp', 'libheif-js', '@img/sharp-linux-x64'])
    expect(UNUSED).not.toContain(name)
  // The documentation, the sample and the pictures are made in development, where all packages are installed.
  const files = ['app', 'blocks', 'components', 'islands', 'lib', 'messages', 'server', 'cli', 'tools']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/^cli\/(?:docs|fonts|pictures|sample)\//.test(file))
  expect(files.length).toBeGreaterThan(300)
  for (const file of files) {
    const source = parseFile(file)
    const named = listImports(source).flatMap(({ from, typeOnly }) => (typeOnly ? [] : from))
    // The scripts of pages are compiled with their packages.
    const isCompiled = (name: string) => COMPILERS.includes(name) || file.startsWith('islands/')
    expect(
      named.filter(
        (name) => name === PDF_VIEW || (!isCompiled(name) && UNUSED.some((each) => `${name}/`.startsWith(`${each}/`))),
      ),
      file,
    ).toEqual([])
  }
})

test('an image keeps the nearest version of a package, and its optional packages', () => {
  const packages = {
    'node_modules/a': { dependencies: { b: '1' }, optionalDependencies: { c: '1' }, peerDependencies: { e: '1' } },
    'node_modules/a/node_modules/b': { dependencies: { d: '1' } },
    'node_modules/b': {},
    'node_modules/c': { peerDependencies: { f: '1' }, peerDependenciesMeta: { f: { optional: true } } },
    'node_modules/d': {},
    'node_modules/e': { dependencies: { a: '1' } },
    'node_modules/f': {},
    'node_modules/mermaid': { dependencies: { f: '1' } },
  }
  const root = { dependencies: { a: '1', mermaid: '1' }, devDependencies: { b: '1' } }
  expect(findUnusedPackages(packages, root)).toEqual(['node_modules/b', 'node_modules/f', 'node_modules/mermaid'])
})

test.each([
  ['node_modules/a/b.js.map', true],
  ['node_modules/a/b.d.ts', true],
  ['.next/server/app/page.js.nft.json', true],
  ['.next/server/app/page.js', false],
  ['node_modules/@fontsource/a/files/a-latin-700-normal.woff2', false],
  ['node_modules/@fontsource/a/files/a-latin-700-normal.woff', true],
  ['node_modules/@fontsource-variable/a/files/a-latin-wght-normal.woff2', false],
  ['node_modules/@fontsource-variable/a/files/a-latin-wght-italic.woff2', true],
  ['node_modules/@fontsource-variable/a/unicode.json', false],
])('whether %s is unused: %s', (file, isUnused) => {
  expect(isUnusedFile(file)).toBe(isUnused)
})

test('an image of a project with the package is trimmed, but not its list of installed packages', () => {
  const dir = createTemporaryFolder()
  const packages = {
    'node_modules/colophon': { dependencies: { a: '1', mermaid: '1' } },
    'node_modules/a': {},
    'node_modules/mermaid': {},
  }
  writeFiles(dir, {
    'package.json': { dependencies: { colophon: '1' } },
    'node_modules/.package-lock.json': { packages },
    'node_modules/colophon/index.js': '',
    'node_modules/a/index.js': '',
    'node_modules/a/index.js.map': '',
    'node_modules/a/lodash.map/index.js': '',
    'node_modules/mermaid/index.js': '',
    '.colophon/.next/server/page.js.map': '',
  })
  cpSync('tools', path.join(dir, '.colophon/tools'), { recursive: true })
  symlinkSync('../node_modules', path.join(dir, '.colophon/node_modules'))
  execFileSync('node', ['.colophon/tools/trim-packages.mjs'], { cwd: dir })
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('tools'))
    .map(({ parentPath, name }) => path.relative(dir, path.join(parentPath, name)))
  expect(files.toSorted()).toEqual([
    'node_modules/.package-lock.json',
    'node_modules/a/index.js',
    'node_modules/a/lodash.map/index.js',
    'node_modules/colophon/index.js',
    'package.json',
  ])
})

test('the images of the project and of a project with the package are trimmed after the build', () => {
  const files = ['Dockerfile', 'packages/create-colophon/files/container/Dockerfile']
  for (const file of files)
    expect(readFileSync(file, 'utf8')).toMatch(
      /^RUN np[mx] .* build && node (?:\.colophon\/)?tools\/trim-packages\.mjs /m,
    )
})

test('.dockerignore excludes all files that .gitignore excludes, such as settings and page copies', () => {
  const GENERATED = ['next-env.d.ts']
  // The folders of operators, whose components are compiled with the image.
  const OWN = ['/site', '/sites']
  const ignored = readLines('.dockerignore')
  expect(readLines('.gitignore').filter((line) => ![...ignored, ...GENERATED, ...OWN].includes(line))).toEqual([])
})

test('no site process or command compiles TypeScript at runtime', () => {
  const { scripts, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, object>
  const compilers = /\b(?:tsx|ts-node|@swc|esbuild|typescript)\b/
  expect(Object.keys(dependencies ?? {}).filter((name) => compilers.test(name))).toEqual(COMPILERS)
  expect(BUILD_ONLY).toEqual(expect.arrayContaining(COMPILERS))
  expect(Object.values(scripts ?? {}).filter((script) => compilers.test(script))).toEqual([])
  // Patterns that register a module loader hook or start a process with one.
  const hooks =
    /from 'tsx|'tsx\/|--import|--loader|--experimental-strip-types|\bregister\b.* from 'node:module'|module\.register/
  const files = ['app', 'lib', 'server', 'cli', 'tools']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
  expect(files.filter((file) => hooks.test(readFileSync(file, 'utf8')))).toEqual([])
})
