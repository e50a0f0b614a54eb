import { once } from 'node:events'
import { createServer, request as open, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { getRuntime } from '@/lib/runtime'
import { getLoadedSite, openSite, reloadSite } from '@/lib/site/get-site'
import { openWorkingCopy } from '@/lib/site/working-copy'
import { Documents, findPublicVisit } from '@/server/documents'
import { writeFiles } from '../../../support/folders'
import { createRawMap, pageFile, workspace } from '../../snapshot/support'

export const PADDING = 'x'.repeat(5000)
const renderText = (version: string) => `<html><body>${version} ${PADDING}</body></html>`

export interface PageResponse {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
  encoding?: string
}

/** Starts a site with the page `/tides` and a server that renders it in place of Next.js. `state.renders` counts its renders. */
export async function startPageServer() {
  const runtime = getRuntime()
  const before = runtime.site
  const { env, folder, prepare } = workspace({
    [pageFile('Home')]: createRawMap({ Home: 'one', Tides: 'two' }, { Tides: 'Home' }),
  })
  await prepare()
  // The tests load the site themselves. A watcher could reload it at any time.
  const store = Object.assign(openWorkingCopy(env), { watch: () => {} })
  openSite(store)
  await reloadSite()
  const documents = new Documents()
  const state = { renders: 0, hold: undefined as Promise<void> | undefined, headers: {} as Record<string, string> }
  const render: RequestListener = async (request, response) => {
    state.renders++
    const site = getLoadedSite()
    const found = site && findPublicVisit(new URL(request.url ?? '', 'http://a').pathname, site)?.version
    const version = found ?? 'none'
    await state.hold
    for (const [name, value] of Object.entries(state.headers)) response.setHeader(name, value)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('x-nextjs-cache', 'MISS')
    response.setHeader('etag', `"${version}"`)
    response.setHeader('vary', 'accept, Accept-Encoding')
    if (found !== undefined) response.setHeader('x-colophon-version', version)
    const body = renderText(version)
    response.setHeader('content-length', Buffer.byteLength(body))
    response.end(request.method === 'HEAD' ? null : body)
  }
  const server = createServer((request, response) => {
    const own = ['x-request-id', `id-${state.renders}-${Math.random()}`]
    const visit = documents.findVisit(request, request.url ?? '')
    if (visit && documents.respond(visit, request, response, own)) return
    for (let at = 0; at < own.length; at += 2) response.setHeader(own[at] ?? '', own[at + 1] ?? '')
    if (visit) documents.capture(visit, request, response)
    render(request, response)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    runtime.site = before
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const fetchPage = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<PageResponse>((resolve, reject) => {
      const request = open({ port, path, headers, method, host: '127.0.0.1' }, async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        const body = Buffer.concat(chunks)
        const encoding = response.headers['content-encoding']
        // Responses to HEAD and 304 have no body to decompress.
        const expand = { br: brotliDecompressSync, gzip: gunzipSync }[body.length === 0 ? '' : String(encoding)]
        const text = expand?.(body) ?? body
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: text.toString(),
          encoding,
        })
      })
      request.on('error', reject).end()
    })
  const edit = async (pages: Record<string, string>, parents: Record<string, string> = {}) => {
    writeFiles(folder, { [pageFile('Home')]: createRawMap(pages, parents) })
    await prepare(1)
    await reloadSite()
  }
  return { documents, state, fetchPage, port, edit, store }
}

const _BELOW = { Tides: 'Home' }
