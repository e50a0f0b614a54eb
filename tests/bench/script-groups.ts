import { execFileSync } from 'node:child_process'
import { parseObject } from '../../lib/workspace/values'

const NEXT = 'node_modules/next/dist/bin/next'
const ROUTE = '/[[...path]]'
const SCRIPT = /^\[client-fs\]\/_next\/static\/chunks\/.*\.js$/
const POLYFILLS = 'polyfill-nomodule'

/** The framework's names for groups of scripts of a route, and what they mean. */
const KINDS: Record<string, string> = {
  bootstrap: 'every document',
  render_dependent: 'what the page draws',
  async: 'on use',
}

/** Groups of modules. A module belongs to the first group whose text its path contains. */
const GROUPS: [part: string, name: string][] = [
  ['/compiled/react-dom/', 'react-dom'],
  ['/compiled/react', 'react, react-server-dom'],
  ['/compiled/scheduler/', 'react-dom'],
  ['/node_modules/next/', 'next'],
  ['[turbopack]', 'next'],
  ['/node_modules/@swc/', 'next'],
]

interface Part {
  file: string
  path: string
  minified: number
  gzip: number
}

/** Returns the scripts of a public page as a table: the modules that they contain, by package or folder and by when they are loaded. */
export function formatScriptGroups(): string {
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    WORKSPACE_DIR: '.next/none',
    STATE_DIR: '.next/none-state',
  }
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [NEXT, 'analyze', ...args], { env, encoding: 'utf8', maxBuffer: 1e9 })
  run('--output')
  const parts: Part[] = []
  const kinds = new Map<string, string>()
  for (const line of run('export', '--route', ROUTE).split('\n')) {
    const record = parseObject(line || '{}')
    if (record.type === 'group' && Array.isArray(record.outputs)) {
      for (const file of record.outputs) kinds.set(String(file), KINDS[String(record.kind)] ?? String(record.kind))
    } else if (record.type === 'part' && SCRIPT.test(String(record.filename))) {
      parts.push({
        file: String(record.filename),
        path: String(record.source_path),
        minified: Number(record.size),
        gzip: Number(record.compressed_size),
      })
    }
  }
  return formatTable(parts, kinds)
}

function formatTable(parts: readonly Part[], kinds: ReadonlyMap<string, string>): string {
  const sums = new Map<string, { minified: number; gzip: number }>()
  for (const { file, path, minified, gzip } of parts) {
    // Only browsers without support for modules load polyfills.
    if (path.includes(POLYFILLS)) continue
    const key = `${kinds.get(file) ?? 'on use'}\t${getGroup(path)}`
    const sum = sums.get(key) ?? { minified: 0, gzip: 0 }
    sums.set(key, { minified: sum.minified + minified, gzip: sum.gzip + gzip })
  }
  const rows = [...sums].sort(
    ([a, one], [b, two]) => a.split('\t')[0]?.localeCompare(b.split('\t')[0] ?? '') || two.gzip - one.gzip,
  )
  const cells = rows.map(([key, { minified, gzip }]) => [...key.split('\t'), kB(minified), kB(gzip)])
  const all = [['loaded with', 'modules of', 'minified', 'gzip, each module alone'], ...cells]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

/** Returns the package of a module, or the folder of a module of this project. */
function getGroup(path: string): string {
  const named = GROUPS.find(([part]) => path.includes(part))?.[1]
  if (named !== undefined) return named
  const [, inPackage] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
  if (inPackage !== undefined) return inPackage
  return path.replace('[project]/', '').split('/').slice(0, -1).slice(0, 3).join('/')
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
