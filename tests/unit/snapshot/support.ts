import path from 'node:path'
import { readEnv } from '@/lib/settings/env'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { createTemporaryFolder, writeFiles } from '../../support/folders'
import { createId } from '../../support/records'

/** Creates a raw record map with one paragraph per page. `pages` maps names to texts, `parents` maps names to those of parent pages. */
export function createRawMap(pages: Record<string, string>, parents: Record<string, string> = {}) {
  const block: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(pages)) {
    const id = createId(name)
    const body = createId(`${name} body`)
    const above = parents[name]
    const base = { alive: true, created_time: 1, last_edited_time: 1 }
    block[id] = {
      role: 'reader',
      value: {
        ...base,
        id,
        type: 'page',
        properties: { title: [[name]] },
        content: [body],
        parent_id: createId(above ?? 'space'),
        parent_table: above === undefined ? 'space' : 'block',
      },
    }
    block[body] = {
      role: 'reader',
      value: { ...base, id: body, type: 'text', properties: { title: [[text]] }, parent_id: id, parent_table: 'block' },
    }
  }
  return { block, collection: {}, collection_view: {}, collection_query: {}, notion_user: {}, signed_urls: {} }
}

/** Writes a workspace folder with these files and a state folder beside it. */
export function workspace(files: Record<string, unknown>, more: Record<string, string> = {}) {
  const dir = createTemporaryFolder()
  const folder = path.join(dir, 'workspace')
  writeFiles(folder, files)
  const env = readEnv({ WORKSPACE_DIR: folder, STATE_DIR: path.join(dir, 'state'), ...more }, dir)
  return {
    folder,
    env,
    async prepare(now = 0, options: Parameters<typeof prepareSite>[2] = {}) {
      const prepared = await prepareSite(env, now, options)
      const index = await readSavedIndex(openWorkingCopy(env))
      if (index === undefined) throw new Error('no index was saved')
      return { ...prepared, index }
    },
  }
}

export const pageFile = (name: string) => `${createId(name)}.json`
/** Creates the manifest of a folder in the project's own layout. */
export const createSourceManifest = (root: string, names: string[], files = {}) => ({
  format: 1,
  root: createId(root),
  syncedAt: '2026-01-01T00:00:00.000Z',
  pages: Object.fromEntries(names.map((name) => [createId(name), { file: `pages/${pageFile(name)}` }])),
  files,
})
