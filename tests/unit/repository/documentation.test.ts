import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { HOSTS } from '@/cli/lib/export/hosts'
import { EDITOR_SETTING_NAMES, getRowName } from '@/lib/branding/editor-settings'
import { SITE_SETTINGS } from '@/lib/branding/site-settings'
import { findRoute } from '@/lib/find-route'
import { SETTING_NAMES } from '@/lib/settings/env'
import { type Document, readDocuments, readHandbook, readMarkdown } from '@/tests/support/documents'

const FOLDERS = [
  '.ci',
  '.github',
  'app',
  'cli',
  'blocks',
  'components',
  'content',
  'islands',
  'deploy',
  'docs',
  'lib',
  'messages',
  'packages',
  'public',
  'server',
  'styles',
  'tests',
  'tools',
  'workspace',
]
const FILES = FOLDERS.flatMap((folder) => [
  folder,
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
])
const NAMES = new Set([...FILES.map((file) => path.basename(file)), ...readdirSync('.')])
const CODE = [...FILES, 'compose.instances.yaml', 'compose.yaml', 'Dockerfile']
  .filter((file) => /\.(?:tsx?|mjs|ya?ml)$|Dockerfile/.test(file) && path.resolve(file) !== import.meta.filename)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const CONSTANTS = new Set(CODE.match(/\b[A-Z][A-Z0-9_]{3,}\b/g))
const SCRIPTS: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts

/** Variables of other programs and of version 1.0, and paths in other repositories. */
const FOREIGN: ReadonlySet<string> = new Set([
  'COLOPHON_REPOSITORY',
  'COLOPHON_VERSION',
  'NODE_EXTRA_CA_CERTS',
  'NODE_VERSION',
  'NOTION_PAGE_ID',
  '.github/workflows/publish.yml',
  'site.config.ts',
])
const PATH = /^(?:[\w@.()[\]<>*{},-]+\/)+[\w@.()[\]<>*{},-]*$/
const COMMAND = /\bnpm (?:run )?(test|start|(?<=run )[a-z][\w:-]*)(?: -- ([^&|;#\n)]*))?/g

const ANCHORS = new Map(readDocuments().map(({ file, anchors }) => [file, anchors]))

function findBrokenLinks({ file, links, anchors }: Document): string[] {
  return links.filter((link) => {
    if (/^(?:https:\/\/|mailto:|tel:|http:\/\/localhost)/.test(link)) return false
    const [target = '', fragment = ''] = link.split('#', 2)
    if (target === '') return !anchors.has(fragment)
    const wanted = path.join(path.dirname(file), target)
    return !existsSync(wanted) || (fragment !== '' && !ANCHORS.get(wanted)?.has(fragment))
  })
}

/** Returns paths and names of files that do not exist. `<language>` stands for any name, and `{a,b}` for both. */
function findMissingPaths({ spans, blocks }: Document): string[] {
  const words = [...spans, ...blocks.flatMap((block) => block.split(/[\s'"`]+/))]
  const paths = words.filter((word) => PATH.test(word) && FOLDERS.some((folder) => word.startsWith(`${folder}/`)))
  const names = spans.filter((span) => /^[\w.-]+\.(?:tsx?|mjs|css)$/.test(span))
  return [
    ...paths.filter((word) => !FOREIGN.has(word) && !expandBraces(word).every(existsPattern)),
    ...names.filter((name) => !FOREIGN.has(name) && !NAMES.has(name)),
  ]
}

function existsPattern(pattern: string): boolean {
  if (!/[<*]/.test(pattern)) return existsSync(pattern)
  const escaped = pattern.replace(/\/$/, '').replace(/[.()[\]]/g, '\\$&')
  const wanted = new RegExp(`^${escaped.replace(/<[^>]+>|\*/g, '[^/]+')}$`)
  return FILES.some((file) => wanted.test(file))
}

function expandBraces(word: string): string[] {
  const [all, list = ''] = /\{([^}]+)\}/.exec(word) ?? []
  return all === undefined ? [word] : list.split(',').map((each) => word.replace(all, each))
}

/** Returns variables and constants that exist neither in the environment nor in the code. */
function findUnknownNames({ spans, blocks }: Document): string[] {
  const texts = [...spans, ...blocks]
  const names = texts.flatMap((text) => [
    ...(text.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []),
    ...[...text.matchAll(/(?:^|\s)([A-Z][A-Z0-9_]{3,})=/g)].map(([, name = '']) => name),
  ])
  return names.filter((name) => !SETTING_NAMES.includes(name) && !CONSTANTS.has(name) && !FOREIGN.has(name))
}

/** Returns commands without a script, and commands with unknown options, hosts or parts of the benchmark. */
function findUnknownCommands({ spans, blocks }: Document): string[] {
  return [...spans, ...blocks]
    .flatMap((text) =>
      [...text.matchAll(COMMAND)].filter(([, name = '', args = '']) => {
        if (SCRIPTS[name] === undefined) return true
        const file = `cli/${name.replace(':', '-')}.ts`
        const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
        const options = [...args.matchAll(/--([a-z][\w-]*)(?: (\w+))?/g)]
        const parts = name === 'bench' ? args.split(/\s+/).filter((word) => /^[a-z][a-z-]*$/.test(word)) : []
        return (
          options.some(
            ([, option = '']) => option !== 'help' && !new RegExp(`--${option}\\b|\\b'?${option}'?:`).test(source),
          ) ||
          options.some(([, option, value]) => option === 'host' && !HOSTS.some((host) => host === value)) ||
          parts.some((part) => !new RegExp(`\\b${part}'?[:,]`).test(source))
        )
      }),
    )
    .map(([command]) => command)
}

/** Returns API paths that are not routes. */
function findUnknownRoutes({ spans }: Document): string[] {
  const paths = spans.flatMap((span) => /(?:^|\s)(\/api\/[\w/-]+)/.exec(span)?.[1] ?? [])
  return paths.filter((each) => findRoute(each).segment === 'api')
}

const DOCUMENTS = [...readDocuments(), ...readHandbook()]
/** Decision records can also contain rejected routes. */
const isRecord = ({ file }: Document) => file.startsWith('docs/decisions/')

const findProblems = (find: (document: Document) => string[], documents: readonly Document[]) =>
  documents.flatMap((document) => find(document).map((problem) => `${document.file}: ${problem}`))

test.each([
  ['link', findBrokenLinks, DOCUMENTS],
  ['path', findMissingPaths, DOCUMENTS],
  ['variable', findUnknownNames, DOCUMENTS],
  ['command', findUnknownCommands, DOCUMENTS],
  ['route', findUnknownRoutes, DOCUMENTS.filter((document) => !isRecord(document))],
] as const)('documents contain no %s that does not exist', (_, find, documents) => {
  expect(findProblems(find, documents)).toEqual([])
})

test('finds references that do not exist', () => {
  const text = `# Tides
[a](none.md) [b](#ebb) [c](README.md#ebb) [d](#tides) [e](README.md#features)
\`lib/none.ts\` \`none.ts\` \`lib/{env,none}.ts\` \`docs/<name>/none.md\` \`messages/<language>.ts\`
\`SITE_URI\` \`PROT=1\` \`PORT=1\` \`/api/tides\` \`/api/health\`

    npm run tides
    npm run export -- out --host harbour
    npm run export -- out --tides
    npm run bench -- tides && npm run bench -- article faults --seed 1
`
  const document = readMarkdown('tides.md', text)
  expect(findBrokenLinks(document)).toEqual(['none.md', '#ebb', 'README.md#ebb'])
  expect(findMissingPaths(document)).toEqual(['lib/none.ts', 'lib/{env,none}.ts', 'docs/<name>/none.md', 'none.ts'])
  expect(findUnknownNames(document)).toEqual(['SITE_URI', 'PROT'])
  expect(findUnknownCommands(document)).toHaveLength(4)
  expect(findUnknownRoutes(document)).toEqual(['/api/tides'])
})

test('docs/publishing.md describes each setting of a Look table', () => {
  const table = /## Branding([\s\S]*?)\n## /.exec(readFileSync('docs/publishing.md', 'utf8'))?.[1] ?? ''
  const described = table.split('\n').flatMap((row) => (row.split('|')[1] ?? '').match(/(?<=`)[\w ]+(?=`)/g) ?? [])
  expect(described).toEqual(expect.arrayContaining(EDITOR_SETTING_NAMES.map(getRowName)))
})

test('docs/site-settings.md describes each key of site.json', () => {
  const rows = readFileSync('docs/site-settings.md', 'utf8').split('\n')
  const keys = rows.flatMap((row) => (row.startsWith('| `') ? (row.split('|')[1]?.match(/\w+/g) ?? []) : []))
  expect(keys.toSorted()).toEqual(Object.keys(SITE_SETTINGS.shape).toSorted())
})

test('docs/architecture.md gives the reason for each dependency', () => {
  const table = /## Dependencies([\s\S]*)/.exec(readFileSync('docs/architecture.md', 'utf8'))?.[1] ?? ''
  const listed = table
    .split('\n')
    .flatMap((row) => (row.startsWith('| ') ? (row.split('|')[1] ?? '').trim().split(', ') : []))
  const isListed = (name: string) =>
    listed.some((each) => each === name || (each.endsWith('*') && name.startsWith(each.slice(0, -1))))
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  expect(Object.keys(dependencies).filter((name) => !isListed(name))).toEqual([])
})

test('the folder map contains only existing files and folders', () => {
  const map = /## Folders\s+```\n([\s\S]*?)```/.exec(readFileSync('docs/architecture.md', 'utf8'))?.[1] ?? ''
  let folder = ''
  const named = map.split('\n').flatMap((line) => {
    const [, indent = '', first = ''] = /^( {0,2})([\w.()*-]+\/?)(?:\s|$)/.exec(line) ?? []
    if (first === '' || line.startsWith('   ')) return []
    if (indent === '') folder = first.endsWith('/') ? first : ''
    return indent === '' ? first : `${folder}${first}`
  })
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((name) => !existsSync(name))).toEqual([])
})
