import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const readLines = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.replace(/\/$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))

/** Folders of node_modules that the image does not contain. */
const EXCLUDED = (/cd node_modules && rm -rf (.+)$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1] ?? '').split(' ')
/** The only module of the renderer that would load some of them. */
const PDF_VIEW = 'react-notion-x/third-party/pdf'

test('the image contains all packages that its code imports', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, unknown> }
  const names = Object.keys(packages).map((name) => name.replace(/^.*node_modules\//, ''))
  const unknown = EXCLUDED.filter((folder) => !names.some((name) => name === folder || name.startsWith(`${folder}/`)))
  expect(unknown).toEqual([])
  // The sample is generated in development, where all packages are installed.
  const files = ['app', 'blocks', 'components', 'islands', 'lib', 'messages', 'server', 'cli', 'tools']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !file.startsWith('cli/sample/'))
  expect(files.length).toBeGreaterThan(300)
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    const named = [...text.matchAll(/(?:from|import)[ (]'([^'.][^']*)'/g)].map(([, name = '']) => name)
    expect(
      named.filter((name) => name === PDF_VIEW || EXCLUDED.some((folder) => `${name}/`.startsWith(`${folder}/`))),
      file,
    ).toEqual([])
  }
})

test('.dockerignore excludes all files that .gitignore excludes, such as settings and page copies', () => {
  const GENERATED = ['next-env.d.ts']
  const ignored = readLines('.dockerignore')
  expect(readLines('.gitignore').filter((line) => !ignored.includes(line) && !GENERATED.includes(line))).toEqual([])
})

test('no site process or command compiles TypeScript at runtime', () => {
  const { scripts, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, object>
  const compilers = /\b(?:tsx|ts-node|@swc|esbuild|typescript)\b/
  expect(Object.keys(dependencies ?? {}).filter((name) => compilers.test(name))).toEqual([])
  expect(Object.values(scripts ?? {}).filter((script) => compilers.test(script))).toEqual([])
  // Patterns that register a module loader hook or start a process with one.
  const hooks =
    /from 'tsx|'tsx\/|--import|--loader|--experimental-strip-types|\bregister\b.* from 'node:module'|module\.register/
  const files = ['app', 'lib', 'server', 'cli', 'tools']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
  expect(files.filter((file) => hooks.test(readFileSync(file, 'utf8')))).toEqual([])
})
