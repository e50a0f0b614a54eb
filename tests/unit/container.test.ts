import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const readLines = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.replace(/\/$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))

/** Folders of node_modules that the image does not contain. */
const EXCLUDED = [
  ...readFileSync('Dockerfile', 'utf8').matchAll(/cd node_modules && rm -rf (.+?)(?: && \\)?$/gm),
].flatMap(([, folders = '']) => folders.split(' ').map((folder) => folder.replace(/\/?-?\*$/, '')))
/** What compiles a site. A project with the package needs it, an image does not. */
const COMPILERS = ['esbuild', 'typescript']
/** The only module of the renderer that would load some of them. */
const PDF_VIEW = 'react-notion-x/third-party/pdf'

test('the image contains all packages that its code imports', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, unknown> }
  const names = Object.keys(packages).map((name) => name.replace(/^.*node_modules\//, ''))
  const unknown = EXCLUDED.filter((folder) => !names.some((name) => name.startsWith(folder)))
  expect(unknown).toEqual([])
  // The sample and the pictures of themes are made in development, where all packages are installed.
  const files = ['app', 'blocks', 'components', 'islands', 'lib', 'messages', 'server', 'cli', 'tools']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/^cli\/(?:sample|themes)\//.test(file))
  expect(files.length).toBeGreaterThan(300)
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    const named = [...text.matchAll(/(?:from|import)[ (]'([^'.][^']*)'/g)].map(([, name = '']) => name)
    expect(
      named.filter(
        (name) =>
          name === PDF_VIEW ||
          (!COMPILERS.includes(name) && EXCLUDED.some((folder) => `${name}/`.startsWith(`${folder}/`))),
      ),
      file,
    ).toEqual([])
  }
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
  expect(EXCLUDED).toEqual(expect.arrayContaining(COMPILERS))
  expect(Object.values(scripts ?? {}).filter((script) => compilers.test(script))).toEqual([])
  // Patterns that register a module loader hook or start a process with one.
  const hooks =
    /from 'tsx|'tsx\/|--import|--loader|--experimental-strip-types|\bregister\b.* from 'node:module'|module\.register/
  const files = ['app', 'lib', 'server', 'cli', 'tools']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
  expect(files.filter((file) => hooks.test(readFileSync(file, 'utf8')))).toEqual([])
})
