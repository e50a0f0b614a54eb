import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { startBalancer } from '@/tests/support/balancer'
import { PORT_IN_USE, startOnFreePort } from '@/tests/support/ports'
import { killAll, measureMegabytes } from '@/tests/support/processes'
import { RedisServer } from '@/tests/support/redis'
import { createFolder, type RunningSite, type SiteOptions } from '@/tests/support/site'
import { startWriter } from '@/tests/support/writer'
import { getPercentile, type Measurement, median } from '../measurements'
import type { Base } from './forecast'
import { getPagesPerSecond, load } from './load'
import { fetchPublicPaths, startInstance } from './site'

const CONNECTIONS = 16
/** Warm-up, because a server is slow during its first requests. */
const WARM_UP_S = 10
const ROUND_S = 3
const ROUNDS = 9
const SHARE = 0.3
const LOSS_S = 20
const LOSSES = 3
/** When an instance is killed during the load, and how much later it starts again. */
const KILLED_AFTER_MS = 4000
const STARTED_AGAIN_AFTER_MS = 1000

/** Measures pages per second with and without Redis, alternately, and how the loss of an instance affects requests to the balancer. */
export async function measureServing(): Promise<{ measurements: Measurement[]; base: Base }> {
  const redis = await RedisServer.start()
  const dir = createFolder('bench')
  const writer = startWriter(redis, { workspaceDir: 'workspace', stateDir: dir })
  const [alone, shared] = [await startPair({}), await startPair({ REDIS_URL: redis.url })]
  for (const { urls } of [alone, shared]) await load({ urls, seconds: WARM_UP_S, pace: { connections: CONNECTIONS } })
  const rates = { alone: [] as number[], shared: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, { urls }] of Object.entries(round % 2 === 0 ? { alone, shared } : { shared, alone })) {
      const found = await load({ urls, seconds: ROUND_S, pace: { connections: CONNECTIONS } })
      if (found.failures.length > 0) throw new Error(`A page failed: ${found.failures[0]?.why}`)
      rates[name as keyof typeof rates].push(getPagesPerSecond(found))
    }
  }
  await alone.stop()
  const ratios = rates.shared.map((rate, round) => rate / (rates.alone[round] ?? Number.NaN))
  const [without, capacity] = [median(rates.alone), median(rates.shared)]
  console.log(`Pages per second: ${without.toFixed(0)} without Redis, ${capacity.toFixed(0)} with it`)

  const base: Base = { memory: shared.memory(), ready: Number.POSITIVE_INFINITY }
  const losses: { calm: number; loss: number; failed: number }[] = []
  for (let time = 0; time < LOSSES; time++) {
    const target = { urls: shared.urls, seconds: LOSS_S, pace: { perSecond: capacity * SHARE } }
    const calm = await load(target)
    const [loss, ready] = await Promise.all([load(target), shared.restartOne()])
    base.ready = Math.min(base.ready, ready)
    const failures = [...calm.failures, ...loss.failures]
    losses.push({
      calm: getPercentile(calm.times, 0.99),
      loss: getPercentile(loss.times, 0.99),
      failed: failures.length,
    })
    for (const { at, why } of failures.slice(0, 5)) console.log(`After ${at.toFixed(1)} s: ${why}`)
  }
  await shared.stop()
  killAll(writer.pid)
  await redis.stop()
  rmSync(dir, { recursive: true, force: true })
  for (const { calm, loss } of losses) console.log(`p99: ${calm.toFixed(1)} ms, and ${loss.toFixed(1)} ms with a loss`)
  const howServed = `Instances, pages: two behind nginx, all public pages of the sample over ${CONNECTIONS} connections, gzip; after a warm-up of ${WARM_UP_S} s, ${ROUNDS} rounds of ${ROUND_S} s, alternately with and without Redis, the median of their ratios.`
  const howLoss = `Instances, loss: ${SHARE * 100}% of the pages per second that two instances can serve, requested at fixed moments and timed from those, after a warm-up of a second, for ${LOSS_S} s in which one instance is killed with all its processes and started again ${STARTED_AGAIN_AFTER_MS / 1000} s later, and for as long before; ${LOSSES} times, the median of the ratios of p99, and the sum of failed requests.`
  const measurement = (what: string, measured: number, unit: string, limit: number, how: string): Measurement => ({
    name: `instances: ${what}`,
    measured,
    unit,
    limit,
    limitIs: 'most',
    how,
  })
  const measurements: Measurement[] = [
    {
      ...measurement(
        'pages per second with Redis, relative to those without',
        median(ratios),
        'times',
        0.75,
        howServed,
      ),
      limitIs: 'least',
    },
    measurement('p99 while one is killed', median(losses.map(({ calm, loss }) => loss / calm)), 'times', 3, howLoss),
    measurement(
      'failed requests meanwhile',
      losses.reduce((sum, { failed }) => sum + failed, 0),
      'requests',
      0,
      howLoss,
    ),
  ]
  return { measurements, base }
}

/** Starts two instances of the sample behind a balancer. */
async function startPair(env: Record<string, string>) {
  const options: SiteOptions = { workspaceDir: 'workspace', env }
  // Not an ephemeral port: a connection of the load could take it before the instance is started again.
  const second = await startOnFreePort(async (port) => {
    const more = { ...options, env: { ...env, PORT: String(port) } }
    const site = await startInstance(more).catch((error: unknown) => {
      if (!PORT_IN_USE.test(String(error))) throw error
      return undefined
    })
    return site && { site, more }
  })
  const sites: [RunningSite, RunningSite] = [await startInstance(options), second.site]
  const balancer = await startBalancer(sites)
  const paths = await fetchPublicPaths(sites[0])
  return {
    urls: paths.map((path) => balancer.url + path),
    /** Kills an instance and starts it again. Returns the seconds from its start until it is ready. */
    async restartOne() {
      await pause(KILLED_AFTER_MS)
      const { pid, stop } = sites[1]
      killAll(pid)
      await pause(STARTED_AGAIN_AFTER_MS)
      await stop()
      const started = performance.now()
      sites[1] = await startInstance(second.more)
      return (performance.now() - started) / 1000
    },
    memory: () => measureMegabytes(sites[0].pid),
    async stop() {
      await balancer.stop()
      for (const site of sites) await site.stop()
    },
  }
}
