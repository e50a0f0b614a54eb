import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { WebServer } from './nginx'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Starts a static host without rules on loopback, like GitHub Pages: it adds `.html` to paths and has a 404 page. */
export async function startPlainServer(dir: string, { basePath = '' } = {}): Promise<WebServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const inside = pathname.startsWith(`${basePath}/`) ? decodeURIComponent(pathname.slice(basePath.length)) : '/none'
    const found = [inside, `${inside}.html`, `${inside}index.html`]
      .map((name) => path.join(dir, name))
      .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    const file = found ?? path.join(dir, '404.html')
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream'
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': type }).end(readFileSync(file))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
