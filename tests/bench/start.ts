import { rmSync } from 'node:fs'
import { createFolder } from '../support/site'
import { atMost, type Measurement, median } from './measurements'
import { startOwnSite } from './npm-start'

const TIMES = 5
const HOW = `Start: the sample by \`npm start\`, from the start of npm to the whole home page, the median of ${TIMES}.`

/** Measures how soon the sample is served, with the state of an earlier run and without it. */
export async function measureStart(): Promise<Measurement[]> {
  const seconds = { empty: [] as number[], saved: [] as number[] }
  for (let time = 0; time < TIMES; time++) {
    const folders = { workspaceDir: 'workspace', stateDir: createFolder('bench') }
    for (const state of ['empty', 'saved'] as const) {
      const site = await startOwnSite(folders)
      seconds[state].push(site.firstPage)
      await site.stop()
    }
    rmSync(folders.stateDir, { recursive: true, force: true })
  }
  for (const [state, all] of Object.entries(seconds)) {
    console.log(`Starts with ${state} state: ${all.map((each) => each.toFixed(2)).join(', ')} s`)
  }
  const measurement = atMost('start', HOW)
  return [
    measurement('first page with saved state', median(seconds.saved), 's', 1.2),
    measurement('first page from an empty state folder', median(seconds.empty), 's', 3),
  ]
}
