import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { completeDocument } from '../../lib/cache/complete-document'
import { VERSION_HEADER } from '../../lib/cache/internal-headers'
import { getRenderedPage } from '../../lib/cache/rendered-page'
import { warmUpPageThread } from '../../lib/page/thread/page-thread'
import { getRuntime } from '../../lib/runtime'
import { getEnv, getSettingsKey } from '../../lib/settings/env'
import { collectBody } from '../collect-body'
import { prepareNext } from '../next-handler'

/**
 * The cookie of the draft mode of Next.js, in which a page is rendered for its request only. Without it, a fifth of an export would be what
 * Next.js does for its cache, and an export requests each page once.
 */
const { preview } = JSON.parse(readFileSync('.next/prerender-manifest.json', 'utf8'))
const DRAFT_MODE = `__prerender_bypass=${preview.previewModeId}`

/** Completes the document of a page, as the cache does on a server. */
function completePage(response: ServerResponse, address: string): void {
  collectBody(response, (body) => {
    // The search page and the page for missing addresses report nothing.
    if (getRenderedPage() === undefined) return void response.end(body)
    const { html, status, policy, version } = completeDocument(body.toString(), address, response.statusCode)
    response.statusCode = status
    response.setHeader('content-security-policy', policy)
    if (version !== undefined) response.setHeader(VERSION_HEADER, version)
    response.end(html)
  })
}

/**
 * Serves the prepared site to `npm run export`: on loopback, without limits for clients, and as long as the parent runs. Sends the parent
 * the port.
 */
process.once('disconnect', () => process.exit())
const env = getEnv()
getRuntime().settingsKey = getSettingsKey(env)
warmUpPageThread()
const handle = await prepareNext(env)
const server = createServer((request, response) => {
  if (request.headers.accept === 'text/html') {
    request.headers.cookie = DRAFT_MODE
    completePage(response, request.url ?? '/')
  }
  return handle(request, response)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.((server.address() as AddressInfo).port)
