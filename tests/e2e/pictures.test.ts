import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { findChildren, isRunning } from '@/tests/support/processes'
import { startSite } from '@/tests/support/site'
import { expect, test } from './test'

const TOKEN = 'open-sesame-for-metrics'

test('the first pictures of the home page are created before the first visit, and the picture process can be stopped or killed while pages are served, and ends with the site', async () => {
  // Waits for pictures of a site that just started.
  test.setTimeout(90_000)
  const site = await startSite({
    workspaceDir: 'workspace',
    env: { METRICS_TOKEN: TOKEN },
    expectedOutput: [
      /^The picture process ended \(SIGKILL\) during a copy of the file \S+, \d+ pixels wide and may be started again in 1 s$/,
    ],
  })
  const listPictures = () => readdirSync(site.stateDir).includes('pictures') && readdirSync(`${site.stateDir}/pictures`)
  await expect.poll(listPictures, { timeout: 60_000 }).toHaveLength(5)
  const home = await (await fetch(site.url)).text()
  const [, cover = '', hash] = /<img class="page-cover"[^>]* srcSet="(\/files\/(\w+)\/[^ ]*)/.exec(home) ?? []
  expect(listPictures()).toContain(`${hash}-384.avif`)
  expect((await fetch(site.url + cover)).status).toBe(200)
  const [first = '', second = '', third = ''] = new Set(home.match(/\/files\/[0-9a-f]{64}\/[^" ]+\.w\d+\.webp/g))
  // WebP, because the warm-up creates AVIF files only.
  const requestCopy = async (address: string) => {
    const response = await fetch(site.url + address, { headers: { accept: 'image/webp' } })
    return [response.status, response.headers.get('content-type')]
  }
  const getHealth = async () => (await fetch(`${site.url}/api/health`)).json()
  const listChildren = () => findChildren(site.pid, 'pictures.mjs')

  expect(await requestCopy(first)).toEqual([200, 'image/webp'])
  expect(listChildren()).toHaveLength(1)
  if (existsSync('/proc/self/maps')) expect(readFileSync(`/proc/${site.pid}/maps`, 'utf8')).not.toContain('libvips')

  const [stopped = 0] = listChildren()
  process.kill(stopped, 'SIGSTOP')
  const waiting = requestCopy(second)
  for (const path of ['/', '/search?q=tide', '/sitemap.xml']) expect((await fetch(site.url + path)).status).toBe(200)
  process.kill(stopped, 'SIGKILL')
  const reasons = ['pictures: the picture process ended']
  await expect.poll(getHealth, { intervals: [50] }).toMatchObject({ status: 'degraded', reasons })
  expect(await waiting).toEqual([200, 'image/webp'])
  expect(await getHealth()).toMatchObject({ status: 'ready', reasons: [] })
  const metrics = await fetch(`${site.url}/api/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  const lines = (await metrics.text()).split('\n')
  expect(lines).toContain('colophon_jobs_total{kind="pictures",outcome="crashed"} 1')
  expect(lines).toContain('colophon_worker_running{kind="pictures"} 1')
  expect(lines).toContain('colophon_worker_ok{kind="pictures"} 1')

  const [last = 0] = listChildren()
  expect(isRunning(last)).toBe(true)
  process.kill(last, 'SIGSTOP')
  const interrupted = requestCopy(third).catch(() => 'ended')
  // The site has received that request before it responds to a later one.
  expect(await getHealth()).toMatchObject({ status: 'ready' })
  await site.stop()
  expect(await interrupted).toBe('ended')
  await expect.poll(() => isRunning(last), { timeout: 2000 }).toBe(false)
})
