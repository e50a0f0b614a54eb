import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { findDeadPictures } from '@/cli/lib/dead-pictures'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { Downloader } from '@/lib/sync/files/download'
import { createId } from '../../support/records'
import { createRawMap, pageFile, workspace } from '../snapshot/support'

/** Starts a host of pictures, and keeps the requests that it gets. */
async function startHost(respond: RequestListener) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    respond(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const downloader = new Downloader(url, new AbortController().signal)
  onTestFinished(async () => {
    await downloader.close()
    server.closeAllConnections()
    server.close()
  })
  // The test host is at a private address.
  return { url, requests, downloader: { probe: (address: string, ms: number) => downloader.probe(address, ms, true) } }
}

/** Prepares a page with pictures at these addresses. */
async function preparePage(addresses: readonly string[]) {
  const map = createRawMap({ Home: 'text' })
  const { value } = map.block[createId('Home')] as { value: { content: string[] } }
  for (const [at, address] of addresses.entries()) {
    const id = createId(`picture ${at}`)
    const base = { id, type: 'image', alive: true, parent_id: createId('Home'), parent_table: 'block' }
    map.block[id] = { value: { ...base, properties: { source: [[address]] } } }
    value.content.push(id)
  }
  const { env, prepare } = workspace({ [pageFile('Home')]: map })
  const { index } = await prepare()
  return { index, store: openWorkingCopy(env), files: {} }
}

const list = ({ findings }: Awaited<ReturnType<typeof findDeadPictures>>) =>
  findings.map((each) => (each.kind === 'failed-file' ? [each.file, each.reason, each.page] : each.kind))

test('finds pictures of other hosts that cannot be loaded, with their page', async () => {
  const { url, requests, downloader } = await startHost(({ method, url: path }, response) => {
    if (path === '/get.png' && method === 'HEAD') response.writeHead(405).end()
    else if (path === '/moved.png') response.writeHead(302, { location: '/good.png' }).end()
    else if (path === '/page.png') response.writeHead(200, { 'content-type': 'text/html' }).end('Gone')
    else if (path === '/gone.png') response.writeHead(404).end()
    else if (path === '/failed.png') response.writeHead(500).end()
    else response.writeHead(200, { 'content-type': 'image/png' }).end('picture')
  })
  const names = ['good', 'get', 'moved', 'page', 'gone', 'gone', 'failed', 'copied']
  const source = await preparePage([
    ...names.map((name) => `${url}/${name}.png`),
    'attachment:a:b.png',
    '/images/c.png',
  ])
  const files = { [`${url}/copied.png`]: {} as never }
  expect(list(await findDeadPictures({ ...source, files, downloader }))).toEqual([
    [`${url}/page.png`, 'its server sends text/html', createId('Home')],
    [`${url}/gone.png`, 'its server responded with 404', createId('Home')],
    [`${url}/failed.png`, 'its server responded with 500', createId('Home')],
  ])
  expect(requests).toEqual([
    ...['HEAD /good.png', 'HEAD /get.png', 'GET /get.png', 'HEAD /moved.png', 'HEAD /good.png'],
    ...['HEAD /page.png', 'HEAD /gone.png', 'HEAD /failed.png'],
  ])
})

test('stops asking a host that does not respond, and limits the number of pictures', async () => {
  const { url, requests, downloader } = await startHost(() => undefined)
  const source = await preparePage(Array.from({ length: 12 }, (_, at) => `${url}/${at}.png`))
  const found = await findDeadPictures({ ...source, downloader }, { pictureMs: 500, pictures: 10 })
  expect(found.findings).toHaveLength(10)
  expect(list(found)[9]).toEqual([`${url}/9.png`, 'its server takes too long', createId('Home')])
  expect([requests.length, found.unchecked]).toEqual([3, 2])
})

test('requests no private address', async () => {
  const { url, requests } = await startHost((_, response) => response.end())
  const source = await preparePage([`${url}/a.png`])
  const downloader = new Downloader('', new AbortController().signal)
  onTestFinished(() => downloader.close())
  expect(list(await findDeadPictures({ ...source, downloader }))).toEqual([
    [`${url}/a.png`, 'it is at a private address', createId('Home')],
  ])
  expect(requests).toEqual([])
})
