import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { Api, ServiceError } from './api'
import { createKeySet, createServiceKeys, type ServiceKeys } from './keys'
import { People } from './people'
import { Resources } from './resources'
import { fetchBrowserScripts } from './scripts'
import { getSignInEnv } from './visitor'

export interface SignInService {
  /** Origin, without a trailing slash. */
  url: string
  keys: ServiceKeys
  people: People
  /** Environment variables of a site that uses this service. */
  env: Record<string, string>
  stop(): Promise<void>
}

const SCRIPTS = /^\/npm\/(@clerk\/(?:clerk-js|ui))@[\d.]+\/dist\/([\w.-]+\.js)$/

/**
 * Starts a local implementation of Clerk's Frontend API, which Clerk's own scripts and screens use to sign up, sign in, switch the
 * organization and sign out. Throws if the scripts cannot be fetched with npm.
 */
export async function startSignInService(port = 0, pem?: string): Promise<SignInService> {
  const scripts = fetchBrowserScripts()
  const keys = createServiceKeys(pem)
  const people = new People()
  const api = new Api(people, new Resources(people, keys), keys)

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const origin = request.headers.origin
    if (origin !== undefined && /^http:\/\/localhost:\d+$/.test(origin)) {
      response.setHeader('access-control-allow-origin', origin)
      response.setHeader('access-control-allow-credentials', 'true')
      response.setHeader('access-control-allow-headers', 'authorization, content-type, clerk-api-version')
      response.setHeader('access-control-expose-headers', 'authorization, clerk-cookies-set')
    }
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end()
      return
    }
    const [, name, file] = SCRIPTS.exec(url.pathname) ?? []
    if (name !== undefined && file !== undefined) {
      const folder = name === '@clerk/ui' ? scripts['@clerk/ui'] : scripts['@clerk/clerk-js']
      const script = await readFile(path.join(folder, 'dist', file))
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=3600' }).end(script)
      return
    }
    if (url.pathname === '/v1/jwks') return sendJson(response, 200, createKeySet(keys))
    const body = new URLSearchParams(request.method === 'GET' ? '' : await readText(request))
    const method = url.searchParams.get('_method')?.toUpperCase() ?? request.method ?? 'GET'
    const { cookies, location, value } = api.handle({
      method,
      path: url.pathname.replace(/^\/v1/, ''),
      query: url.searchParams,
      body,
      cookie: request.headers.cookie ?? '',
      site: origin ?? '',
    })
    for (const cookie of cookies) response.appendHeader('set-cookie', cookie)
    if (location !== undefined) response.writeHead(307, { location, 'cache-control': 'no-store' }).end()
    else sendJson(response, 200, value)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      const { status, body } = ServiceError.of(error)
      sendJson(response, status, body)
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const url = `http://localhost:${address.port}`
  return {
    url,
    keys,
    people,
    env: {
      ...getSignInEnv(keys),
      CLERK_API_URL: url,
      NEXT_PUBLIC_CLERK_PROXY_URL: url,
      NEXT_PUBLIC_CLERK_JS_URL: `${url}/npm/@clerk/clerk-js@6/dist/clerk.browser.js`,
      NEXT_PUBLIC_CLERK_UI_URL: `${url}/npm/@clerk/ui@1/dist/ui.browser.js`,
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(value))
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
