import { describe, expect, it } from 'vitest'
import { isCrossOrigin, isSameOrigin } from '@/lib/auth/same-origin'
import { readEnv } from '@/lib/settings/env'

const env = readEnv({ SITE_URL: 'https://site.example', PORT: '4000' }, '/')
const checkHeaders = (headers: Record<string, string>) => isSameOrigin(new Request('http://x/', { headers }), env)

describe('isSameOrigin', () => {
  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://site.example' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://site.example' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ origin: 'https://site.example' }, true],
    [{ origin: 'http://localhost:4000' }, true],
    [{ origin: 'https://site.example.evil.example' }, false],
    [{ origin: 'null' }, false],
    [{}, false],
  ])('returns for the headers %j: %s', (headers, expected) => {
    expect(checkHeaders(headers as Record<string, string>)).toBe(expected)
  })
})

describe('isCrossOrigin', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, true],
    [{ 'sec-fetch-site': 'same-site' }, true],
    [{ origin: 'https://evil.example' }, true],
    [{ origin: 'null' }, true],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://site.example' }, false],
    [{ origin: 'https://site.example' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{}, false],
  ])('returns for the headers %j: %s', (headers, expected) => {
    const request = new Request('http://x/', { headers: headers as Record<string, string> })
    expect(isCrossOrigin(request, env)).toBe(expected)
  })
})
