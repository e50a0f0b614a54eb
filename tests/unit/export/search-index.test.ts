import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { OutputFolder } from '@/cli/lib/export/output-folder'
import { writeSearchIndex } from '@/cli/lib/export/search-index'
import { text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { pageId } from '@/cli/sample/ids'
import { pageMention } from '@/cli/sample/inline'
import { writeWorkspace } from '@/cli/sample/output'
import { page } from '@/cli/sample/pages'
import { readEnv } from '@/lib/settings/env'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { createTemporaryFolder } from '../../support/folders'
import { listFiles } from '../../support/run-export'

/** Long enough for a file with the texts of one page. */
const FULL = 'A sail. '.repeat(150)
/** Longer than what a file with texts contains of a page. */
const LONG = 'A rope. '.repeat(30_000)

interface Content {
  ship?: string
  tide?: string
  pages?: string[]
}

function writeHarbour(workspaceDir: string, { ship = 'Ship', tide = 'Twice a day', pages = [] }: Content) {
  const root = page('Harbour', { key: 'home' }, [
    page(ship, { key: 'ship' }, [text(FULL)]),
    page('Crew', { key: 'crew' }, [text([FULL, pageMention('ship')])]),
    page('Tides', { key: 'tides' }, [text(FULL + tide)]),
    page('Ropes', { key: 'ropes' }, [text(LONG)]),
    ...pages.map((title) => page(title, {}, [])),
  ])
  writeWorkspace(workspaceDir, buildWorkspace(root))
}

/** Returns a function that exports the search index of a workspace. It returns the files, and the ids of the pages that were read. */
function createExport() {
  const [workspaceDir, stateDir] = [createTemporaryFolder(), createTemporaryFolder()]
  const env = readEnv({ WORKSPACE_DIR: workspaceDir, STATE_DIR: stateDir, SITE_URL: 'https://a.example' }, '/site')
  const dir = path.join(createTemporaryFolder(), 'site')
  const exportIndex = async (content: Content, to = dir) => {
    writeHarbour(workspaceDir, content)
    await prepareSite(env, Date.now())
    const store = openWorkingCopy(env)
    const index = await readSavedIndex(store)
    if (index === undefined) throw new Error('The site was not prepared')
    const reads = vi.spyOn(store, 'page')
    const output = await OutputFolder.open(to, false)
    await writeSearchIndex(new Site(index), output, { env, store, key: 'key', version: JSON.stringify(content) })
    await output.finish()
    await output.close()
    const files = listFiles(to).filter((file) => file.startsWith('search/'))
    return {
      files: Object.fromEntries(files.map((file) => [file, readFileSync(path.join(to, file), 'utf8')])),
      reads: reads.mock.calls.map(([id]) => id),
    }
  }
  return { dir, exportIndex, exportToNewFolder: (content: Content) => exportIndex(content, `${dir}-${Math.random()}`) }
}

const CHANGES: Content[] = [
  { tide: 'Once a day' },
  { ship: 'Frigate' },
  { pages: ['A', 'B'] },
  { pages: ['B'], ship: 'Frigate', tide: '' },
  {},
]

it('writes the same index after a change as from nothing', async () => {
  const { exportIndex, exportToNewFolder } = createExport()
  await exportIndex({ pages: ['C'] })
  for (const content of CHANGES) {
    expect((await exportIndex(content)).files).toEqual((await exportToNewFolder(content)).files)
  }
})

it('reads changed pages only, and those whose text is cut off', async () => {
  const { exportIndex } = createExport()
  await exportIndex({})
  expect((await exportIndex({ tide: 'Once a day' })).reads.sort()).toEqual([pageId('ropes'), pageId('tides')].sort())
})

it('reads the pages of a damaged file again', async () => {
  const { dir, exportIndex, exportToNewFolder } = createExport()
  const { files } = await exportIndex({})
  const [damaged = ''] = Object.keys(files).filter((file) => file.startsWith('search/texts/0-'))
  writeFileSync(path.join(dir, damaged), '[{"id"')
  const { files: written } = await exportIndex({ tide: 'Once a day' })
  const expected = (await exportToNewFolder({ tide: 'Once a day' })).files
  expect({ ...written, [damaged]: expected[damaged] }).toEqual(expected)
})
