import path from 'node:path'
import { parseArgs } from 'node:util'
import { getBasePath } from '../lib/base-path'
import { EnvironmentError, getEnv, PAGE_FORMATS, type PageFormat, WITHOUT_HTML } from '../lib/settings/env'
import { warnOfUnknownVariables } from '../lib/settings/unknown'
import { SyncError } from '../lib/sync/errors'
import { createStopSignal } from '../server/children'
import { buildIfNeeded } from './lib/build'
import { exportSite } from './lib/export/export-site'
import { HOSTS, type Host, sendsHeaders } from './lib/export/hosts'
import { ExportError } from './lib/export/output-folder'

/** Writes the public site as a folder of files for static hosts. Exit code 1 when a page could not be exported, or nothing was. */
const USAGE = `npm run export -- DIR [--host ${HOSTS.join('|')}] [--without ${PAGE_FORMATS.join(',')}] [--force] [--strict]`

const { dir, host, without, force, strict } = readArguments()
// The processes that this one starts render for an export, too.
Object.assign(process.env, {
  STATIC_EXPORT: ['1', ...without, ...(sendsHeaders(host) ? [] : [WITHOUT_HTML])].join(),
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
})
const stopped = createStopSignal()
try {
  const env = getEnv()
  warnOfUnknownVariables()
  // The configuration of Next.js reads it.
  process.env.BUILD_BASE_PATH = getBasePath()
  await buildIfNeeded(stopped)
  const problems = await exportSite({ env, dir, host, force, strict, stopped })
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
} catch (error) {
  if (stopped.aborted) console.error('The export was stopped; the folder is as it was')
  else if (error instanceof EnvironmentError || error instanceof ExportError || error instanceof SyncError) {
    console.error(error.message)
  } else throw error
  process.exitCode = 1
}
process.exit()

interface Arguments {
  dir: string
  host: Host | undefined
  without: PageFormat[]
  force: boolean
  strict: boolean
}

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        host: { type: 'string' },
        without: { type: 'string', default: '' },
        force: { type: 'boolean', default: false },
        strict: { type: 'boolean', default: false },
      },
    })
    const host = HOSTS.find((each) => each === values.host)
    const named = values.without.split(',').filter((each) => each !== '')
    const without = PAGE_FORMATS.filter((form) => named.includes(form))
    const [folder, ...more] = positionals
    const isKnown = host === values.host && without.length === new Set(named).size
    const { force, strict } = values
    if (folder && more.length === 0 && isKnown) return { dir: path.resolve(folder), host, without, force, strict }
  } catch {
    // An unknown option.
  }
  console.error(USAGE)
  process.exit(1)
}
