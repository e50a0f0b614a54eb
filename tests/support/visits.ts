import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from '../e2e/base'
import type { RunningSite } from './site'

type Site = Pick<RunningSite, 'url'>

/** Asserts that a value matches within a minute, which suffices on a busy machine. */
export const eventually = <Value>(getValue: () => Value | Promise<Value>) => expect.poll(getValue, { timeout: 60_000 })

/** Returns the response of a site at a path, without following redirects. */
export async function visit({ url }: Site, path: string): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(url + path, { redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Requests a path. `written` resolves once the connection has the request, `received` once the site has begun to handle it. */
export function startVisit({ url }: Site, path: string) {
  const sent = request(url + path, { headers: { expect: '100-continue' } })
  const response = once(sent, 'response').then(async ([incoming]) => {
    const { statusCode, headers } = incoming as IncomingMessage
    const list = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    return { status: statusCode ?? 0, headers: new Headers(list), text: await text(incoming as IncomingMessage) }
  })
  const written = once(sent, 'finish')
  const received = once(sent, 'continue')
  sent.end()
  return { written, received, response }
}

/** Returns the status of a site's response at a path. */
export const fetchStatus = async (site: Site, path: string) => (await visit(site, path)).status

/** Returns the version of the snapshot that a site serves. */
export async function fetchSnapshotVersion(site: Site): Promise<string> {
  return (JSON.parse((await visit(site, '/api/health')).text) as { snapshot: { version: string } }).snapshot.version
}

/** Returns the status that a site reports at `/api/health`. */
export async function fetchHealth(site: Site): Promise<string> {
  return (JSON.parse((await visit(site, '/api/health')).text) as { status: string }).status
}
