import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { startExportNginx } from '../support/nginx'
import { createFolder, runCommand, startSite } from '../support/site'
import { measureWithLighthouse } from './lighthouse'
import { atMost, type Measurement } from './measurements'
import { weigh } from './weight'
import { writeBigWorkspace } from './workspace'

const PAGES = 10_000
const EDITS = 20
const ARTICLE = '/journal/how-a-paragraph-is-set'
const HOW = `Export: \`npm run export\` of a built project, from the start of the command to its end: the sample with all formats for nginx, and ${PAGES} pages of 12 to 36 blocks without social images; again without edits, or after an edit of ${EDITS} pages.`
const HOW_WEIGHT =
  'Export: an article of the sample, served by nginx with the generated rules, relative to the same article of `npm run site`; see Weight.'

/** Measures how long an export takes, and how much its visitors download. */
export async function measureExport(chromium: string): Promise<Measurement[]> {
  return [...(await measureSample(chromium)), ...(await measureBigSite())]
}

async function measureSample(chromium: string): Promise<Measurement[]> {
  const parent = createFolder('bench')
  const dir = `${parent}/site`
  const folders = { WORKSPACE_DIR: 'workspace', STATE_DIR: `${parent}/state` }
  const first = await timeExport(folders, dir, '--host', 'nginx')
  const again = await timeExport(folders, dir, '--host', 'nginx')
  const nginx = await startExportNginx(dir)
  const exported = await weigh(nginx.url + ARTICLE, chromium)
  const scores = await measureWithLighthouse('exported article', nginx.url + ARTICLE, chromium)
  await nginx.stop()
  const site = await startSite({ workspaceDir: 'workspace' })
  const served = await weigh(site.url + ARTICLE, chromium)
  await site.stop()
  rmSync(parent, { recursive: true })
  const time = atMost('export of the sample', HOW)
  const weight = atMost('exported article', HOW_WEIGHT)
  return [
    time('from nothing', first, 's', 30),
    time('again without edits', again, 's', 5),
    weight('script, relative to the server’s', exported.script - served.script, 'kB more', 2),
    weight('document, relative to the server’s', exported.document - served.document, 'kB more', 2),
    ...scores,
  ]
}

async function measureBigSite(): Promise<Measurement[]> {
  const parent = createFolder('bench')
  const [workspace, dir] = [`${parent}/workspace`, `${parent}/site`]
  const folders = { WORKSPACE_DIR: workspace, STATE_DIR: `${parent}/state` }
  mkdirSync(workspace)
  writeBigWorkspace(`${workspace}/map.json`, { pages: PAGES, least: 12, spread: 24 })
  const first = await timeExport(folders, dir, '--without', 'social')
  editPages(`${workspace}/map.json`, EDITS)
  const edited = await timeExport(folders, dir, '--without', 'social')
  rmSync(parent, { recursive: true })
  const measurement = atMost(`export of ${PAGES} pages without social images`, HOW)
  return [measurement('from nothing', first, 's', 600), measurement(`again after ${EDITS} edits`, edited, 's', 60)]
}

/** Changes one paragraph in each of some pages that are far from each other. */
export function editPages(file: string, edits: number): void {
  const parts = readFileSync(file, 'utf8').split('"type":"text",')
  const step = Math.floor(parts.length / (edits + 1))
  for (let edit = 1; edit <= edits; edit++) {
    parts[edit * step] = (parts[edit * step] ?? '').replace('"title":[["', '"title":[["Edited ')
  }
  writeFileSync(file, parts.join('"type":"text",'))
}

/** Exports and returns the seconds that it took. Throws if it failed. */
async function timeExport(folders: Record<string, string>, dir: string, ...options: string[]): Promise<number> {
  const began = performance.now()
  const { code, stdout, stderr } = await runCommand(
    'export',
    { ...folders, SITE_URL: 'https://harbour.example' },
    dir,
    ...options,
  )
  const seconds = (performance.now() - began) / 1000
  if (code !== 0) throw new Error(`The export failed:\n${stderr}`)
  console.log(`${/^.* are in .*$/m.exec(stdout)?.[0]}: ${seconds.toFixed(1)} s`)
  return seconds
}
