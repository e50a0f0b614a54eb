import { existsSync } from 'node:fs'
import path from 'node:path'
import { getBasePath } from '../lib/base-path'
import { type Env, EnvironmentError, getEnv, getProjectFolder, PAGE_FORMATS, WITHOUT_HTML } from '../lib/settings/env'
import { warnOfUnknownVariables } from '../lib/settings/unknown'
import { SiteFolderError } from '../lib/site-folder/site-folder'
import { readSyncReport } from '../lib/snapshot/sync-report'
import { SyncError } from '../lib/sync/errors'
import { createStopSignal } from '../server/children'
import { getMemoryShare, runChild } from '../server/run-child'
import { isSynced } from '../server/syncing'
import { fail } from '../tools/explain-error.mjs'
import { buildIfNeeded } from './lib/build'
import { exportSite } from './lib/export/export-site'
import { HOSTS, sendsHeaders } from './lib/export/hosts'
import { listNextSteps } from './lib/export/next-steps'
import { ExportError } from './lib/export/output-folder'
import { readArguments } from './lib/read-arguments'

/** Writes the public site as a folder of files for static hosts. Exit code 1 when a page could not be exported, or nothing was. */
const { values, positionals } = readArguments({
  name: 'export',
  about: 'Writes the public site as a folder of files for a static host. A second run writes only what changed.',
  positionals: 'DIR',
  options: {
    host: { value: 'NAME', about: `adds the rules of a host: ${HOSTS.join(', ')}` },
    without: { value: 'LIST', about: `leaves out formats of pages, separated by commas: ${PAGE_FORMATS.join(', ')}` },
    force: { about: 'replaces a folder of other files, and exceeds the limits of the host' },
    strict: { about: 'writes nothing if a name that should restrict access is misspelt or renamed' },
  },
})
const { force, strict } = values
const dir = path.resolve(getProjectFolder(), positionals[0] ?? '')
const host = values.host === undefined ? undefined : readName(HOSTS, values.host, '--host')
const without = (values.without ?? '')
  .split(',')
  .filter(Boolean)
  .map((each) => readName(PAGE_FORMATS, each, '--without'))
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
  const unsynced = await syncFirst(env)
  const problems = await exportSite({ env, dir, host, force, strict, stopped })
  problems.push(...unsynced)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  for (const line of listNextSteps(dir, host)) console.log(line)
} catch (error) {
  if (stopped.aborted) console.error('The export was stopped; the folder is as it was')
  else if ([EnvironmentError, ExportError, SiteFolderError, SyncError].some((known) => error instanceof known)) {
    console.error((error as Error).message)
  } else throw error
  process.exitCode = 1
}
process.exit()

function readName<Name extends string>(names: readonly Name[], given: string, option: string): Name {
  return (
    names.find((each) => each === given) ?? fail(`${option} does not know “${given}”: name one of ${names.join(', ')}`)
  )
}

/** Syncs a hosted workspace that has never been synced. Returns what was not copied. */
async function syncFirst(env: Env): Promise<string[]> {
  const manifest = path.join(env.workspaceDir, 'manifest.json')
  if (existsSync(manifest) || !(await isSynced(env))) return []
  console.log('Copying the workspace first, as npm run sync does…')
  const limits = { heapMegabytes: getMemoryShare(0.25, 2048), deadlineMs: 10 * 60_000 }
  const { outcome } = await runChild(['dist/sync.mjs'], limits, stopped)
  if (outcome === 'done') return []
  // A sync that left out pages fails, too.
  if (outcome === 'failed' && existsSync(manifest) && (await readSyncReport(env.stateDir))?.state === 'done') {
    return [
      'Some pages could not be copied, so the export lacks them: see above, and run npm run sync and the export again',
    ]
  }
  throw new ExportError(
    'The workspace could not be copied, so nothing was exported: see above, and run the export again',
  )
}
