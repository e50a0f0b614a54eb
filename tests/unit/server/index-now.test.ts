import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { renderErrorPage } from '@/components/errors/error-pages'
import { readEnv } from '@/lib/settings/env'
import { ErrorPages } from '@/server/error-pages'
import { createHttpServer } from '@/server/http-server'
import { collectAddresses, findChanges, submitChanges } from '@/server/index-now'
import { expectConsole } from '../../support/console'
import { writeFiles } from '../../support/folders'
import { sitePage } from '../formats/support'
import { createRawMap, pageFile, workspace } from '../snapshot/support'

const KEY = 'a1b2c3d4-e5f6'
const SITE = { SITE_URL: 'https://tides.example/docs', INDEXNOW_KEY: KEY }

/** Starts a service that keeps the bodies of its requests. The first responses have these statuses, all others 200. */
async function startService(...statuses: number[]) {
  const bodies: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    bodies.push(JSON.parse(body))
    response.writeHead(statuses.shift() ?? 200).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies }
}

const createFiles = (tides: string, names: Record<string, string> = {}) => ({
  [pageFile('Home')]: createRawMap({ Home: 'one', Tides: tides, ...names }, { Tides: 'Home', Quay: 'Home' }),
})

function submit(env: ReturnType<typeof readEnv>, endpoint: string, more = {}) {
  const stopped = new AbortController()
  onTestFinished(() => stopped.abort())
  submitChanges(env, KEY, stopped.signal, { endpoint, collectMs: 50, retryMs: 50, ...more })
}

/** Waits until the addresses at the start are recorded. */
const recorded = (env: ReturnType<typeof readEnv>) =>
  expect.poll(() => existsSync(path.join(env.stateDir, 'index-now.json'))).toBe(true)

test('submits the addresses that changed, are new or were removed, and no others', async () => {
  const { endpoint, bodies } = await startService()
  const { env, folder, prepare } = workspace(createFiles('low'), SITE)
  await prepare()
  submit(env, endpoint)
  // What follows would not be the first submission if these addresses were submitted.
  await recorded(env)
  writeFiles(folder, createFiles('high', { Quay: 'ships' }))
  await prepare()
  await expect.poll(() => bodies).toHaveLength(1)
  const about = { host: 'tides.example', key: KEY, keyLocation: `https://tides.example/docs/${KEY}.txt` }
  expect(bodies[0]).toEqual({
    ...about,
    urlList: ['https://tides.example/docs/quay', 'https://tides.example/docs/tides'],
  })

  writeFiles(folder, createFiles('high'))
  await prepare()
  await expect.poll(() => bodies).toHaveLength(2)
  expect(bodies[1]?.urlList).toEqual(['https://tides.example/docs/quay'])
  await prepare()
  writeFiles(folder, createFiles('low'))
  await prepare()
  await expect.poll(() => bodies).toHaveLength(3)
  expect(bodies[2]?.urlList).toEqual(['https://tides.example/docs/tides'])
})

test('tries again after a failure, which is logged once, and submits in batches', async () => {
  expectConsole(
    /^error: Search engines could not be notified of changes; the next try follows: 127\.0\.0\.1:\d+ responds with 429$/,
  )
  const { endpoint, bodies } = await startService(429, 429)
  const { env, folder, prepare } = workspace(createFiles('low'), SITE)
  await prepare()
  submit(env, endpoint, { addresses: 1 })
  await recorded(env)
  writeFiles(folder, createFiles('high', { Quay: 'ships' }))
  await prepare()
  await expect.poll(() => bodies).toHaveLength(4)
  const [, , ...sent] = bodies
  expect(sent.map(({ urlList }) => urlList)).toEqual([
    ['https://tides.example/docs/quay'],
    ['https://tides.example/docs/tides'],
  ])
})

test('collectAddresses lists pages that search engines index', () => {
  const pages = [
    sitePage('tides'),
    sitePage('hidden', { access: { kind: 'public', unlisted: 'self' } }),
    sitePage('members', { access: { kind: 'members', organizations: 'any' } }),
    sitePage('noindex', { seo: { noindex: true } }),
    sitePage('canonical', { seo: { canonical: 'https://other.example/' } }),
    sitePage('elsewhere', { address: 'https://other.example/' }),
  ]
  const before = collectAddresses({ pages })
  expect([...before.keys()]).toEqual(['tides'])
  // What surrounds a page changes its version only.
  expect(findChanges(before, collectAddresses({ pages: [sitePage('tides', { version: 'other' })] }))).toEqual([])
  expect(findChanges(before, collectAddresses({ pages: [sitePage('tides', { hash: 'other' })] }))).toEqual(['tides'])
  expect(findChanges(before, new Map())).toEqual(['tides'])
})

test('the server sends the file with the key, only if there is one', async () => {
  const serve = async (settings: Record<string, string>) => {
    const env = readEnv(settings, '/')
    const missing = (_: unknown, response: { writeHead(status: number): { end(): void } }) =>
      response.writeHead(404).end()
    const server = createHttpServer(env, missing, new ErrorPages(env, undefined, renderErrorPage)).listen(
      0,
      '127.0.0.1',
    )
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const url = await serve({ ...SITE, SITE_URL: 'https://tides.example' })
  const response = await fetch(`${url}/${KEY}.txt`)
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'text/plain; charset=utf-8',
    KEY,
  ])
  expect((await fetch(`${url}/${KEY}.txt`, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`${await serve({})}/${KEY}.txt`)).status).toBe(404)
})
