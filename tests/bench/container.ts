import { setTimeout as pause } from 'node:timers/promises'
import { buildImage, type Container, type Image, removeImage, startContainer } from '../support/container'
import { listDescendants, measureMegabytes } from '../support/processes'
import { RedisServer } from '../support/redis'
import { createFolder } from '../support/site'
import { startWriter } from '../support/writer'
import { fetchPublicPaths } from './instances/site'
import { atMost, type Measurement } from './measurements'
import { timeResponse } from './time-response'

const IDLE_MS = 30_000
const REQUESTS = 10_000
const ADDRESSES = 80
const VISITORS = 8
const SAMPLE_MS = 100
const HOW = `Container: the steps and the command of the Dockerfile in a copy of the project, without an engine: the sample, as an unprivileged user, with a read-only root and one writable folder. Resident size of all processes, ${IDLE_MS / 1000} s after the start; then every ${SAMPLE_MS} ms during ${REQUESTS} requests by ${VISITORS} visitors to ${ADDRESSES} pages and Markdown copies, with 320 MB as the limit of a small container.`

/** Measures the image as a small container. Needs Linux and root, because it changes mounts. */
export async function measureContainer(): Promise<Measurement[]> {
  const image = buildImage()
  const alone = await measure(image, '.state', {})
  const shared = await measureReader(image)
  removeImage(image)
  const measurement = atMost('container', HOW)
  return [
    measurement('processes besides the first, idle', alone.processes, '', 0),
    measurement('memory, idle', alone.idle, 'MB', 200),
    measurement(`memory during ${REQUESTS} requests, at most`, alone.most, 'MB', 320),
    measurement('requests that failed', alone.failed, '', 0),
    measurement('from SIGTERM to the end', alone.stop.ms / 1000, 's', 10),
    measurement('exit code', alone.stop.code ?? -1, '', 0),
    measurement('with REDIS_URL: memory, idle', shared.idle, 'MB', 200),
    measurement('with REDIS_URL: requests that failed', shared.failed, '', 0),
    measurement('with REDIS_URL: from SIGTERM to the end', shared.stop.ms / 1000, 's', 10),
  ]
}

async function measure(image: Image, volume: string, env: Record<string, string>) {
  const container = await startContainer(image, volume, env)
  await pause(IDLE_MS)
  const idle = measureMegabytes(container.pid)
  const processes = listDescendants(container.pid).length
  let most = idle
  const sampling = setInterval(() => {
    most = Math.max(most, measureMegabytes(container.pid))
  }, SAMPLE_MS)
  const failed = await visit(container)
  clearInterval(sampling)
  const { status } = (await (await fetch(`${container.url}/api/health`)).json()) as { status: string }
  if (status !== 'ready') console.log(`Health: ${status}\n${container.output()}`)
  return { idle, processes, most, failed, stop: await container.stop() }
}

/** Readers need no volume: Docker gives the container an empty folder for each that the image declares. */
async function measureReader(image: Image) {
  const redis = await RedisServer.start()
  const folders = { workspaceDir: `${image.dir}/workspace`, stateDir: createFolder('writer') }
  const site = { SITE_URL: 'http://localhost:3000' }
  const writer = startWriter(redis, folders, site)
  try {
    return await measure(image, '.state', { ...site, REDIS_URL: redis.url })
  } finally {
    process.kill(writer.pid)
    await writer.ended
    await redis.stop()
  }
}

/** Requests pages as several visitors. Returns the number of requests that failed. */
async function visit(container: Container): Promise<number> {
  const paths = await fetchPublicPaths(container)
  const addresses = [...paths, ...paths.slice(1).map((path) => `${path}.md`)].slice(0, ADDRESSES)
  let failed = 0
  const visitor = async (_: unknown, first: number) => {
    for (let at = first; at < REQUESTS; at += VISITORS) {
      await timeResponse(container.url + addresses[at % addresses.length]).catch(() => failed++)
    }
  }
  await Promise.all(Array.from({ length: VISITORS }, visitor))
  return failed
}
