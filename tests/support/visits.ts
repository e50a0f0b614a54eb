import { expect } from '../e2e/base'
import type { RunningSite } from './site'

type Site = Pick<RunningSite, 'url'>

/** What becomes true, however busy the machine is. */
export const soon = <Value>(ask: () => Value | Promise<Value>) => expect.poll(ask, { timeout: 60_000 })

/** Returns the response of a site at a path, without following redirects. */
export async function visit({ url }: Site, path: string): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(url + path, { redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

export const statusOf = async (site: Site, path: string) => (await visit(site, path)).status

/** The version of the snapshot that a site serves. */
export async function snapshotOf(site: Site): Promise<string> {
  return (JSON.parse((await visit(site, '/api/health')).text) as { snapshot: { version: string } }).snapshot.version
}

/** Returns the health of a site. */
export async function healthOf(site: Site): Promise<string> {
  return (JSON.parse((await visit(site, '/api/health')).text) as { status: string }).status
}
