import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { ARROWS, maySeeTypes, PACKAGES, VENDORS } from './support/architecture'
import { findCycles } from './support/cycles'
import { importsOf, parse, targetOf } from './support/imports'

/** Names, cookies and hosts of the sign-in service. */
const SIGN_IN_SERVICE = /clerk|__client|__session|__refresh|__internal_|challenges\.cloudflare/i
/** Where they may stand: the provider, its screens, and the environment. */
const MAY_NAME_IT = /^(?:lib\/auth\/clerk\/|components\/account\/|lib\/env[./-])/
/** The files that choose the provider, and how they do so. Commands cannot load the package that checks sessions. */
const CHOOSES_IT: Record<string, string> = {
  'lib/auth/session.ts': "import { signInProvider } from './clerk/sign-in-provider'\n",
  'lib/auth/organizations.ts': "import { findUnknownOrganizations } from './clerk/organizations'\n",
  'lib/auth/sign-in-keys.ts': "import { findKeyProblem } from './clerk/check-keys'\n",
}

/** Default exports are for what a framework loads by itself. */
const MAY_EXPORT_DEFAULT = [
  /^app\/(.*\/)?(page|layout|not-found|error|global-error)\.tsx$/,
  /^lib\/cache\/cache-handler\.ts$/,
]

/**
 * Readers of the environment: one, the one that looks for misspelt names, those that run before it is checked or that set it for Next.js, and those that pass it to another
 * program or look for one.
 */
const ENVIRONMENT_READERS = [
  'lib/env.ts',
  'lib/env-unknown.ts',
  'lib/base-path.ts',
  'lib/cache/cache-handler.ts',
  'server/json-log.ts',
  'server/main.ts',
  'server/children.ts',
  'server/run-child.ts',
  'cli/export.ts',
  'cli/sync.ts',
  'cli/lib/build.ts',
  'cli/lib/chromium.ts',
  'cli/lib/debian.ts',
]

const SERVER_MODULES =
  /^lib\/(http|instances|metrics|snapshot|site|page|pictures|search|social|auth|sync|webhooks|workers)\//
const ON_THE_SERVER = /^node:(fs|fs\/promises|child_process|net|http|https|worker_threads|stream|stream\/promises)$/

const FOLDERS = ['app', 'cli', 'components', 'lib', 'server', 'tools']
const FILES = [...FOLDERS.flatMap(codeIn), 'instrumentation.ts', 'middleware.ts'].map((file) => {
  const source = parse(file)
  return { file, text: source.text, source }
})

const IMPORTS = new Map(FILES.map(({ file, source }) => [file, importsOf(source)]))
/** Imports of the tests, by file. */
const TEST_IMPORTS = new Map(codeIn('tests').map((file) => [file, importsOf(parse(file))]))
const ALL_IMPORTS = new Map([...IMPORTS, ...TEST_IMPORTS])

function codeIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts'))
}

/** The file with code that an import names; undefined for packages, styles and generated files. */
function codeFileOf(file: string, from: string): string | undefined {
  const target = targetOf(file, from)
  return ['', '.ts', '.tsx', '.mjs'].map((end) => `${target}${end}`).find((each) => ALL_IMPORTS.has(each))
}

const isIn = (module: string) => (target: string) =>
  target === module || target.startsWith(`${module}/`) || `${target}.ts` === module || `${target}.tsx` === module

function findModule(target: string): string | undefined {
  return Object.keys(ARROWS)
    .filter((module) => isIn(module)(target))
    .sort((a, b) => b.length - a.length)[0]
}

/** Whether an allowed module or folder includes a file. */
const includes = (allowed: string, target: string) =>
  allowed in ARROWS ? findModule(target) === allowed : isIn(allowed)(target)

describe('imports', () => {
  test('every file belongs to a module', () => {
    expect(FILES.map(({ file }) => file).filter((file) => findModule(file) === undefined)).toEqual([])
  })

  test.each(Object.entries(ARROWS))('%s imports only what it may', (module, allowed) => {
    const wrong = FILES.filter(({ file }) => findModule(file) === module).flatMap(({ file }) =>
      (IMPORTS.get(file) ?? []).flatMap(({ from, typeOnly }) => {
        const target = targetOf(file, from)
        if (target === undefined || /\.(css|woff2)$/.test(target)) return []
        const may = [module, 'lib/base-path.ts', ...allowed, ...(typeOnly && maySeeTypes(module) ? ['lib'] : [])]
        return may.some((each) => includes(each, target)) ? [] : [`${file} → ${target}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  test('no files import each other, directly or through others', () => {
    const targets = [...ALL_IMPORTS].map(([file, imports]): [string, string[]] => [
      file,
      imports.flatMap(({ from }) => codeFileOf(file, from) ?? []),
    ])
    expect(findCycles(new Map(targets))).toEqual([])
  })

  test('the process that serves never loads sharp, which cannot be interrupted', () => {
    const serves = /^(?:app|server(?!\/workers\/))\/|^cli\/site\.ts$|^[a-z]+\.ts$/
    const found = new Set([...IMPORTS.keys()].filter((file) => serves.test(file)))
    const importers: string[] = []
    for (const file of found) {
      for (const { from, typeOnly } of IMPORTS.get(file) ?? []) {
        const next = codeFileOf(file, from)
        if (from === 'sharp') importers.push(file)
        if (!typeOnly && next !== undefined) found.add(next)
      }
    }
    expect(found).toContain('lib/pictures/picture-process.ts')
    expect(importers).toEqual([])
  })

  test.each(Object.entries(PACKAGES))('%s uses only the packages it may', (module, allowed) => {
    expect(packageImports(module).filter(({ name }) => !allowed.includes(name))).toEqual([])
  })

  test.each(Object.entries(VENDORS))('%s is used only where it may be', (vendor, modules) => {
    const users = packageImports('').filter(({ name }) => name === vendor || name.startsWith(`${vendor}/`))
    expect(users.filter(({ file }) => !modules.some((module) => isIn(module)(file)))).toEqual([])
  })
})

test('only its provider, its screens and the environment name the sign-in service', () => {
  const settings = { file: 'next.config.mjs', text: readFileSync('next.config.mjs', 'utf8') }
  const named = [...FILES, settings].filter(({ file, text }) => {
    const checked = text.replace(CHOOSES_IT[file] ?? '', '')
    return !MAY_NAME_IT.test(file) && SIGN_IN_SERVICE.test(checked)
  })
  expect(named.map(({ file }) => file)).toEqual([])
  for (const [file, line] of Object.entries(CHOOSES_IT)) {
    expect(FILES.find((each) => each.file === file)?.text).toContain(line)
  }
})

function packageImports(module: string): { file: string; name: string }[] {
  return FILES.filter(({ file }) => module === '' || findModule(file) === module).flatMap(({ file }) =>
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
      if (!SERVER_MODULES.test(file)) return false
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
    const all = [...ALL_IMPORTS.keys(), ...sheets.map(({ name }) => `styles/${name}`)]
    const long = all.filter((file) => readFileSync(file, 'utf8').split('\n').length > 301)
    expect(long).toEqual([])
  })

  test('a folder with more than 25 files has subfolders', () => {
    const counts = new Map<string, number>()
    for (const { file } of FILES) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > 25)).toEqual([])
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

  test("the server's main thread loads no code that prepares or renders pages", () => {
    const reached = new Set(['server/main'])
    const packages = new Set<string>()
    for (const name of reached) {
      const file = [...IMPORTS.keys()].find((each) => each.replace(/\.\w+$/, '') === name)
      for (const { from, typeOnly, isDynamic } of (file && IMPORTS.get(file)) || []) {
        if (typeOnly || isDynamic) continue
        const target = targetOf(file ?? '', from)
        if (target === undefined) packages.add(from)
        else reached.add(target)
      }
    }
    expect(packages).toContain('p-queue')
    expect(
      [...packages].filter((name) => /^(?:katex|prismjs|notion-utils|react-notion-x|sharp|minisearch)/.test(name)),
    ).toEqual([])
  })
})
