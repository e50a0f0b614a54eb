import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { addBasePath, getBasePath } from '../lib/base-path'
import { trackRender } from '../lib/cache/rendered-page'
import { carryScreen, type FoundScreen } from '../lib/screens/find-screen'
import type { Env } from '../lib/settings/env'

/** Loads Next.js and returns its request handler, which gets what the path shows, if that is known. */
export async function prepareNext({ port }: Pick<Env, 'port'>) {
  const { default: next } = await import('next')
  // Next.js listens for upgrades on the server that it gets, so it gets one without connections. A server without such a listener treats
  // an upgrade as a plain request, as HTTP allows, and always responds.
  const httpServer = createServer()
  const app = next({ dev: false, dir: process.cwd(), port, httpServer })
  await app.prepare()
  const handle = app.getRequestHandler()
  return (request: IncomingMessage, response: ServerResponse, screen?: FoundScreen) => {
    request.url = getAddressForNext(request.url ?? '/')
    return trackRender(() => {
      if (screen !== undefined) carryScreen(screen)
      return handle(request, response)
    })
  }
}

/** Returns the address of a path for Next.js, which redirects a slash at the end, also after the base path. */
const getAddressForNext = (path: string) => (getBasePath() === '' ? path : addBasePath(path.replace(/^\/(?=\?|$)/, '')))
