import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.replace(/\/$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))

/** The packages that the image does without, as folders of node_modules. */
const LEFT_OUT = (/cd node_modules && rm -rf (.+)$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1] ?? '').split(' ')
/** The one part of the renderer that would load some of them. */
const PDF_VIEW = 'react-notion-x/third-party/pdf'

test('an image lacks nothing that its code names', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, unknown> }
  const names = Object.keys(packages).map((name) => name.replace(/^.*node_modules\//, ''))
  const unknown = LEFT_OUT.filter((folder) => !names.some((name) => name === folder || name.startsWith(`${folder}/`)))
  expect(unknown).toEqual([])
  // The sample is made where the packages for development are.
  const files = ['app', 'components', 'lib', 'server', 'cli', 'tools']
    .flatMap((room) => readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => `${room}/${name}`))
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !file.startsWith('cli/sample/'))
  expect(files.length).toBeGreaterThan(300)
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    const named = [...text.matchAll(/(?:from|import)[ (]'([^'.][^']*)'/g)].map(([, name = '']) => name)
    expect(
      named.filter((name) => name === PDF_VIEW || LEFT_OUT.some((folder) => `${name}/`.startsWith(`${folder}/`))),
      file,
    ).toEqual([])
  }
})

test('an image takes in nothing that git keeps out: no settings, no copies of pages', () => {
  const MADE_BY_THE_BUILD = ['next-env.d.ts']
  const kept = linesOf('.dockerignore')
  expect(linesOf('.gitignore').filter((line) => !kept.includes(line) && !MADE_BY_THE_BUILD.includes(line))).toEqual([])
})

test('no TypeScript is compiled while a site or a command runs', () => {
  const { scripts, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, object>
  const compilers = /\b(?:tsx|ts-node|@swc|esbuild|typescript)\b/
  expect(Object.keys(dependencies ?? {}).filter((name) => compilers.test(name))).toEqual([])
  expect(Object.values(scripts ?? {}).filter((script) => compilers.test(script))).toEqual([])
  // How a hook of the module loader is set, and how a process is started with one.
  const hooks =
    /from 'tsx|'tsx\/|--import|--loader|--experimental-strip-types|\bregister\b.* from 'node:module'|module\.register/
  const files = ['app', 'lib', 'server', 'cli', 'tools']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
  expect(files.filter((file) => hooks.test(readFileSync(file, 'utf8')))).toEqual([])
})
