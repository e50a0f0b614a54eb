import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { measureProcesses, type ProcessMemory, sendSignal } from '../support/processes'
import { createFolder, findLocalAddress } from '../support/site'
import { fetchPublicPaths } from './instances/site'
import { atMost, type Measurement } from './measurements'
import { sumMemory } from './npm-start'
import { spawnGroup } from './process-group'
import { timeResponse } from './time-response'

const SITES = 10
/** Longer than the time after which idle threads and processes end. */
const IDLE_MS = 340_000
const VIEWS = 20
const STARTS_WITHIN_MS = 120_000
const HOW = `Several sites: the command of the Dockerfile with the settings of deploy/many-sites and one build, the sample for each, and a copy of Node.js that no other process uses. Proportional size of all processes, ${IDLE_MS / 1000} s after the start of the last one, and ${IDLE_MS / 1000} s after ${VIEWS} page views of each. Then sites are stopped one by one.`

interface SiteProcess {
  url: string
  memory(): ProcessMemory[]
  stop(): Promise<unknown>
}

/** Measures what one more site costs if several are served from one build. Linux only. */
export async function measureSites(): Promise<Measurement[]> {
  const dir = createFolder('sites')
  const node = path.join(dir, 'node')
  copyFileSync(process.execPath, node)
  const sites: SiteProcess[] = []
  while (sites.length < SITES) sites.push(await startSiteProcess(node, path.join(dir, String(sites.length))))
  await pause(IDLE_MS)
  const idle = sumSites('Idle', sites)
  for (const site of sites) {
    for (const each of (await fetchPublicPaths(site)).slice(0, VIEWS)) await timeResponse(site.url + each)
  }
  await pause(IDLE_MS)
  const totals: number[] = []
  while (sites.length > 0) {
    totals.push(sumSites(`After ${VIEWS} page views`, sites))
    await sites.pop()?.stop()
  }
  rmSync(dir, { recursive: true, force: true })
  const [ten = Number.NaN, nine = Number.NaN] = totals
  const measurement = atMost('several sites', HOW)
  return [
    measurement('memory of each of ten, idle', idle / SITES, 'MB', 80),
    measurement(`… ${VIEWS} page views later`, ten / SITES, 'MB', 100),
    measurement('what the tenth adds to nine', ten - nine, 'MB', 70),
  ]
}

/** Starts the command of the Dockerfile. Resolves when the site is served. */
async function startSiteProcess(node: string, stateDir: string): Promise<SiteProcess> {
  const [, command = ''] = /^CMD \["node", (.+)\]$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? []
  const compose = readFileSync('deploy/many-sites/compose.yaml', 'utf8')
  const memory = Object.fromEntries(
    [...compose.matchAll(/^ +(MALLOC_\w+): "(\d+)"$/gm)].map(([, name, value]) => [name, value]),
  )
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', STATE_DIR: stateDir, ...memory }
  const site = spawnGroup(node, JSON.parse(`[${command}]`), {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: env as NodeJS.ProcessEnv,
  })
  let output = ''
  site.child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const pid = site.child.pid ?? 0
  for (
    const until = Date.now() + STARTS_WITHIN_MS;
    Date.now() < until && site.child.exitCode === null;
    await pause(50)
  ) {
    const url = findLocalAddress(output)
    if (url === undefined) continue
    const stop = () => {
      sendSignal(pid, 'SIGTERM')
      return site.exited
    }
    return { url, memory: () => measureProcesses(pid), stop }
  }
  throw new Error(`A site did not start:\n${output}`)
}

/** Prints the memory of all sites and of the last one, and returns the sum in megabytes. */
function sumSites(when: string, sites: readonly SiteProcess[]): number {
  const each = sites.map((site) => sumMemory(site.memory()).proportional)
  const total = each.reduce((sum, one) => sum + one, 0)
  console.log(`${when}, ${sites.length} sites: ${total.toFixed(1)} MB, the last ${each.at(-1)?.toFixed(1)} MB`)
  return total
}
