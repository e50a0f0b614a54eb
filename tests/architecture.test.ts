import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { ALLOWED_IMPORTS, ALLOWED_PACKAGES, mayImportTypes, PACKAGE_USERS } from './support/architecture'
import { findCycles } from './support/cycles'
import { listImports, parseFile, resolveImport } from './support/imports'

/** Names, cookies and hosts of the sign-in service. */
const SIGN_IN_SERVICE = /clerk|__client|__session|__refresh|__internal_|challenges\.cloudflare/i
/** Files that may contain these names: the provider and its choice, its screens, and the environment. */
const MAY_NAME_SERVICE = /^(?:lib\/auth\/(?:clerk\/|choose-provider\.ts)|components\/account\/|lib\/settings\/)/
/** The line that imports the provider, by file. There are several files because commands cannot load the package that checks sessions. */
const PROVIDER_IMPORTS: Record<string, string> = {
  'lib/auth/choose-provider.ts': "import { clerkProvider } from './clerk/sign-in-provider'\n",
  'lib/auth/setup.ts': "import { findKeyProblem, findUnknownOrganizations } from './clerk/setup'\n",
}

/** Files of which Next.js loads the default export. */
const MAY_EXPORT_DEFAULT = [
  /^app\/(.*\/)?(page|layout|not-found|error|global-error)\.tsx$/,
  /^lib\/cache\/cache-handler\.ts$/,
]

/**
 * Files that may read the environment: the environment module, the check for misspelled names, code that runs before that module or sets
 * variables for Next.js, and code that finds or starts another program.
 */
const ENVIRONMENT_READERS = [
  'lib/settings/env.ts',
  'lib/settings/unknown.ts',
  'lib/base-path.ts',
  'lib/cache/cache-handler.ts',
  'instrumentation.ts',
  'lib/scripts.ts',
  'server/json-log.ts',
  'server/main.ts',
  'server/children.ts',
  'server/run-child.ts',
  'cli/dev.ts',
  'cli/export.ts',
  'cli/sync.ts',
  'cli/lib/build.ts',
  'cli/lib/programs.ts',
  'cli/pictures/screens.ts',
  'packages/create-colophon/create.mjs',
  'tools/browser-scripts.mjs',
  'tools/colophon.mjs',
  'tools/run.mjs',
  'tools/site-components.mjs',
]

const SERVER_MODULES =
  /^lib\/(http|instances|metrics|snapshot|screens|site|page|pictures|search|social|auth|sync|webhooks|workers)\//
const SERVER_PACKAGES = /^node:(fs|fs\/promises|child_process|net|http|https|worker_threads|stream|stream\/promises)$/

const FOLDERS = ['app', 'blocks', 'cli', 'components', 'islands', 'lib', 'messages', 'packages', 'server', 'tools']
const FILES = [...FOLDERS.flatMap(listCodeFiles), 'instrumentation.ts', 'middleware.ts'].map((file) => {
  const source = parseFile(file)
  return { file, text: source.text, source }
})

const IMPORTS = new Map(FILES.map(({ file, source }) => [file, listImports(source)]))
const TEST_IMPORTS = new Map(listCodeFiles('tests').map((file) => [file, listImports(parseFile(file))]))
const ALL_IMPORTS = new Map([...IMPORTS, ...TEST_IMPORTS])

function listCodeFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts'))
}

/** Returns the code file that an import refers to. Returns undefined for packages, styles and generated files. */
function resolveCodeFile(file: string, from: string): string | undefined {
  const target = resolveImport(file, from)
  return ['', '.ts', '.tsx', '.mjs'].map((end) => `${target}${end}`).find((each) => ALL_IMPORTS.has(each))
}

const isInModule = (module: string, target: string) =>
  target === module || target.startsWith(`${module}/`) || `${target}.ts` === module || `${target}.tsx` === module

function findModule(target: string): string | undefined {
  return Object.keys(ALLOWED_IMPORTS)
    .filter((module) => isInModule(module, target))
    .sort((a, b) => b.length - a.length)[0]
}

/** Whether an entry of `ALLOWED_IMPORTS` allows to import a file. */
const allowsImport = (allowed: string, target: string) =>
  allowed in ALLOWED_IMPORTS ? findModule(target) === allowed : isInModule(allowed, target)

/** Lists the files that are loaded with some files, and which of them import a package. */
function loadFiles(entries: RegExp, packageName: string): { loaded: Set<string>; importers: string[] } {
  const loaded = new Set([...ALL_IMPORTS.keys()].filter((file) => entries.test(file)))
  const importers: string[] = []
  for (const file of loaded) {
    for (const { from, typeOnly } of ALL_IMPORTS.get(file) ?? []) {
      const next = resolveCodeFile(file, from)
      if (from === packageName) importers.push(file)
      if (!typeOnly && next !== undefined) loaded.add(next)
    }
  }
  return { loaded, importers }
}

describe('imports', () => {
  test('every file belongs to a module', () => {
    expect(FILES.map(({ file }) => file).filter((file) => findModule(file) === undefined)).toEqual([])
  })

  test.each(Object.entries(ALLOWED_IMPORTS))('%s imports only allowed modules', (module, allowed) => {
    const wrong = FILES.filter(({ file }) => findModule(file) === module).flatMap(({ file }) =>
      (IMPORTS.get(file) ?? []).flatMap(({ from, typeOnly }) => {
        const target = resolveImport(file, from)
        if (target === undefined || /\.(css|woff2)$/.test(target)) return []
        const permitted = [
          module,
          'lib/base-path.ts',
          ...allowed,
          ...(typeOnly && mayImportTypes(module) ? ['blocks', 'islands', 'lib'] : []),
        ]
        return permitted.some((each) => allowsImport(each, target)) ? [] : [`${file} → ${target}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  // The editor dashboard has no headings of a page.
  test('components take the ids of elements from lib/element-ids.ts', () => {
    const components = FILES.filter(({ file }) => file.startsWith('components/'))
    expect(components.filter(({ text }) => /\bid="(?!desk-)/.test(text)).map(({ file }) => file)).toEqual([])
  })

  test('there are no import cycles', () => {
    const targets = [...ALL_IMPORTS].map(([file, imports]): [string, string[]] => [
      file,
      imports.flatMap(({ from }) => resolveCodeFile(file, from) ?? []),
    ])
    expect(findCycles(new Map(targets))).toEqual([])
  })

  test('the serving process never loads sharp, whose work cannot be interrupted', () => {
    const entries = /^(?:app|server(?!\/workers\/))\/|^cli\/site\.ts$|^[a-z]+\.ts$/
    const { loaded, importers } = loadFiles(entries, 'sharp')
    expect(loaded).toContain('lib/pictures/picture-process.ts')
    expect(importers).toEqual([])
  })

  // Playwright, which compiles them, has no condition for modules of the server.
  test('browser tests load no module that imports server-only', () => {
    const { loaded, importers } = loadFiles(/^tests\/e2e\//, 'server-only')
    expect(loaded).toContain('tests/support/site.ts')
    expect(importers).toEqual([])
  })

  test.each(Object.entries(ALLOWED_PACKAGES))('%s uses only allowed packages', (module, allowed) => {
    expect(listPackageImports(module).filter(({ name }) => !allowed.includes(name))).toEqual([])
  })

  test.each(Object.entries(PACKAGE_USERS))('%s is used only by allowed modules', (vendor, modules) => {
    const users = listPackageImports('').filter(({ name }) => name === vendor || name.startsWith(`${vendor}/`))
    expect(users.filter(({ file }) => !modules.some((module) => isInModule(module, file)))).toEqual([])
  })
})

test('only the provider, its screens and the environment refer to the sign-in service', () => {
  const settings = { file: 'next.config.mjs', text: readFileSync('next.config.mjs', 'utf8') }
  const users = [...FILES, settings].filter(({ file, text }) => {
    const checked = text.replace(PROVIDER_IMPORTS[file] ?? '', '')
    return !MAY_NAME_SERVICE.test(file) && SIGN_IN_SERVICE.test(checked)
  })
  expect(users.map(({ file }) => file)).toEqual([])
  for (const [file, line] of Object.entries(PROVIDER_IMPORTS)) {
    expect(FILES.find((each) => each.file === file)?.text).toContain(line)
  }
})

function listPackageImports(module: string): { file: string; name: string }[] {
  return FILES.filter(({ file }) => module === '' || findModule(file) === module).flatMap(({ file }) =>
    (IMPORTS.get(file) ?? [])
      .filter(({ from }) => resolveImport(file, from) === undefined)
      .map(({ from }) => ({ file, name: from })),
  )
}

describe('files', () => {
  test('only the environment module reads the environment', () => {
    const readers = FILES.filter(({ text }) => /\bprocess\.env\b/.test(text)).map(({ file }) => file)
    expect(readers.filter((file) => !ENVIRONMENT_READERS.includes(file))).toEqual([])
  })

  test('modules of a process share state only through lib/runtime.ts', () => {
    const symbols = FILES.filter(({ text }) => text.includes('Symbol.for(')).map(({ file }) => file)
    expect(symbols).toEqual(['lib/runtime.ts'])
  })

  test('modules that read files or the environment import server-only', () => {
    const unmarked = FILES.filter(({ file }) => {
      if (!SERVER_MODULES.test(file)) return false
      const imports = IMPORTS.get(file) ?? []
      const isServerCode = imports.some(
        ({ from, typeOnly }) =>
          !typeOnly && (SERVER_PACKAGES.test(from) || resolveImport(file, from) === 'lib/settings/env'),
      )
      return isServerCode && imports[0]?.from !== 'server-only'
    })
    expect(unmarked.map(({ file }) => file)).toEqual([])
  })

  test('no file is longer than 500 lines', () => {
    const sheets = readdirSync('styles', { withFileTypes: true }).filter((entry) => entry.isFile())
    const all = [...ALL_IMPORTS.keys(), ...sheets.map(({ name }) => `styles/${name}`)]
    const long = all.filter((file) => readFileSync(file, 'utf8').split('\n').length > 501)
    expect(long).toEqual([])
  })

  test('a folder with more than 25 files has subfolders', () => {
    const counts = new Map<string, number>()
    for (const { file } of FILES) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > 25)).toEqual([])
  })

  // Test files share modules, so such a hook is registered only for the first file that imports the module.
  test('only test files and setup files register hooks at their top level', () => {
    const registering = [...TEST_IMPORTS.keys()].filter(
      (file) => !/\.test\.tsx?$/.test(file) && /^(?:before|after)(?:Each|All)\(/m.test(readFileSync(file, 'utf8')),
    )
    expect(registering).toEqual(['tests/support/fail-on-console.ts'])
  })

  test('no file consists only of re-exports', () => {
    const barrels = FILES.filter(
      ({ source }) =>
        source.statements.length > 0 &&
        source.statements.every((statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier),
    )
    expect(barrels.map(({ file }) => file)).toEqual([])
  })

  test('file names are kebab-case and exports are named', () => {
    const misnamed = FILES.filter(({ file }) => !/^[a-z0-9.-]+$/.test(path.basename(file)))
    const defaults = FILES.filter(
      ({ file, text }) => /^export default/m.test(text) && !MAY_EXPORT_DEFAULT.some((names) => names.test(file)),
    )
    expect([...misnamed, ...defaults].map(({ file }) => file)).toEqual([])
  })

  test("the server's main thread loads no code that prepares or renders pages", () => {
    const reached = new Set(['server/main'])
    const packages = new Set<string>()
    for (const name of reached) {
      const file = [...IMPORTS.keys()].find((each) => each.replace(/\.\w+$/, '') === name)
      for (const { from, typeOnly, isDynamic } of (file && IMPORTS.get(file)) || []) {
        if (typeOnly || isDynamic) continue
        const target = resolveImport(file ?? '', from)
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
