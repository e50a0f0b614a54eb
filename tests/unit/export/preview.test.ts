import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { BelowRedirect, Redirect } from '@/cli/lib/export/host-redirects'
import { createHeaderRules, HOSTS, type Host, sendsHeaders, writeHostRules } from '@/cli/lib/export/hosts'
import { listNextSteps } from '@/cli/lib/export/next-steps'
import { createPreviewServer, type PreviewRules, readPreviewRules, savePreviewRules } from '@/cli/lib/export/preview'
import { listPreviews } from '@/lib/auth/preview-records'
import { readEnv } from '@/lib/settings/env'
import { createTemporaryFolder, writeFiles } from '../../support/folders'

const FILES = {
  'index.html': 'home',
  'tides.html': 'tides',
  'tides/spring.html': 'spring',
  '404.html': 'missing',
  '排版.html': 'type',
  'files/a.bin': 'file',
  'spring/index.html': 'a document that redirects',
  'old.php/index.html': 'another one',
  'colophon-export.json': '{}',
}
const REDIRECTS: Redirect[] = [
  { from: '/former', to: '/tides', isListed: true },
  { from: '/gone', to: '', status: 410, isListed: true },
]
const BELOW: BelowRedirect[] = [
  { from: '/old', to: '/tides', continues: true, hides: false, known: [], isListed: true, status: 301 },
]

async function start(rules: Partial<PreviewRules> = {}) {
  const dir = createTemporaryFolder()
  writeFiles(dir, FILES)
  const server = createPreviewServer(dir, { basePath: '', ruleFiles: [], redirects: [], headers: [], ...rules })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  /** Requests an address without the normalization of `fetch`. */
  return async (path: string, method = 'GET') => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, method }, resolve).on('error', reject).end()
    })
    const { headers, statusCode: status } = response
    return { status, headers, location: headers.location, body: await text(response) }
  }
}

test('serves pages at their paths, and the 404 page for what is missing', async () => {
  const get = await start()
  for (const [path, body] of [
    ['/', 'home'],
    ['/tides?q=1', 'tides'],
    ['/tides/spring', 'spring'],
    [encodeURI('/排版'), 'type'],
    ['/files/a.bin', 'file'],
    ['/spring/', 'a document that redirects'],
    ['/old.php/', 'another one'],
  ] as const) {
    expect(await get(path)).toMatchObject({ status: 200, body })
  }
  for (const path of ['/none', '/tides/', '/files', '/%', '/%2e%2e/%2e%2e/etc/passwd', '/../../etc/passwd', '/a%00b']) {
    expect([path, await get(path)]).toMatchObject([path, { status: 404, body: 'missing' }])
  }
  expect(await get('/old.php?p=1')).toMatchObject({ status: 301, location: '/old.php/?p=1' })
  expect((await get('/colophon-export.json')).status).toBe(404)
  expect((await get('/tides', 'POST')).status).toBe(405)
  expect(await get('/tides', 'HEAD')).toMatchObject({ status: 200, body: '' })
})

test('serves the site below its path only', async () => {
  const get = await start({ basePath: '/docs' })
  expect([(await get('/docs')).body, (await get('/docs/tides')).body]).toEqual(['home', 'tides'])
  expect((await get('/tides')).status).toBe(404)
  expect((await get('/docsx')).status).toBe(404)
})

/** The rules of an export, as it saves them. */
function createRules(host: Host | undefined): PreviewRules {
  const { files, included } = writeHostRules({ host, redirects: REDIRECTS, below: BELOW, basePath: '' })
  const headers = sendsHeaders(host) ? createHeaderRules('') : []
  return { host, basePath: '', ruleFiles: [...files.keys()], redirects: included, headers }
}

test.each(['netlify', 'vercel', 'nginx', 'caddy'] as const)(
  'responds as %s with its redirects and headers',
  async (host) => {
    const stateDir = createTemporaryFolder()
    await savePreviewRules(stateDir, '/some/dir', createRules(host))
    const get = await start((await readPreviewRules(stateDir, '/some/dir')) ?? {})
    expect(await get('/former')).toMatchObject({ status: 308, location: '/tides' })
    expect(await get('/gone')).toMatchObject({ status: 410, body: 'missing' })
    expect(await get('/old/spring?a=b')).toMatchObject({ status: 301, location: '/tides/spring' })
    expect((await get('/tides')).headers['x-content-type-options']).toBe('nosniff')
    expect((await get('/files/a.bin')).headers['cache-control']).toContain('immutable')
  },
)

test('a host without rules neither redirects nor sends headers', async () => {
  const get = await start(createRules('github'))
  expect((await get('/former')).status).toBe(404)
  expect((await get('/tides')).headers['x-content-type-options']).toBeUndefined()
})

test.each([undefined, ...HOSTS])(
  'the end of an export says how to look at it, and how to put it online: %s',
  (host) => {
    const [preview, online, ...more] = listNextSteps('/srv/my site', host)
    expect([preview, more]).toEqual(["Look at it:     npm run preview -- '/srv/my site'", []])
    expect(online).toMatch(/^Put it online: {2}.*'\/srv\/my site'/)
    expect(listNextSteps(`${process.cwd()}/out`, host)[0]).toBe('Look at it:     npm run preview -- out')
  },
)

test('the rules stay when preview links are listed, because they are in a folder of their own', async () => {
  const stateDir = createTemporaryFolder()
  await savePreviewRules(stateDir, '/some/dir', createRules('netlify'))
  expect(await listPreviews(readEnv({ STATE_DIR: stateDir }, stateDir), Date.now())).toEqual([])
  expect((await readPreviewRules(stateDir, '/some/dir'))?.host).toBe('netlify')
  expect(await readPreviewRules(createTemporaryFolder(), '/some/dir')).toBeUndefined()
})
