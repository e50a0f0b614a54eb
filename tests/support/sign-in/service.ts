import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { Api, ServiceError } from './api'
import { keySet, type ServiceKeys, serviceKeys } from './keys'
import { People } from './people'
import { Resources } from './resources'
import { browserScripts } from './scripts'
import { siteEnv } from './visitor'

export interface SignInService {
  /** Origin, without a trailing slash. */
  url: string
  keys: ServiceKeys
  people: People
  /** What a site that believes this service has in its environment. */
  env: Record<string, string>
  stop(): Promise<void>
}

const SCRIPTS = /^\/npm\/(@clerk\/(?:clerk-js|ui))@[\d.]+\/dist\/([\w.-]+\.js)$/

/**
 * Speaks as much of Clerk's Frontend API as its real scripts and screens need to sign somebody up and in, to switch the organization
 * and to sign out, on this machine only and without any other. Throws when the scripts cannot be fetched with npm.
 */
export async function startSignInService(port = 0, pem?: string): Promise<SignInService> {
  const scripts = browserScripts()
  const keys = serviceKeys(pem)
  const people = new People()
  const api = new Api(people, new Resources(people, keys), keys)

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
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
    if (url.pathname === '/v1/jwks') return json(response, 200, keySet(keys))
    const body = new URLSearchParams(request.method === 'GET' ? '' : await textOf(request))
    const method = url.searchParams.get('_method')?.toUpperCase() ?? request.method ?? 'GET'
    const { cookies, location, value } = api.answer({
      method,
      path: url.pathname.replace(/^\/v1/, ''),
      query: url.searchParams,
      body,
      cookie: request.headers.cookie ?? '',
      site: origin ?? '',
    })
    for (const cookie of cookies) response.appendHeader('set-cookie', cookie)
    if (location !== undefined) response.writeHead(307, { location, 'cache-control': 'no-store' }).end()
    else json(response, 200, value)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status, body } = ServiceError.of(error)
      json(response, status, body)
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  const url = `http://localhost:${address.port}`
  return {
    url,
    keys,
    people,
    env: {
      ...siteEnv(keys),
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

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(value))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
