import { expect, test } from 'vitest'
import { createContentSecurityPolicy, PRIVACY_HEADERS } from '@/lib/cache/policy.mjs'

/** Returns the sources of each directive of a policy. */
function parse(policy: string): Record<string, string[]> {
  return Object.fromEntries(
    policy.split('; ').map((each) => {
      const [name = '', ...sources] = each.split(' ')
      return [name, sources]
    }),
  )
}

test('without third parties, the policy allows only images and media of other sites', () => {
  const policy = parse(createContentSecurityPolicy(['one()']))
  const { 'img-src': _, 'media-src': __, 'style-src': ___, ...strict } = policy
  for (const [name, sources] of Object.entries(strict)) {
    expect(
      sources.filter((source) => !/^'(?:self|none|sha256-[\w+/=]+)'$/.test(source)),
      name,
    ).toEqual([])
  }
  for (const name of ['object-src', 'base-uri']) expect(policy[name]).toEqual(["'none'"])
  for (const name of ['default-src', 'form-action', 'frame-ancestors', 'frame-src'])
    expect(policy[name]).toEqual(["'self'"])
})

test('an enabled feature adds its sources only to the directives that need them', () => {
  const plain = parse(createContentSecurityPolicy([]))
  const findAdded = (more: Parameters<typeof createContentSecurityPolicy>[1]) =>
    Object.entries(parse(createContentSecurityPolicy([], more))).flatMap(([name, sources]) =>
      sources.filter((source) => !plain[name]?.includes(source)).map((source) => `${name} ${source}`),
    )
  expect(findAdded({ frames: ['https://a.example', 'https://*.a.example'] })).toEqual([
    'frame-src https://a.example',
    'frame-src https://*.a.example',
  ])
  expect(findAdded({ analytics: ['https://b.example'] }).sort()).toEqual([
    'connect-src https://b.example',
    'script-src https://b.example',
  ])
  expect(findAdded({ nonce: 'abc' })).toEqual(["script-src 'nonce-abc'"])
  expect(findAdded({ signIn: ['https://c.example'] }).join()).not.toContain('unsafe')
})

test('the referrer is the origin only, and device permissions are denied', () => {
  expect(PRIVACY_HEADERS).toEqual({
    'referrer-policy': 'strict-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  })
})
