import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { HOSTS as STATIC_HOSTS } from '@/cli/lib/export/hosts'
import { SETTING_NAMES } from '@/lib/settings/env'
import { explainNoPage } from '@/lib/settings/notion'
import { createFiles, findProblem, HOSTS, isServer } from '@/packages/create-colophon/project.mjs'
import { readDocuments } from '@/tests/support/documents'
import { createTemporaryFolder, writeFiles } from '@/tests/support/folders'
import { listImports, parseFile, resolveImport } from '@/tests/support/imports'

interface Packed {
  size: number
  files: { path: string }[]
}

/** Returns what `npm pack` would write for the package in a folder. */
function listPacked(folder: string): Packed {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  })
  return (JSON.parse(output) as Packed[])[0] as Packed
}

const CREATED = { name: 'my-site', page: '', token: '', host: 'server', url: '' }
/** Returns the paths of the files in a folder of create-colophon. */
const listFiles = (folder: string) =>
  readdirSync(`packages/create-colophon/${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative('packages/create-colophon', path.join(entry.parentPath, entry.name)))
test('a project with the sample publishes it without a sync', () => {
  const readScript = (page: string) =>
    JSON.parse(createFiles({ ...CREATED, page, host: 'vercel' }, '1.0.0')['package.json'] ?? '').scripts[
      'publish-files'
    ]
  expect(readScript('')).not.toContain('colophon sync')
  expect(readScript('0123456789abcdef0123456789abcdef')).toContain('colophon sync && colophon export')
})

const readManifest = (folder: string) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))

const PACKED = listPacked('.')

test('the package has no tests, is smaller than 2.5 MB, and contains all files that its code imports', () => {
  const { size, files } = PACKED
  const packed = new Set(files.map(({ path }) => path))
  expect(size).toBeLessThan(2_500_000)
  expect([...packed].filter((file) => /\btests?\//.test(file) || file.includes('.test.'))).toEqual([])
  // Other folders are packed as a whole.
  const code = [...packed].filter((file) => /^(?:cli|tools)\/.+\.(?:tsx?|mjs)$/.test(file))
  const missing = code.flatMap((file) =>
    listImports(parseFile(file)).flatMap(({ from, typeOnly }) => {
      if (typeOnly || !/^[.@]\.?\//.test(from)) return []
      const target = resolveImport(file, from)
      const isPacked = ['', '.ts', '.tsx', '.mjs'].some((ending) => packed.has(`${target}${ending}`))
      return isPacked ? [] : [`${file}: ${from}`]
    }),
  )
  expect(missing).toEqual([])
  expect(code.length).toBeGreaterThan(30)
})

test('links of packed documents lead to packed files', () => {
  const packed = new Set(PACKED.files.map(({ path }) => path))
  const folders = new Set([...packed].map((file) => path.dirname(file)))
  const documents = readDocuments().filter(({ file }) => packed.has(file))
  const broken = documents.flatMap(({ file, links }) => {
    const targets = links.filter((link) => !/^(?:[a-z]+:|#)/.test(link))
    const wanted = targets.map((link) => path.join(path.dirname(file), link.split('#', 1)[0] ?? ''))
    return wanted.filter((name) => !packed.has(name) && !folders.has(name)).map((name) => `${file}: ${name}`)
  })
  // npm shows the README with the pictures of the repository.
  expect(broken.filter((link) => !link.startsWith('README.md: docs/pictures/'))).toEqual([])
  expect(documents.length).toBeGreaterThan(100)
})

test('both packages have the same version, and the commands of a created project exist', () => {
  const { version, bin } = readManifest('.')
  expect(readManifest('packages/create-colophon').version).toBe(version)
  const created = JSON.parse(createFiles(CREATED, version)['package.json'] ?? '')
  expect(created.dependencies).toEqual({ colophon: `^${version}` })
  const commands = /COMMANDS = \{([^}]+)\}/.exec(readFileSync(bin.colophon, 'utf8'))?.[1] ?? ''
  const used = Object.values<string>(created.scripts).flatMap((script) => [...script.matchAll(/colophon ([\w-]+)/g)])
  expect([...new Set(used.map(([, command]) => command))].sort()).toEqual(commands.match(/[\w-]+(?='?: ')/g)?.sort())
})

test('create-colophon has only its own files, and knows the hosts of exports', () => {
  expect(
    listPacked('packages/create-colophon')
      .files.map(({ path }) => path)
      .sort(),
  ).toEqual([...listFiles('files'), 'README.md', 'create.mjs', 'package.json', 'project.mjs'].sort())
  expect(HOSTS.filter((host) => !isServer(host))).toEqual(STATIC_HOSTS)
})

test.each([
  ['server', ['.dockerignore', 'Dockerfile', 'compose.yaml']],
  ['render', ['.dockerignore', 'Dockerfile', 'render.yaml']],
  ['fly', ['.dockerignore', 'Dockerfile', 'fly.toml']],
  ['github', ['.github/workflows/publish.yml']],
  ['netlify', ['netlify.toml']],
  ['vercel', ['vercel.json']],
  ['nginx', []],
])('a project for %s has its files, whose variables are settings', (host, expected) => {
  const files = createFiles({ ...CREATED, host, url: 'https://a.example' }, '1.0.0')
  const { 'package.json': _, '.env': __, '.gitignore': ___, ...own } = files
  expect(Object.keys(own).sort()).toEqual(expected)
  const text = Object.values(own).join('\n')
  expect(text).not.toMatch(/undefined|\[object/)
  const names = text.match(/\b(?:NOTION|SITE|SYNC|TRUST|STATE|WORKSPACE)_[A-Z_]+\b/g) ?? []
  expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
})

test('the workflow for GitHub Pages uses the action of the repository from which the package was published', () => {
  const read = (repository?: string) =>
    createFiles({ ...CREATED, host: 'github' }, '1.0.0', repository)['.github/workflows/publish.yml']
  expect(read('ann/colophon')).toContain('uses: ann/colophon@v1\n')
  expect(read()).toContain('uses: OWNER/colophon@v1\n')
})

test('files of hosts are well-formed, and their commands are scripts of the project', () => {
  const read = (host: string) => createFiles({ ...CREATED, host, url: 'https://a.example' }, '1.0.0')
  expect(parse(read('render')['render.yaml'] ?? '').services[0]).toMatchObject({ type: 'web', runtime: 'docker' })
  expect(Object.keys(parse(read('github')['.github/workflows/publish.yml'] ?? '').jobs)).toEqual(['export', 'deploy'])
  expect(Object.keys(parse(read('server')['compose.yaml'] ?? '').services)).toEqual(['site'])
  expect(JSON.parse(read('vercel')['vercel.json'] ?? '').buildCommand).toBe('npm run publish-files')
  // `cleanUrls` would find two files for each page of an export for GitHub.
  expect(JSON.parse(read('vercel')['package.json'] ?? '').scripts['publish-files']).toMatch(/export out$/)
  for (const host of HOSTS) {
    const { 'package.json': manifest = '', ...files } = read(host)
    const { scripts } = JSON.parse(manifest)
    for (const [, name = ''] of Object.values(files)
      .join()
      .matchAll(/npm run ([\w:-]+)/g))
      expect(scripts).toHaveProperty(name)
  }
})

test('docs/hosting.md names the files that a project for each platform has', () => {
  const [, table = ''] = /### Deploy buttons\n([\s\S]*?)\n### /.exec(readFileSync('docs/hosting.md', 'utf8')) ?? []
  const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const named = rows.flatMap(([, platform = '', file = '']) => {
    const host = platform.toLowerCase().replace(/\W.*/, '').replace('railway', 'server')
    return HOSTS.includes(host) ? [{ host, files: file.match(/(?<=`)[\w./]+(?=`)/g) ?? [] }] : []
  })
  expect(named.map(({ host }) => host)).toEqual(['netlify', 'vercel', 'render', 'fly', 'server', 'cloudflare'])
  for (const { host, files } of named)
    expect(Object.keys(createFiles({ ...CREATED, host }, '1.0.0'))).toEqual(expect.arrayContaining(files))
})

test('the health check of a project is that of the image', () => {
  const find = (text = '') => /^HEALTHCHECK[\s\S]+?\n {2}CMD .+$/m.exec(text)?.[0]
  const { Dockerfile } = createFiles(CREATED, '1.0.0')
  expect(find(Dockerfile)).toBe(find(readFileSync('Dockerfile', 'utf8')))
  expect(find(Dockerfile)).toBeDefined()
})

test('the settings of a project are settings of the site, and nothing but the answers', () => {
  const token = `ntn_${'a'.repeat(40)}`
  const page = `https://www.notion.so/My-site-${'0'.repeat(32)}?pvs=4#a`
  const { '.env': text = '' } = createFiles({ ...CREATED, page, token }, '1.0.0')
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(lines).toEqual([`NOTION_ROOT_PAGE='${page}'`, `NOTION_INTEGRATION_TOKEN='${token}'`])
  for (const [, name = ''] of text.matchAll(/^(?:# )?([A-Z_\d]+)=/gm)) expect(SETTING_NAMES).toContain(name)
})

test.each([
  ['name', '../outside'],
  ['name', ''],
  ['name', 'a b'],
  ['page', `https://www.notion.so/a'b-${'0'.repeat(32)}`],
  ['page', `https://www.notion.so/a\nPORT=1 -${'0'.repeat(32)}`],
  ['token', 'v02:user_token_or_cookies'],
  ['host', 'gitlab'],
  ['url', 'example.com'],
  ['url', "https://example.com/'\nA=b"],
  ['url', 'https://example.com/?a=b'],
] as const)('refuses %j as %j', (name, value) => {
  expect(findProblem(name, value)).toBeDefined()
})

test.each(['https://example.com/x', `https://example.com/${'0'.repeat(32)}`, '0'.repeat(31), '0'.repeat(33)])(
  'refuses %j as a page with the sentence of the settings',
  (page) => {
    expect(findProblem('page', page)).toBe(`The page ${explainNoPage(page)}`)
    expect(findProblem('page', `en=${'0'.repeat(32)},de=${page}`)).toBe(`The page ${explainNoPage(page)}`)
  },
)

test.each([
  [['--help'], 0, /^npm create colophon@latest NAME [\s\S]+--host NAME {5}where it will run: server, /],
  [['--pages', 'x'], 1, /^Unknown option '--pages': npm create colophon@latest -- --help/],
  [['a', 'b'], 1, /^“b” is one argument too many: npm create/],
  [['package.json', '--yes', '--no-install'], 1, /package\.json is a file: choose another name\n$/],
])('npm create colophon with %j ends with %i and prints a sentence', (args, status, printed) => {
  const ended = spawnSync(process.execPath, ['packages/create-colophon/create.mjs', ...args], { encoding: 'utf8' })
  expect(ended.status).toBe(status)
  expect(ended.stdout + ended.stderr).toMatch(printed)
})

test.each([
  [0, 'my-site is ready:\n\n  cd my-site\n  npm run site\n'],
  [1, 'my-site is written. Correct what is marked with ✗ above, and check it again:\n\n  cd my-site\n  npm run doctor'],
])('a project whose doctor ends with %i is called ready only if it is', (code, printed) => {
  const dir = createTemporaryFolder()
  for (const name of ['npm', 'npx']) {
    writeFiles(dir, { [`bin/${name}`]: `#!/bin/sh\n[ "$2" != doctor ] || exit ${code}\n` })
    chmodSync(path.join(dir, 'bin', name), 0o755)
  }
  const { stdout } = spawnSync(
    process.execPath,
    [path.resolve('packages/create-colophon/create.mjs'), 'my-site', '--yes'],
    { cwd: dir, encoding: 'utf8', env: { ...process.env, PATH: `${dir}/bin:${process.env.PATH}` } },
  )
  expect(stdout).toContain(printed)
  expect(stdout.includes('is ready')).toBe(code === 0)
})

test('accepts ids and addresses of pages, and an address only where it is needed', () => {
  expect(findProblem('page', '0'.repeat(32))).toBeUndefined()
  expect(findProblem('page', `https://team.notion.site/${'0'.repeat(32)}`)).toBeUndefined()
  const page = `en=${'0'.repeat(32)},de=${'1'.repeat(32)}`
  expect(findProblem('page', page)).toBeUndefined()
  expect(findProblem('url', '')).toBeUndefined()
  expect(findProblem('url', '', { host: 'netlify' })).toMatch(/needs the public address/)
})
