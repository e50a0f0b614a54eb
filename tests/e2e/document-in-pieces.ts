import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'

/**
 * Opens a page whose document arrives in pieces up to `end`: each ends in a start tag, or in a text after one. The browser can paint after
 * each piece. Everything else comes from the site. Leaves the page after `check`.
 */
export async function openInPieces(page: Page, url: string, end: string, check: () => Promise<void>): Promise<void> {
  const { origin, pathname } = new URL(url)
  const html = await (await fetch(url)).text()
  const body = html.indexOf('<body')
  const rest = html.indexOf(end, body)
  if (body < 0 || rest < 0) throw new Error(`The document has no ${end}`)
  const pieces = html.slice(body, rest).match(/[^<]*(?:<\/[^>]*>[^<]*)*<[^/][^>]*>[^<]{0,5}/g) ?? []

  let respond: ((response: ServerResponse) => void) | undefined
  const requested = new Promise<ServerResponse>((resolve) => {
    respond = resolve
  })
  const server = createServer(async ({ url: address = '/' }, response) => {
    if (address === pathname) return respond?.(response.writeHead(200, { 'content-type': 'text/html' }))
    const other = await fetch(origin + address, { redirect: 'manual' })
    const type = other.headers.get('content-type')
    response.writeHead(other.status, type === null ? {} : { 'content-type': type })
    response.end(Buffer.from(await other.arrayBuffer()))
  }).listen(0, 'localhost')
  try {
    await once(server, 'listening')
    const loaded = page.goto(`http://localhost:${(server.address() as AddressInfo).port}${pathname}`)
    const response = await requested
    response.write(html.slice(0, body) + pieces[0])
    // Nothing is painted without the style sheets.
    await page.waitForFunction(
      () =>
        document.body &&
        [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet),
    )
    // A machine need not have the fonts that replace these until they are loaded.
    await page.evaluate(() => Promise.allSettled([...document.fonts].map((font) => font.load())))
    for (const piece of pieces.slice(1)) {
      response.write(piece)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    }
    response.end(html.slice(body + pieces.join('').length))
    await loaded
    await check()
    await page.goto('about:blank')
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
