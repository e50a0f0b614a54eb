import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exportSite } from '@/cli/lib/export/export-site'
import { explainFailedWrite, getFileName, OutputFolder } from '@/cli/lib/export/output-folder'
import { readEnv } from '@/lib/settings/env'
import { createTemporaryFolder } from '../../support/folders'

/** Rows as in `../error-messages.test.ts`: the cause, a function that produces the message, and its three parts. */
type Row = [cause: string, produce: () => unknown, what: string, where: string, todo: string]

const EXPORT = {
  env: readEnv({ SITE_URL: 'https://a.example' }, '/site'),
  dir: '/tmp/no-such-export',
  host: undefined,
  force: false,
  strict: false,
  stopped: new AbortController().signal,
}

const ROWS: Row[] = [
  [
    'an export into a folder of other files',
    () => OutputFolder.open(createForeignFolder(), false),
    'was not written by an export',
    'colophon-',
    'name another folder, or add --force',
  ],
  [
    'two exports into one folder',
    exportTwice,
    'Another export is',
    `process ${process.pid}`,
    'wait until it ends, or stop it',
  ],
  [
    'an export to a full disk',
    () => explainFailedWrite('/data', Object.assign(new Error(), { code: 'ENOSPC' }), false),
    'The disk is full',
    '/data',
    'make room, or name another folder',
  ],
  [
    'an export into a folder that cannot be written to',
    () => explainFailedWrite('/data', Object.assign(new Error(), { code: 'EROFS' }), false),
    'Cannot write',
    '/data (EROFS)',
    'name a folder that can be written to',
  ],
  [
    'an export that stops while it replaces the folder',
    stopHalfway,
    'was interrupted (ENOTEMPTY)',
    '/site',
    'run the export again',
  ],
  [
    'an export over the workspace',
    () => exportSite({ ...EXPORT, dir: '/site' }),
    'cannot be replaced',
    '/site/workspace',
    'name another folder',
  ],
  [
    'an export over the workspace through a link',
    () => exportSite({ ...EXPORT, dir: createLinkTo('/site') }),
    'cannot be replaced',
    '/site/workspace',
    'name another folder',
  ],
  [
    'an export into a folder that contains the workspace with a name that begins with two dots',
    () =>
      exportSite({ ...EXPORT, dir: '/site', env: { ...EXPORT.env, workspaceDir: '/site/..x', stateDir: '/state' } }),
    'cannot be replaced',
    '/site/..x',
    'name another folder',
  ],
  [
    'an export below a path for a host that does not support paths',
    () => exportSite({ ...EXPORT, host: 'netlify', env: readEnv({ SITE_URL: 'https://a.example/docs' }, '/site') }),
    'SITE_URL has the path /docs',
    'netlify',
    'remove the path',
  ],
  [
    'an export of a page with a long name',
    () => Object.values(getFileName(`/${'a'.repeat(251)}`))[0],
    'has 256 bytes',
    'its name',
    'give it a shorter one',
  ],
]

test.each(ROWS)(
  'the message about %s contains the problem, the location and the solution',
  async (_, produce, ...parts) => {
    const message = await Promise.resolve()
      .then(produce)
      .then(
        (result) => (result instanceof Error ? result.message : String(result)),
        (error: Error) => error.message,
      )
    for (const part of parts) expect(message).toContain(part)
  },
)

async function exportTwice() {
  const dir = path.join(createTemporaryFolder(), 'site')
  const first = await OutputFolder.open(dir, false)
  onTestFinished(() => first.close())
  return OutputFolder.open(dir, false)
}

async function stopHalfway() {
  const parent = createTemporaryFolder()
  const dir = path.join(parent, 'site')
  mkdirSync(dir)
  const output = await OutputFolder.open(dir, false)
  onTestFinished(() => output.close())
  mkdirSync(`${parent}/.site.export/former/a`, { recursive: true })
  await output.write('a.html', '', '')
  return output.finish()
}

function createLinkTo(folder: string): string {
  const link = path.join(createTemporaryFolder(), 'site')
  symlinkSync(path.dirname(folder), link)
  return path.join(link, path.basename(folder))
}

function createForeignFolder(): string {
  const folder = createTemporaryFolder()
  writeFileSync(path.join(folder, 'foreign.txt'), '')
  return folder
}
