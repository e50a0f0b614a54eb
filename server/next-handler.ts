import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { addBasePath, getBasePath, removeBasePath } from '../lib/base-path'
import { INTERNAL_PREFIX } from '../lib/cache/internal-headers'
import { trackRender } from '../lib/cache/rendered-page'
import { findRoute } from '../lib/find-route'
import { carryScreen, type FoundScreen } from '../lib/screens/find-screen'
import type { Env } from '../lib/settings/env'
import { sendAccountScreen } from './responses/account-requests'
import { isOwnScreen } from './responses/own-screens'
import { sendSiteFile } from './responses/site-files'

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

/** Serves the site in development on a server that listens. Next.js sends changes over upgraded connections of the server. */
export async function serveDevelopment(httpServer: Server, env: Env): Promise<void> {
  const { port } = env
  const { default: next } = await import('next')
  const app = next({ dev: true, dir: process.cwd(), port, httpServer })
  await app.prepare()
  const handle = app.getRequestHandler()
  httpServer.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const target = removeBasePath(request.url ?? '')
    // Requests do not pass the server that proves who sent them.
    for (const name of Object.keys(request.headers)) if (name.startsWith(INTERNAL_PREFIX)) delete request.headers[name]
    if (target !== undefined && isOwnScreen(findRoute(target.split('?', 1)[0] ?? ''), env)) {
      sendAccountScreen(request, response, target, env, { locale: env.locale })
        .then((status) => {
          if (status !== undefined) response.writeHead(status).end()
        })
        .catch((error: unknown) => {
          console.error('A screen of sign-in failed:', error)
          if (response.headersSent) response.destroy()
          else response.writeHead(500).end()
        })
    } else if (target === undefined || !sendSiteFile(request, response, target)) void handle(request, response)
  })
}

/** Returns the address of a path for Next.js, which redirects a slash at the end, also after the base path. */
const getAddressForNext = (path: string) => (getBasePath() === '' ? path : addBasePath(path.replace(/^\/(?=\?|$)/, '')))
