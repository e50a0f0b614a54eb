import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessMemory } from '../support/processes'
import { createFolder } from '../support/site'
import { fetchPublicPaths } from './instances/site'
import { atMost, type Measurement } from './measurements'
import { startOwnSite, sumMemory } from './npm-start'
import { timeResponse } from './time-response'

const IDLE_MS = 30_000
const REQUESTS = 10_000
const ADDRESSES = 80
const VISITORS = 8
const HOW = `Memory: the sample by \`npm start\` with the state of an earlier run, resident size of all its processes without npm, ${IDLE_MS / 1000} s after the first page; then right after ${REQUESTS} requests by ${VISITORS} visitors to ${ADDRESSES} pages and Markdown copies.`

/** Measures the memory of all processes of the sample. */
export async function measureMemory(): Promise<Measurement[]> {
  const folders = { workspaceDir: 'workspace', stateDir: createFolder('bench') }
  await (await startOwnSite(folders)).stop()
  const site = await startOwnSite(folders)
  await pause(IDLE_MS)
  const idle = site.memory()
  printMemory('Idle', idle)

  const paths = await fetchPublicPaths(site)
  const addresses = [...paths, ...paths.slice(1).map((path) => `${path}.md`)].slice(0, ADDRESSES)
  if (addresses.length < ADDRESSES) throw new Error(`The sample has no ${ADDRESSES} addresses`)
  const visitor = async (_: unknown, first: number) => {
    for (let at = first; at < REQUESTS; at += VISITORS) await timeResponse(site.url + addresses[at % ADDRESSES])
  }
  await Promise.all(Array.from({ length: VISITORS }, visitor))
  const visited = site.memory()
  printMemory(`After ${REQUESTS} requests`, visited)
  await site.stop()
  rmSync(folders.stateDir, { recursive: true, force: true })

  const measurement = atMost('memory', HOW)
  return [
    measurement(`idle, ${IDLE_MS / 1000} s after the start`, sumMemory(idle).resident, 'MB', 150),
    measurement(`after ${REQUESTS} requests to ${ADDRESSES} addresses`, sumMemory(visited).resident, 'MB', 250),
  ]
}

/** Prints the memory of each process. The proportional size counts memory that several processes share only once. */
export function printMemory(when: string, memory: readonly ProcessMemory[]): void {
  const { resident, proportional } = sumMemory(memory)
  console.log(`${when}: resident ${resident.toFixed(1)} MB, proportional ${proportional.toFixed(1)} MB`)
  for (const each of memory) {
    console.log(`  ${each.command}: ${each.resident.toFixed(1)} MB, ${each.proportional.toFixed(1)} MB`)
  }
}
