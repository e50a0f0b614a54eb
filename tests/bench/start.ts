import { rmSync } from 'node:fs'
import { createFolder } from '../support/site'
import { buildEmptyNext } from './cache/servers'
import { atMost, type Measurement, median } from './measurements'
import { startOwnSite, startWithNpm } from './npm-start'

const TIMES = 5
const HOW = `Start: the sample by \`npm start\`, from the start of npm to the whole home page, the median of ${TIMES}. An application of one empty page starts in turn with it.`

/** Measures how soon the sample is served, with the state of an earlier run and without it, and how soon an empty page of Next.js is. */
export async function measureStart(): Promise<Measurement[]> {
  const emptyApplication = await buildEmptyNext()
  const seconds = { fresh: [] as number[], saved: [] as number[], emptyApplication: [] as number[] }
  for (let time = 0; time < TIMES; time++) {
    const folders = { workspaceDir: 'workspace', stateDir: createFolder('bench') }
    for (const state of ['fresh', 'saved'] as const) {
      const site = await startOwnSite(folders)
      seconds[state].push(site.firstPage)
      await site.stop()
    }
    rmSync(folders.stateDir, { recursive: true, force: true })
    const empty = await startWithNpm(emptyApplication, {})
    seconds.emptyApplication.push(empty.firstPage)
    await empty.stop()
  }
  for (const [name, all] of Object.entries(seconds)) {
    console.log(`Starts, ${name}: ${all.map((each) => each.toFixed(2)).join(', ')} s`)
  }
  const measurement = atMost('start', HOW)
  const saved = median(seconds.saved)
  return [
    measurement('first page with saved state', saved, 's', 1.2),
    measurement('… relative to an empty page of Next.js', saved / median(seconds.emptyApplication), 'times', 1.5),
    measurement('first page from an empty state folder', median(seconds.fresh), 's', 3),
  ]
}
