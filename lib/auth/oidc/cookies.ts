import 'server-only'
import { createHash, hkdfSync } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'
import type { Env } from '../../settings/env'
import type { OidcSettings } from '../../settings/sign-in'
import { parseObject } from '../../workspace/values'
import { createPresenceCookie } from '../presence-cookie'

/** What a cookie is for. A cookie of one purpose cannot be decrypted for the other. */
type Purpose = 'session' | 'sign-in'

/** The site that a cookie belongs to. */
export interface CookieSite {
  settings: OidcSettings
  env: Pick<Env, 'siteUrl'>
}

/** A browser keeps cookies of 4096 bytes with name and attributes. Proxies limit all cookies together, often to 8 kB. */
const MAX_COOKIE = 3600
const MAX_COOKIES = 2
/** The maximum size of what a cookie encrypts, in bytes of JSON: base64 makes four characters of three bytes. */
export const MAX_CONTENT = Math.floor(((MAX_COOKIE * MAX_COOKIES) / 4) * 3) - 100

/** Encrypts a value for a purpose. */
export async function encrypt(purpose: Purpose, value: object, { settings, env }: CookieSite): Promise<string> {
  const jwe = new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
  return jwe
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(deriveKey(settings.secret, purpose, { settings, env }))
}

/** Returns what {@link encrypt} encrypted with a secret of the site; an empty object for any other text. */
export async function decrypt(purpose: Purpose, text: string, site: CookieSite): Promise<Record<string, unknown>> {
  for (const secret of [site.settings.secret, ...site.settings.formerSecrets]) {
    try {
      const { plaintext } = await compactDecrypt(text, deriveKey(secret, purpose, site), {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      })
      return parseObject(new TextDecoder().decode(plaintext))
    } catch {
      // Encrypted with another secret, or not by this site.
    }
  }
  return {}
}

/** Derives a key that no other site, provider, client and purpose has, even with the same secret. */
function deriveKey(secret: string, purpose: Purpose, { settings, env }: CookieSite): Uint8Array {
  const context = JSON.stringify(['colophon', purpose, env.siteUrl, settings.issuer, settings.clientId])
  return new Uint8Array(hkdfSync('sha256', secret, '', createHash('sha256').update(context).digest(), 32))
}

/** Returns the name of a cookie. It differs for sites on one host, whose cookies a browser shares between ports and paths. */
export function getCookieName(purpose: Purpose, { settings, env }: CookieSite): string {
  const site = createHash('sha256').update(`${env.siteUrl} ${settings.issuer} ${settings.clientId}`).digest('hex')
  return `${isSecure(env) ? '__Host-' : ''}colophon-${purpose}-${site.slice(0, 8)}`
}

const isSecure = ({ siteUrl }: Pick<Env, 'siteUrl'>) => siteUrl.startsWith('https:')

/** Returns the encrypted text in the cookies of a request; undefined if there is none. */
export function readCookie(purpose: Purpose, header: string | null, site: CookieSite): string | undefined {
  const name = getCookieName(purpose, site)
  const parts = Array.from({ length: MAX_COOKIES }, (_, at) => findCookie(header ?? '', getPartName(name, at)) ?? '')
  const text = parts.join('')
  return parts[0] === '' || text.length > MAX_COOKIE * MAX_COOKIES ? undefined : text
}

const getPartName = (name: string, at: number) => (at === 0 ? name : `${name}-${at + 1}`)

function findCookie(header: string, name: string): string | undefined {
  const found = header.split(';').find((each) => each.trimStart().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1)
}

/** Returns the `Set-Cookie` lines that store an encrypted text for some seconds; with an empty text, those that remove it. */
export function createCookies(purpose: Purpose, text: string, seconds: number, site: CookieSite): string[] {
  const name = getCookieName(purpose, site)
  const parts = Array.from({ length: purpose === 'session' ? MAX_COOKIES : 1 }, (_, at) => {
    const part = text.slice(at * MAX_COOKIE, (at + 1) * MAX_COOKIE)
    return createCookie(getPartName(name, at), part, part === '' ? 0 : seconds, site)
  })
  return purpose === 'sign-in' ? parts : [...parts, createPresenceCookie(text !== '', site.env, seconds)]
}

// A name that starts with `__Host-` needs this path.
const createCookie = (name: string, value: string, seconds: number, { env }: CookieSite) =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure(env) ? '; Secure' : ''}; HttpOnly`
