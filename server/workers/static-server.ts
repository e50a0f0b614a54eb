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

/** Skips the incremental cache of Next.js, because an export requests each page once. See decision 40. */
const { previewModeId } = JSON.parse(readFileSync('.next/server/preview-props.json', 'utf8'))
const DRAFT_MODE = `__prerender_bypass=${previewModeId}`

/** How React marks a part that was late or failed, which a script would replace. In texts of pages, `<` is escaped. */
const MISSING_PART = /<!--\$[?!]-->/

/** Completes the document of a page once Next.js has rendered it, as the page cache does on a server. */
function completeAtEnd(response: ServerResponse, address: string): void {
  collectBody(response, (body) => {
    try {
      const rendered = body.toString()
      if (MISSING_PART.test(rendered)) throw new Error('React did not render all of it')
      // The search page and the page for missing addresses report nothing.
      if (getRenderedPage() === undefined) return void response.end(body)
      const { html, status, policy, version } = completeDocument(rendered, address, response.statusCode)
      if (status !== undefined) response.statusCode = status
      response.setHeader('content-security-policy', policy)
      response.setHeader('content-length', Buffer.byteLength(html))
      if (version !== undefined) response.setHeader(VERSION_HEADER, version)
      response.end(html)
    } catch (error) {
      console.error(`${address} could not be completed:`, error)
      response.statusCode = 500
      response.removeHeader('content-length')
      response.end()
    }
  })
}

// Serves the prepared site to `npm run export`: on loopback, without limits for clients, and as long as the parent runs. Sends the parent
// the port.
process.once('disconnect', () => process.exit())
const env = getEnv()
getRuntime().settingsKey = getSettingsKey(env)
warmUpPageThread()
const handle = await prepareNext(env)
const server = createServer((request, response) => {
  // As `ACCEPT` in `cli/lib/export/render.ts`.
  if (request.headers.accept === 'text/html') {
    request.headers.cookie = DRAFT_MODE
    completeAtEnd(response, request.url ?? '/')
  }
  return handle(request, response)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.((server.address() as AddressInfo).port)
