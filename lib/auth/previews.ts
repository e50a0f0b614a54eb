import 'server-only'
import { createHmac, randomBytes } from 'node:crypto'
import { PREVIEW } from '../routes'
import type { Env } from '../settings/env'
import { PUBLIC } from '../site/access'
import type { Preview, Viewer } from '../site/site-index'
import type { Id } from '../workspace/record-map'
import { derivePersonalKey } from './access-records'
import { listPreviews, type PreviewRecord, readPreview, removePreview, writePreview } from './preview-records'
import { isSameSecret } from './secrets'

const HOUR_MS = 3600 * 1000
const DAY_MS = 24 * HOUR_MS
/** How long a preview link may be valid, in milliseconds. */
const LIFETIMES = { shortest: HOUR_MS, longest: 90 * DAY_MS }
/** The lifetime of a link for which none is chosen. */
export const DEFAULT_LIFETIME = '7d'
/** The maximum number of valid links of a site. */
export const MAX_PREVIEWS = 200
/** How much the clocks of two instances may differ. A clock that was set back further makes younger links invalid, until it catches up. */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1000

/** `<name>~<page>~<1 with subpages, else 0>~<expiry in milliseconds since 1970>~<signature>`. It has no dot, as paths of pages. */
const TOKEN = /^([\w-]{16})~([0-9a-f-]{36})~([01])~(\d{13,15})~([\w-]{43})$/

/** What a valid preview link shows. */
export interface OpenPreview {
  /** A visitor who is not signed in, with the preview. */
  viewer: Viewer & { preview: Preview }
  /** When the link expires, in milliseconds since 1970. */
  expires: number
}

/** A preview link in the list of all valid ones. */
interface ListedPreview extends PreviewRecord {
  token: string
}

/** Parses a lifetime such as `12h` or `7d` to milliseconds; undefined for all others, and if it is shorter than 1h or longer than 90d. */
export function parseLifetime(text: string): number | undefined {
  const [, count = '', unit] = /^([1-9]\d{0,3})([hd])$/.exec(text.trim()) ?? []
  const lifetime = Number(count) * (unit === 'h' ? HOUR_MS : DAY_MS)
  return lifetime >= LIFETIMES.shortest && lifetime <= LIFETIMES.longest ? lifetime : undefined
}

/** Makes a preview link, valid for `lifetime` milliseconds. Returns its token; undefined if there are {@link MAX_PREVIEWS} already. */
export async function makePreview(
  { page, hasSubpages, lifetime }: { page: Id; hasSubpages: boolean; lifetime: number },
  env: Env,
  now = Date.now(),
): Promise<string | undefined> {
  if ((await listPreviews(env, now)).length >= MAX_PREVIEWS) return undefined
  const record = { name: randomBytes(12).toString('base64url'), page, hasSubpages, made: now, expires: now + lifetime }
  await writePreview(record, env)
  return createToken(record, env)
}

/** Returns the valid preview links, those that expire first in front. */
export async function findPreviews(env: Env, now = Date.now()): Promise<ListedPreview[]> {
  if (env.siteSecret === undefined) return []
  const records = await listPreviews(env, now)
  return records.sort((a, b) => a.expires - b.expires).map((record) => ({ ...record, token: createToken(record, env) }))
}

/**
 * Returns what a token shows; undefined if it is forged, revoked, expired or of another site. Nothing is read for a token without a valid
 * signature.
 */
export async function findPreview(token: string, env: Env, now = Date.now()): Promise<OpenPreview | undefined> {
  const [, name = '', page = '', subpages, time = ''] = TOKEN.exec(token) ?? []
  if (name === '' || env.siteSecret === undefined) return undefined
  const hasSubpages = subpages === '1'
  const expires = Number(time)
  if (!isSameSecret(token, createToken({ name, page, hasSubpages, expires }, env))) return undefined
  if (now >= expires) {
    // A clock that is set back does not make the link valid again.
    await removePreview(name, env)
    return undefined
  }
  // Only recorded links are valid, so that no link survives its revocation, or the loss of the record.
  const record = await readPreview(name, env)
  if (record === undefined || now < record.made - CLOCK_TOLERANCE_MS) return undefined
  return { viewer: { ...PUBLIC, preview: { page, hasSubpages, token } }, expires }
}

/** Returns the path of a preview link. */
export const getPreviewPath = (token: string): string => `/${PREVIEW}/${token}`

function createToken({ name, page, hasSubpages, expires }: Omit<PreviewRecord, 'made'>, env: Env): string {
  const content = `${name}~${page}~${hasSubpages ? 1 : 0}~${expires}`
  return `${content}~${createHmac('sha256', derivePersonalKey('preview links', env))
    .update(content)
    .digest('base64url')}`
}
