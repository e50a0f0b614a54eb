import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { createFolder, getPort } from '@/tests/support/site'
import type { Attack } from './hostile-clients'
import { HOSTILE_ADDRESS, timeOrInfinity } from './hostile-time'
import { atMost, type Measurement, median } from './measurements'
import { startOwnSite } from './npm-start'

const ATTACKS: readonly Attack[] = [
  'missing files',
  'requests without a reader',
  'pipelined requests',
  'pipelined requests of many connections',
]
const VISIT_MS = 5000
const HOW =
  'One client: the sample, started by `npm start`. A process at another address sends all it can for six seconds: 16 loops over missing files; 16 loops of eight requests on a connection that closes at once; 10 connections with 500 requests, and 400 with 100, that wait for their responses. Meanwhile another client requests a cached page; its median is relative to that before. Then the first client requests the page.'

/** Measures how much one client delays others, and how soon it is served again. */
export async function measureOneClient(): Promise<Measurement[]> {
  const dir = createFolder('bench')
  const site = await startOwnSite({ workspaceDir: 'workspace', stateDir: `${dir}/state` })
  const measurement = atMost('one client', HOW)
  const measurements: Measurement[] = []
  await measureMedian(site.url)
  for (const attack of ATTACKS) {
    const quiet = await measureMedian(site.url)
    const options = { execArgv: ['--import', 'tsx'] }
    const client = fork('tests/bench/hostile-clients.ts', [attack, String(getPort(site))], options)
    // The process needs a moment to start.
    await pause(1000)
    const busy = await measureMedian(site.url)
    client.kill()
    await once(client, 'exit')
    measurements.push(
      measurement(`${attack}: a page of another client`, busy / quiet, 'times', 5),
      measurement(`${attack}: served again after`, await timeAsHostile(getPort(site)), 'ms', 1000),
    )
  }
  await site.stop()
  rmSync(dir, { recursive: true })
  return measurements
}

async function measureMedian(url: string): Promise<number> {
  const times: number[] = []
  const until = performance.now() + VISIT_MS
  while (performance.now() < until) {
    times.push(await timeOrInfinity(url))
    await pause(20)
  }
  return median(times)
}

/** Returns the milliseconds until the first client gets a page that is not cached, sending again while it is refused or reset. */
async function timeAsHostile(port: number): Promise<number> {
  const started = performance.now()
  while ((await requestAsHostile(port)) !== 404) await pause(20)
  return performance.now() - started
}

function requestAsHostile(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, localAddress: HOSTILE_ADDRESS, agent: false, path: '/nowhere' }
    request(options, (response) => response.resume().once('end', () => resolve(response.statusCode)))
      .once('error', () => resolve(undefined))
      .end()
  })
}
