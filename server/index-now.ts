import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { Env } from '../lib/settings/env'
import { mayList, PUBLIC } from '../lib/site/access'
import { isIndexed } from '../lib/site/seo'
import type { SiteIndex } from '../lib/site/site-index'
import { openWorkingCopy, readSavedIndex } from '../lib/site/working-copy'
import { allowOneAtATime } from '../lib/snapshot/one-at-a-time'
import { writeFileAtomically } from '../lib/snapshot/write-file-atomically'

/** The service passes addresses on to all search engines that take part in IndexNow. */
const ENDPOINT = 'https://api.indexnow.org/indexnow'
const OPTIONS = {
  endpoint: ENDPOINT,
  /** How long changes are collected, and the pause after a failure. */
  collectMs: 60_000,
  retryMs: 15 * 60_000,
  deadlineMs: 20_000,
  /** The protocol allows so many in a request. */
  addresses: 10_000,
}

/** The public addresses that search engines know, with what they show, as hashes by path. */
type Known = ReadonlyMap<string, string>

/**
 * Submits the public addresses that a preparation changed, added or removed, until the signal aborts. The first time, it only records them:
 * search engines find a whole site by its sitemap. A failure is logged once and tried again later; the site does not depend on it.
 */
export function submitChanges(
  env: Env,
  key: string,
  stopped: AbortSignal,
  options: Partial<typeof OPTIONS> = {},
): void {
  const { collectMs, retryMs, ...limits } = { ...OPTIONS, ...options }
  let timer: NodeJS.Timeout | undefined
  let reason = ''
  const submit = allowOneAtATime(async () => {
    try {
      await submitNow(env, key, stopped, limits)
      reason = ''
    } catch (error) {
      if (stopped.aborted) return
      const message = error instanceof Error ? error.message : String(error)
      if (message !== reason)
        console.error(`Search engines could not be notified of changes; the next try follows: ${message}`)
      reason = message
      schedule(retryMs)
    }
  })
  const schedule = (afterMs: number) => {
    // Changes that follow are part of the same submission.
    timer ??= setTimeout(() => {
      timer = undefined
      void submit()
    }, afterMs).unref()
  }
  const unwatch = openWorkingCopy(env).watch(() => schedule(collectMs))
  schedule(collectMs)
  stopped.addEventListener('abort', () => {
    unwatch()
    clearTimeout(timer)
  })
}

async function submitNow(
  env: Env,
  key: string,
  stopped: AbortSignal,
  { endpoint, deadlineMs, addresses: most }: Omit<typeof OPTIONS, 'collectMs' | 'retryMs'>,
): Promise<void> {
  const index = await readSavedIndex(openWorkingCopy(env))
  if (index === undefined || index.isFilling) return
  const file = path.join(env.stateDir, 'index-now.json')
  const before = await readKnown(file, env.siteUrl)
  const now = collectAddresses(index)
  const changed = before === undefined ? [] : findChanges(before, now)
  const { siteUrl } = env
  for (let at = 0; at < changed.length; at += most) {
    const urlList = changed.slice(at, at + most).map((each) => siteUrl + encodeURI(`/${each}`))
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ host: new URL(siteUrl).host, key, keyLocation: `${siteUrl}/${key}.txt`, urlList }),
      redirect: 'error',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(deadlineMs)]),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`${new URL(endpoint).host} responds with ${response.status}`)
  }
  if (before === undefined || changed.length > 0) {
    await writeFileAtomically(file, JSON.stringify({ siteUrl, addresses: [...now] }))
  }
}

/** Returns the addresses in the sitemap that are pages. A page changes with its content, and not with what surrounds it. */
export function collectAddresses({ pages }: Pick<SiteIndex, 'pages'>): Known {
  const shown = pages.filter(
    (page) => page.readable && page.address === undefined && isIndexed(page) && mayList(page.access, PUBLIC),
  )
  return new Map(
    shown.map(({ path: at, hash, title, description, seo, published, tags }) => {
      const content = JSON.stringify([hash, title, description, seo, published, tags])
      return [at, createHash('sha256').update(content).digest('base64url').slice(0, 12)]
    }),
  )
}

/** Returns the paths that are new, that show something else, or that are no longer public, sorted. */
export function findChanges(before: Known, now: Known): string[] {
  const paths = new Set([...now.keys(), ...before.keys()])
  return [...paths].filter((each) => before.get(each) !== now.get(each)).sort()
}

/** Returns what was submitted last; undefined the first time, and if the site had another address. */
async function readKnown(file: string, siteUrl: string): Promise<Known | undefined> {
  try {
    const saved: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (typeof saved !== 'object' || saved === null || !('addresses' in saved) || !('siteUrl' in saved))
      return undefined
    return saved.siteUrl === siteUrl ? new Map(saved.addresses as [string, string][]) : undefined
  } catch {
    // It does not exist yet, or is damaged.
    return undefined
  }
}

/** Sends the file by which search engines check the key. Returns whether the target is that file. */
export function sendKeyFile(
  key: string | undefined,
  { method }: IncomingMessage,
  response: ServerResponse,
  target: string,
): boolean {
  if (key === undefined || (method !== 'GET' && method !== 'HEAD') || target.split('?', 1)[0] !== `/${key}.txt`)
    return false
  response.writeHead(200, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': key.length,
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
  response.end(method === 'HEAD' ? undefined : key)
  return true
}
