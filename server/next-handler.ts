import { createServer, type RequestListener } from 'node:http'
import { addBasePath, getBasePath } from '../lib/base-path'
import { trackRender } from '../lib/cache/rendered-page'
import type { Env } from '../lib/env'

/** Loads Next.js and returns its request handler. */
export async function prepareNext({ port }: Pick<Env, 'port'>): Promise<RequestListener> {
  const { default: next } = await import('next')
  // Next.js listens for upgrades on the server that it gets, so it gets one without connections. A server without such a listener treats
  // an upgrade as a plain request, as HTTP allows, and always responds.
  const httpServer = createServer()
  const app = next({ dev: false, dir: process.cwd(), port, httpServer })
  await app.prepare()
  const handle = app.getRequestHandler()
  return (request, response) => {
    request.url = getAddressForNext(request.url ?? '/')
    return trackRender(() => handle(request, response))
  }
}

/** Returns the address of a path for Next.js, which redirects a slash at the end, also after the base path. */
const getAddressForNext = (path: string) => (getBasePath() === '' ? path : addBasePath(path.replace(/^\/(?=\?|$)/, '')))
