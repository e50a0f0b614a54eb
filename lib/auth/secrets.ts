import 'server-only'
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Compares two secrets in constant time. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret))
}

/** Whether an `Authorization` header contains this secret as a bearer token. */
export function isBearer(authorization: string | null, secret: string): boolean {
  const [, token = ''] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  return isSameSecret(token, secret)
}

/** Whether `sha256=<hex>` is the HMAC-SHA256 of these bytes with this key. */
export function isSignedWith(key: string, body: Uint8Array, signature: string | null): boolean {
  return isSameSecret(signature ?? '', `sha256=${createHmac('sha256', key).update(body).digest('hex')}`)
}

const digest = (text: string) => createHash('sha256').update(text).digest()
