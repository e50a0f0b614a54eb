import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { importsOf, parse, targetOf } from './support/imports'

/** Which rooms each room may import from. A room is a folder or a file; the longest name that fits is a file's room. */
const ARROWS: Record<string, readonly string[]> = {
  'lib/env.ts': ['lib/branding', 'lib/third-parties.ts', 'lib/messages'],
  'lib/branding': [],
  'lib/third-parties.ts': [],
  'lib/members-path.ts': [],
  'lib/routes.ts': ['lib/members-path.ts'],
  'lib/find-route.ts': ['lib/routes.ts'],
  'lib/messages': [],
  'lib/workspace': ['lib/branding'],
  'lib/redis': ['lib/runtime.ts'],
  // It names the types of what others keep in it.
  'lib/runtime.ts': [],
  'lib/metrics': ['lib/find-route.ts', 'lib/pictures', 'lib/runtime.ts', 'lib/snapshot'],
  'lib/snapshot': ['lib/redis', 'lib/workspace', 'lib/env.ts'],
  'lib/reject-on-abort.ts': [],
  'lib/backoff.ts': [],
  'lib/pictures': ['lib/backoff.ts', 'lib/branding', 'lib/runtime.ts', 'lib/snapshot', 'lib/env.ts'],
  'lib/sync': ['lib/pictures', 'lib/reject-on-abort.ts', 'lib/snapshot', 'lib/workspace', 'lib/env.ts'],
  'lib/instances': ['lib/redis', 'lib/runtime.ts', 'lib/site', 'lib/snapshot', 'lib/workspace', 'lib/env.ts'],
  'lib/site': [
    'lib/branding',
    'lib/members-path.ts',
    'lib/routes.ts',
    'lib/runtime.ts',
    'lib/snapshot',
    'lib/workspace',
    'lib/env.ts',
    'lib/messages',
  ],
  'lib/page': [
    'lib/pictures',
    'lib/runtime.ts',
    'lib/site',
    'lib/snapshot',
    'lib/workspace',
    'lib/env.ts',
    'lib/messages',
  ],
  'lib/formats': [
    'lib/branding',
    'lib/routes.ts',
    'lib/site',
    'lib/page',
    'lib/snapshot',
    'lib/webhooks',
    'lib/workspace',
    'lib/messages',
  ],
  'lib/social': ['lib/branding', 'lib/page', 'lib/pictures', 'lib/site', 'lib/snapshot', 'lib/env.ts'],
  'lib/search': [
    'lib/backoff.ts',
    'lib/redis',
    'lib/runtime.ts',
    'lib/site',
    'lib/snapshot',
    'lib/workspace',
    'lib/env.ts',
  ],
  'lib/cache': ['lib/redis', 'lib/runtime.ts'],
  'lib/auth': ['lib/find-route.ts', 'lib/members-path.ts', 'lib/runtime.ts', 'lib/site', 'lib/env.ts'],
  'lib/auth/clerk': ['lib/auth/provider.ts', 'lib/env.ts'],
  'lib/webhooks': ['lib/site', 'lib/snapshot', 'lib/workspace'],
  'components/ui': ['lib/members-path.ts', 'lib/messages'],
  // The files of the page room that also run in the browser: they read what the others write.
  'components/page': [
    'components/ui',
    'lib/messages',
    'lib/page/wire/text.ts',
    'lib/page/wire/blocks.ts',
    'lib/page/wire/picture.ts',
    'lib/page/collection/first-rows.ts',
  ],
  'components/search': ['components/ui', 'lib/members-path.ts', 'lib/messages'],
  'components/site': [
    'components/account/presence.ts',
    'components/page',
    'components/search',
    'components/ui',
    'lib/find-route.ts',
    'lib/members-path.ts',
    'lib/messages',
    'lib/page/wire/picture.ts',
    'lib/page/wire/contents.ts',
  ],
  app: ['components', 'lib'],
  // A document whose policy is made before the document names the one script that every document has.
  'components/account': ['components/ui', 'lib/auth/routes.ts'],
  'middleware.ts': ['lib', 'components/site/head-script.ts', 'components/site/theme.ts'],
  'instrumentation.ts': ['lib/env.ts', 'lib/metrics'],
  server: ['components/site/theme.ts', 'lib', 'cli/lib'],
}

/** Whose types a module may name: components those of the server, whose values stay there, and the runtime state those of its parts. */
const maySeeTypes = (room: string) => room.startsWith('components/') || room === 'lib/runtime.ts'

/** The packages that a room may use; rooms not named here may use any. */
const PACKAGES: Record<string, readonly string[]> = {
  'lib/env.ts': ['node:crypto', 'node:path'],
  'lib/messages': [],
  'lib/workspace': ['notion-utils', 'notion-types', 'date-fns', '@date-fns/utc', 'github-slugger'],
  'lib/formats': [
    'mdast',
    'mdast-util-gfm',
    'mdast-util-math',
    'mdast-util-to-markdown',
    'mdast-util-to-hast',
    'hast',
    'hast-util-to-html',
    'negotiator',
  ],
}

/** Packages that only these rooms may use. */
const VENDORS: Record<string, readonly string[]> = {
  '@clerk/nextjs': ['lib/auth/clerk', 'components/account'],
  '@clerk/localizations': ['components/account'],
  react: ['app', 'components', 'lib/auth/viewer.ts'],
  'react-dom': ['app', 'components'],
  minisearch: ['lib/search'],
  next: ['app', 'components', 'middleware.ts', 'lib/auth/viewer.ts', 'lib/cache', 'server'],
  'notion-client': ['lib/sync'],
  '@redis/client': ['lib/redis'],
  'prom-client': ['lib/metrics'],
  sharp: ['lib/pictures'],
  '@opentelemetry/sdk-trace-node': ['lib/metrics'],
  '@opentelemetry/resources': ['lib/metrics'],
  '@opentelemetry/exporter-trace-otlp-http': ['lib/metrics'],
}

/** Names, cookies and hosts of the sign-in service. */
const SIGN_IN_SERVICE = /clerk|__client|__session|__refresh|__internal_|challenges\.cloudflare/i
/** Where they may stand: the provider, its screens, the environment, and the table of variables in the handbook. */
const MAY_NAME_IT = /^(?:lib\/auth\/clerk\/|components\/account\/|lib\/env[./-]|cli\/sample\/content\/settings\.ts$)/
/** The one file that chooses the provider, and how it does so. */
const CHOOSES_IT = { file: 'lib/auth/session.ts', line: "import { signInProvider } from './clerk/sign-in-provider'\n" }

/** Default exports are for what a framework loads by itself, and for what stands in for a package. */
const MAY_EXPORT_DEFAULT = [
  /^app\/(.*\/)?(page|layout|not-found|error|global-error)\.tsx$/,
  /^lib\/cache\/cache-handler\.ts$/,
  /^components\/page\/stubs\//,
]

/** Readers of the environment: one, and those that run before it is checked or that set it for Next.js. */
const ENVIRONMENT_READERS = ['lib/env.ts', 'lib/cache/cache-handler.ts', 'server/json-log.ts', 'server/main.ts']

const SERVER_ROOMS = /^lib\/(instances|metrics|snapshot|site|page|pictures|search|social|auth|sync|webhooks)\//
const ON_THE_SERVER = /^node:(fs|fs\/promises|child_process|net|http|https|worker_threads|stream|stream\/promises)$/

const FILES = [...['app', 'components', 'lib', 'server'].flatMap(codeIn), 'instrumentation.ts', 'middleware.ts'].map(
  (file) => {
    const source = parse(file)
    return { file, text: source.text, source }
  },
)

const IMPORTS = new Map(FILES.map(({ file, source }) => [file, importsOf(source)]))

function codeIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts'))
}

const isIn = (room: string) => (target: string) =>
  target === room || target.startsWith(`${room}/`) || `${target}.ts` === room || `${target}.tsx` === room

function roomOf(target: string): string | undefined {
  return Object.keys(ARROWS)
    .filter((room) => isIn(room)(target))
    .sort((a, b) => b.length - a.length)[0]
}

describe('imports', () => {
  test('every file is in a room', () => {
    expect(FILES.map(({ file }) => file).filter((file) => roomOf(file) === undefined)).toEqual([])
  })

  test.each(Object.entries(ARROWS))('%s imports only what it may', (room, allowed) => {
    const wrong = FILES.filter(({ file }) => roomOf(file) === room).flatMap(({ file }) =>
      (IMPORTS.get(file) ?? []).flatMap(({ from, typeOnly }) => {
        const target = targetOf(file, from)
        if (target === undefined || /\.(css|woff2)$/.test(target)) return []
        const may = [room, ...allowed, ...(typeOnly && maySeeTypes(room) ? ['lib'] : [])]
        return may.some((each) => isIn(each)(target)) ? [] : [`${file} → ${target}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  test('the process that serves never loads sharp, which nothing can interrupt', () => {
    const found = new Set(FILES.map(({ file }) => file).filter((file) => /^(app|server)\/|^[a-z]+\.ts$/.test(file)))
    const importers: string[] = []
    for (const file of found) {
      for (const { from, typeOnly } of IMPORTS.get(file) ?? importsOf(parse(file))) {
        const target = targetOf(file, from)
        const next = ['', '.ts', '.tsx', '.mjs'].map((end) => `${target}${end}`).find((each) => existsSync(each))
        if (from === 'sharp') importers.push(file)
        if (!typeOnly && next !== undefined && /\.(ts|tsx|mjs)$/.test(next)) found.add(next)
      }
    }
    expect(found).toContain('lib/pictures/picture-process.ts')
    expect(importers).toEqual([])
  })

  test.each(Object.entries(PACKAGES))('%s uses only the packages it may', (room, allowed) => {
    expect(packageImports(room).filter(({ name }) => !allowed.includes(name))).toEqual([])
  })

  test.each(Object.entries(VENDORS))('%s is used only where it may be', (vendor, rooms) => {
    const users = packageImports('').filter(({ name }) => name === vendor || name.startsWith(`${vendor}/`))
    expect(users.filter(({ file }) => !rooms.some((room) => isIn(room)(file)))).toEqual([])
  })
})

test('only its provider, its screens and the environment name the sign-in service', () => {
  const others = [...codeIn('cli'), ...codeIn('tools'), 'next.config.mjs'].map((file) => ({
    file,
    text: readFileSync(file, 'utf8'),
  }))
  const named = [...FILES, ...others].filter(({ file, text }) => {
    const checked = file === CHOOSES_IT.file ? text.replace(CHOOSES_IT.line, '') : text
    return !MAY_NAME_IT.test(file) && SIGN_IN_SERVICE.test(checked)
  })
  expect(named.map(({ file }) => file)).toEqual([])
  expect(FILES.find(({ file }) => file === CHOOSES_IT.file)?.text).toContain(CHOOSES_IT.line)
})

function packageImports(room: string): { file: string; name: string }[] {
  return FILES.filter(({ file }) => room === '' || roomOf(file) === room).flatMap(({ file }) =>
    (IMPORTS.get(file) ?? [])
      .filter(({ from }) => targetOf(file, from) === undefined)
      .map(({ from }) => ({ file, name: from })),
  )
}

describe('files', () => {
  test('only the environment module reads the environment', () => {
    const readers = FILES.filter(({ text }) => /\bprocess\.env\b/.test(text)).map(({ file }) => file)
    expect(readers.filter((file) => !ENVIRONMENT_READERS.includes(file))).toEqual([])
  })

  test('the modules of a process share state by one symbol only', () => {
    const symbols = FILES.filter(({ text }) => text.includes('Symbol.for(')).map(({ file }) => file)
    expect(symbols).toEqual(['lib/runtime.ts'])
  })

  test('what reads files or the environment is marked as server code', () => {
    const unmarked = FILES.filter(({ file }) => {
      if (!SERVER_ROOMS.test(file)) return false
      const imports = IMPORTS.get(file) ?? []
      const needsMark = imports.some(
        ({ from, typeOnly }) => !typeOnly && (ON_THE_SERVER.test(from) || targetOf(file, from) === 'lib/env'),
      )
      return needsMark && imports[0]?.from !== 'server-only'
    })
    expect(unmarked.map(({ file }) => file)).toEqual([])
  })

  test('no file is longer than 300 lines', () => {
    const sheets = readdirSync('styles', { withFileTypes: true }).filter((entry) => entry.isFile())
    const all = [
      ...FILES.map(({ file }) => file),
      ...codeIn('tests'),
      ...codeIn('cli'),
      ...codeIn('tools'),
      ...sheets.map(({ name }) => `styles/${name}`),
    ]
    const long = all.filter((file) => readFileSync(file, 'utf8').split('\n').length > 301)
    expect(long).toEqual([])
  })

  test('no file only passes on what others export', () => {
    const barrels = FILES.filter(
      ({ source }) =>
        source.statements.length > 0 &&
        source.statements.every((statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier),
    )
    expect(barrels.map(({ file }) => file)).toEqual([])
  })

  test('names are kebab-case and exports are named', () => {
    const odd = FILES.filter(({ file }) => !/^[a-z0-9.-]+$/.test(path.basename(file)))
    const defaults = FILES.filter(
      ({ file, text }) => /^export default/m.test(text) && !MAY_EXPORT_DEFAULT.some((names) => names.test(file)),
    )
    expect([...odd, ...defaults].map(({ file }) => file)).toEqual([])
  })
})
