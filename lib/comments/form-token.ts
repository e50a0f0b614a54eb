import 'server-only'
import { createHmac, randomUUID } from 'node:crypto'
import { derivePersonalKey } from '../auth/access-records'
import { isSameSecret } from '../auth/secrets'
import type { Env } from '../settings/env'
import type { Id } from '../workspace/record-map'
import { FORM_AGES } from './waiting-comments'

/** `<id>.<time in milliseconds since 1970>.<signature>` */
const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,15})\.([\w-]{43})$/

/** What a valid token proves: the site made a form with this id at this time, in milliseconds since 1970. */
export interface FormToken {
  id: Id
  at: number
}

/** Creates the token of a form for comments on a page. */
export function createFormToken(page: Id, env: Env, now = Date.now()): string {
  const content = `${randomUUID()}.${now}`
  return `${content}.${sign(content, page, env)}`
}

/**
 * Reads the token of a form for comments on a page. `early`: it was sent less than two seconds after it was made. `invalid`: it is too old, or was made by
 * another site, for another page, later than now, or not at all.
 */
export function readFormToken(token: string, page: Id, env: Env, now = Date.now()): FormToken | 'early' | 'invalid' {
  const [, id = '', time = '', signature = ''] = TOKEN.exec(token) ?? []
  if (id === '' || !isSameSecret(signature, sign(`${id}.${time}`, page, env))) return 'invalid'
  const at = Number(time)
  const age = now - at
  if (age < 0 || age > FORM_AGES.maxMs) return 'invalid'
  return age < FORM_AGES.minMs ? 'early' : { id, at }
}

const sign = (content: string, page: Id, env: Env): string =>
  createHmac('sha256', derivePersonalKey('forms for comments', env)).update(`${content}.${page}`).digest('base64url')
